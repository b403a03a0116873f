//! A shared session of the laboratory: a file with everything that is needed to reproduce a moment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::{FileHeader, Scene, Take, scenes};
use seamwalker_assets::shipped;
use seamwalker_level::{Files, Level, Limits, MemoryFiles, ReadOptions, TrackingFiles, normal_path};
use seamwalker_sim::{Rules, Snapshot, World};

const SESSION_HEADER: FileHeader = FileHeader {
    kind: "laboratory",
    version: 1,
    max_bytes: SharedSession::MAX_BYTES,
    too_large: "laboratory files are smaller than that",
    other: "it is not a laboratory file, or it is damaged: copy it again",
};

/// The prefix of a binary file in a session.
const BASE64_PREFIX: &str = "data:;base64,";

/// The place of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionPlace {
    /// A shipped map, by its name.
    Map(String),
    /// A scene, by its name.
    Scene(String),
    /// Another map, with all of its files.
    Files {
        /// Its path among them.
        map: String,
        /// The files by their paths, as text.
        files: BTreeMap<String, String>,
    },
}

impl SessionPlace {
    /// A map: by its name if it is a shipped one, otherwise with all files that it needs.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn of_map(files: &dyn Files, path: &str, level: &Level, options: &ReadOptions) -> Result<Self, String> {
        let shipped = shipped();
        let name = name_of(path);
        let as_shipped = options.limits.into();
        let same = |path: &str| {
            seamwalker_level::read_with(&shipped, path, &as_shipped).is_ok_and(|own| own.hash() == level.hash())
        };
        if shipped.maps().any(|known| name_of(known) == name && same(known)) {
            return Ok(Self::Map(name.to_owned()));
        }
        let tracked = TrackingFiles::new(files);
        let read = seamwalker_level::read_with(&tracked, path, options).map_err(|problems| first(&problems))?;
        if read.hash() != level.hash() {
            return Err(format!("'{path}' has changed, or is only partly loaded: load it again"));
        }
        let files_only = level.pictures.iter().filter(|picture| picture.embedded.is_empty());
        let pictures: BTreeSet<&String> = files_only.map(|picture| &picture.path).collect();
        let dependencies = tracked.into_dependencies();
        let others = dependencies.paths().filter(|path| !pictures.contains(&(*path).to_owned()));
        let paths: Vec<String> = others.map(str::to_owned).chain(pictures.iter().copied().cloned()).collect();
        let project = files.project(path);
        let mut kept = BTreeMap::new();
        let mut room = SharedSession::MAX_BYTES / 2;
        for path in paths.into_iter().chain(project) {
            // Shipped files are available everywhere.
            let Ok(bytes) = files.read(&path) else { continue };
            if shipped.read(&path).is_ok_and(|own| own == bytes) {
                continue;
            }
            let is_picture = pictures.contains(&path);
            let text = match String::from_utf8(bytes.into_owned()) {
                Ok(text) => text,
                Err(error) => BASE64_PREFIX.to_owned() + &BASE64.encode(error.as_bytes()),
            };
            match room.checked_sub(text.len()) {
                Some(rest) => room = rest,
                None if is_picture => continue,
                None => return Err(format!("'{path}': the map's files are too large for one file")),
            }
            kept.insert(path, text);
        }
        Ok(Self::Files { map: path.to_owned(), files: kept })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Map(name) | Self::Scene(name) => name,
            Self::Files { map, .. } => name_of(map),
        }
    }

    /// The scene, if it is one.
    ///
    /// # Errors
    /// That there is no scene of that name.
    pub fn scene(&self) -> Result<Option<Scene>, String> {
        let Self::Scene(name) = self else { return Ok(None) };
        let found = scenes().into_iter().find(|scene| scene.name == *name);
        found.map(Some).ok_or_else(|| format!("there is no scene '{name}' in this version of the game"))
    }

    /// The map's files on top of the shipped ones, and its path among them; `None` for a scene.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn files(&self) -> Result<Option<(MemoryFiles, String)>, String> {
        let shipped = shipped();
        let nothing = BTreeMap::new();
        let (files, map) = match self {
            Self::Scene(_) => return Ok(None),
            Self::Map(name) => {
                let path = shipped.maps().find(|path| name_of(path) == name);
                (&nothing, path.ok_or_else(|| format!("there is no map '{name}' in this version of the game"))?)
            }
            Self::Files { map, files } => (files, map.as_str()),
        };
        let unpacked = files.iter().map(|(path, text)| match text.strip_prefix(BASE64_PREFIX) {
            Some(packed) => Ok((path.clone(), BASE64.decode(packed).map_err(|error| format!("'{path}': {error}"))?)),
            None => Ok((path.clone(), text.clone().into_bytes())),
        });
        let files = MemoryFiles::new(unpacked.collect::<Result<Vec<_>, String>>()?, &Limits::DEFAULT)?;
        let map = normal_path(map).map_err(|error| format!("'{map}': {error}"))?;
        Ok(Some((files.with_fallback(shipped), map)))
    }

    /// The level.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn level(&self, limits: &Limits) -> Result<Arc<Level>, String> {
        if let Some(scene) = self.scene()? {
            return Ok(scene.level);
        }
        let Some((files, map)) = self.files()? else { return Err("it names no map or scene".into()) };
        seamwalker_level::read_with(&files, &map, &(*limits).into()).map(Arc::new).map_err(|problems| first(&problems))
    }
}

fn first(problems: &[seamwalker_level::Problem]) -> String {
    let error = problems.iter().find(|problem| problem.severity == seamwalker_level::Severity::Error);
    error.map_or_else(String::new, ToString::to_string)
}

/// A map's file name without folder and extension.
fn name_of(path: &str) -> &str {
    Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or(path)
}

/// Everything that is needed to reproduce a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedSession {
    seamwalker: String,
    version: u32,
    game: String,
    /// The place.
    pub place: SessionPlace,
    level_hash: u64,
    /// Solver, feel and the rest of the settings.
    #[serde(default)]
    pub rules: Rules,
    /// The world at the start of the take, if that is not the start of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Snapshot>,
    /// The take as an input file.
    inputs: String,
    /// The played section: its first tick, and its end.
    section: (u32, u32),
}

impl SharedSession {
    /// The maximum size of a file in bytes.
    pub const MAX_BYTES: usize = 16 << 20;

    /// The session of a take in a place.
    pub fn new(place: SessionPlace, take: &Take) -> Self {
        let Take { start, inputs, from, to, .. } = take;
        let rules = start.rules;
        let is_default = begun(Arc::clone(&start.level), &rules).is_ok_and(|world| world.hash() == start.hash());
        Self {
            seamwalker: SESSION_HEADER.kind.into(),
            version: SESSION_HEADER.version,
            game: FileHeader::GAME.into(),
            place,
            level_hash: start.level.hash(),
            rules,
            start: (!is_default).then(|| start.save()),
            inputs: inputs.to_string(),
            section: (*from, *to),
        }
    }

    /// Whether bytes are the file of a session, even if it is damaged.
    pub fn is_one(bytes: &[u8]) -> bool {
        SESSION_HEADER.is_on(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is rejected.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let session: Self = SESSION_HEADER.open(bytes)?;
        let ticks = Take::parse_inputs(&session.inputs).map_err(|why| format!("its inputs: {why}"))?.len();
        let (from, to) = session.section;
        if from > to || to > ticks {
            return Err(format!("it is damaged: its section lies outside its {ticks} ticks"));
        }
        Ok(session)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        // Numbers and texts can always be serialized.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// A file name for it.
    pub fn file_name(&self) -> String {
        format!("{}.lab", self.place.name())
    }

    /// The take in its level, ready to play.
    ///
    /// # Errors
    /// If it was made in another version of the level, or is inconsistent.
    pub fn begin(&self, level: Arc<Level>) -> Result<Take, String> {
        let found = level.hash();
        if found != self.level_hash {
            let other_game = self.game != FileHeader::GAME;
            let by = if other_game { format!(" by version {} of the game", self.game) } else { String::new() };
            return Err(format!(
                "it was made{by} in level {:016x} and '{}' is {found:016x} here: use the version that it was made with",
                self.level_hash,
                self.place.name()
            ));
        }
        let mut start = begun(Arc::clone(&level), &self.rules).map_err(|why| format!("its rules: {why}"))?;
        if let Some(snapshot) = &self.start {
            start = World::load(level, snapshot.clone()).map_err(|why| why.to_string())?;
            start.set_rules(self.rules).map_err(|why| why.to_string())?;
        }
        let mut take = Take::new(start, Take::parse_inputs(&self.inputs)?);
        (take.from, take.to) = self.section;
        Ok(take)
    }
}

/// The start of a level by these rules.
fn begun(level: Arc<Level>, rules: &Rules) -> Result<World, String> {
    let mut world = World::new(level, rules.solver);
    world.set_rules(*rules).map_err(|why| why.to_string()).map(|()| world)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::io;

    use super::*;
    use glam::Vec2;
    use seamwalker_collide::controller::Ground;
    use seamwalker_collide::{Obstacle, SolverKind, SolverSetup};
    use seamwalker_level::{Embedded, Overlay};
    use seamwalker_sim::{Buttons, Feel, Input};

    const LIMITS: &Limits = &Limits::DEFAULT;

    /// A foreign map: the first level with another start.
    struct Mine(Vec<u8>);

    impl Files for Mine {
        fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
            if path == "maps/mine.tmx" { Ok(Cow::Borrowed(&self.0)) } else { Err(io::ErrorKind::NotFound.into()) }
        }
    }

    fn mine() -> Overlay<Mine, Embedded> {
        let map = shipped().read("maps/first_stitch.tmx").unwrap().into_owned();
        let text = String::from_utf8(map).unwrap();
        // Moves the start of the player.
        let player = text.find("type=\"Player\"").or_else(|| text.find("templates/player.tx")).unwrap();
        let x = player + text[player..].find("x=\"").unwrap() + 3;
        Overlay(Mine(format!("{}1{}", &text[..x], &text[x..]).into_bytes()), shipped())
    }

    fn session(place: SessionPlace) -> (SharedSession, Take) {
        let level = place.level(LIMITS).unwrap();
        let mut world = World::new(level, SolverSetup::new(SolverKind::EdgeFlags));
        let rules = Rules { feel: Feel { run: 170.0, ..Feel::default() }, skin: 2.0, ..world.rules };
        world.set_rules(rules).unwrap();
        (0..100).for_each(|_| drop(world.step(Input { buttons: Buttons::RIGHT })));
        let mut take = Take::new(world, "30 right\n30 right+jump\n40 left\n".parse().unwrap());
        (take.from, take.to) = (10, 90);
        (SharedSession::new(place, &take), take)
    }

    fn comes_back(place: SessionPlace) {
        let (session, mut take) = session(place);
        let text = session.text();
        assert!(SharedSession::is_one(text.as_bytes()) && text.contains("30 right+jump"), "{text}");
        // Some editors write a byte order mark.
        let again = SharedSession::parse(format!("\u{feff}{text}").as_bytes()).unwrap();
        assert_eq!(again, session);
        let mut begun = again.begin(again.place.level(LIMITS).unwrap()).unwrap();
        let rules = take.start.rules;
        assert_eq!((begun.start.rules, begun.from, begun.to), (rules, 10, 90));
        assert_eq!(begun.begin(&rules).hash(), take.begin(&rules).hash());
        assert_eq!(begun.inputs, take.inputs);
    }

    #[test]
    fn a_session_of_a_map_or_a_scene_survives_a_round_trip() {
        comes_back(SessionPlace::Map("spool_works".into()));
        comes_back(SessionPlace::Scene("hops".into()));
    }

    #[test]
    fn a_foreign_map_is_stored_with_its_files() {
        let files = mine();
        let level = seamwalker_level::read(&files, "maps/mine.tmx").unwrap();
        let place = SessionPlace::of_map(&files, "maps/mine.tmx", &level, &ReadOptions::default()).unwrap();
        let SessionPlace::Files { files: kept, .. } = &place else { panic!("{place:?}") };
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["maps/mine.tmx"], "without the shipped tilesets");
        comes_back(place);
        let shipped = shipped();
        let first = seamwalker_level::read(&shipped, "maps/first_stitch.tmx").unwrap();
        let place = SessionPlace::of_map(&shipped, "maps/first_stitch.tmx", &first, &ReadOptions::default()).unwrap();
        assert_eq!(place, SessionPlace::Map("first_stitch".into()));
        let why = SessionPlace::of_map(&shipped, "maps/first_stitch.tmx", &level, &ReadOptions::default()).unwrap_err();
        assert!(why.contains("has changed"), "{why}");
    }

    #[test]
    fn a_damaged_session_is_rejected_with_the_reason() {
        let text = session(SessionPlace::Map("first_stitch".into())).0.text();
        let refused = |from: &str, to: &str| {
            assert!(text.contains(from), "{from} is not in {text}");
            SharedSession::parse(text.replacen(from, to, 1).as_bytes()).unwrap_err()
        };
        assert!(refused("\"laboratory\"", "\"replay\"").contains("not a laboratory file"));
        assert!(refused("\"version\": 1", "\"version\": 2").contains("it needs version"));
        assert!(refused("30 right+jump", "30 fire").contains("`fire` is not a button"));
        assert!(refused("30 right+jump", "4000000000 right").contains("its inputs"));
        assert!(refused("10,\n    90", "10,\n    900").contains("lies outside"));
        assert!(refused("\"place\"", "\"plaice\"").contains("missing field"));
        assert!(SharedSession::parse(&vec![b' '; SharedSession::MAX_BYTES + 1]).unwrap_err().contains("bytes"));
        for cut in [0, 1, text.len() / 3, text.len() - 2] {
            assert!(SharedSession::parse(&text.as_bytes()[..cut]).is_err(), "{cut}");
        }
        assert!(SharedSession::parse("[".repeat(100_000).as_bytes()).is_err());
    }

    #[test]
    fn an_inconsistent_session_is_rejected_when_it_is_opened() {
        let (session, _) = session(SessionPlace::Map("first_stitch".into()));
        let level = session.place.level(LIMITS).unwrap();
        let other = SharedSession { level_hash: 1, ..session.clone() };
        assert!(other.begin(Arc::clone(&level)).unwrap_err().contains("use the version that it was made with"));
        let mut damaged = session.clone();
        damaged.start.as_mut().unwrap().state.done.clear();
        assert!(damaged.begin(Arc::clone(&level)).unwrap_err().contains("damaged"));
        // A number of 1e30 once kept the program busy for half a minute.
        let mut wild = session.clone();
        let ground = Ground { drop: Vec2::ZERO, normal: Vec2::new(0.0, -1e30), obstacle: Obstacle::Edge(0) };
        wild.start.as_mut().unwrap().state.player.motion.ground = Some(ground);
        let why = wild.begin(Arc::clone(&level)).unwrap_err();
        assert!(why.contains("`player.ground_normal` is [0, -1") && why.contains("a direction of length 1"), "{why}");
        let mut wild = session;
        wild.rules.feel.gravity = f32::NAN;
        assert!(wild.begin(level).is_err());
        assert!(SessionPlace::Map("../first_stitch".into()).level(LIMITS).is_err());
        assert!(SessionPlace::Scene("nowhere".into()).level(LIMITS).unwrap_err().contains("no scene 'nowhere'"));
        let files = |path: &str, text: &str| {
            let files = BTreeMap::from([(path.to_owned(), text.to_owned())]);
            SessionPlace::Files { map: path.to_owned(), files }.level(LIMITS).unwrap_err()
        };
        assert!(files("../mine.tmx", "<map/>").contains("mine.tmx"));
        assert!(!files("mine.tmx", "<map").is_empty());
        assert!(files("mine.tmx", "data:;base64,@").contains("mine.tmx"));
    }
}
