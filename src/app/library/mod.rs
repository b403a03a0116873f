//! The level library: maps and pictures embedded in the program, in a folder, or named by the user.

pub mod campaign_state;
pub mod check_art;
pub mod own_art;

pub use campaign_state::CampaignState;
pub use own_art::OwnArt;

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use seamwalker_level::pack::{Manifest, Pack};
use seamwalker_level::{
    Embedded, FileDependencies, Files, Folder, Level, MapAccess, Overlay, Problem, ReadOptions, Severity,
};

use crate::app::live_edit::AssetWatcher;
use crate::app::render::assets::title_picture;
use crate::app::ui::readable_title;

/// Where a map comes from.
#[derive(Clone)]
pub struct MapSource {
    /// The map's files.
    pub files: Rc<dyn Files>,
    /// The map, as they name it.
    pub path: String,
    /// How it is read.
    pub options: ReadOptions,
    /// The folder of the files on disk, if they can change during play.
    pub root: Option<PathBuf>,
    /// It was added later.
    guest: bool,
}

impl MapSource {
    fn of_pack(pack: &Pack, path: &str, options: &ReadOptions) -> Self {
        let (files, root) = (pack.files.clone(), pack.root.clone());
        Self { files, path: path.to_owned(), options: options.clone(), root, guest: false }
    }

    /// The map's file; `None` if it is not on disk.
    pub fn file(&self) -> Option<PathBuf> {
        self.root.as_ref().map(|root| root.join(&self.path))
    }
}

/// All playable maps, and the program's own pictures.
pub struct LevelLibrary {
    embedded: Embedded,
    /// The program's own pictures.
    art: Rc<dyn Files>,
    pack: Pack,
    /// The maps of the pack, then those that were added later.
    maps: Vec<MapSource>,
    access: MapAccess,
    /// Precedes the names of the pack's maps in save files.
    key_prefix: String,
}

impl LevelLibrary {
    /// The maps of a pack; without one, those in a folder `maps` beside the program or in the current folder; without that, the
    /// embedded ones.
    ///
    /// # Errors
    /// When the named pack cannot be read or has no map.
    pub fn new(embedded: Embedded, pack: Option<&Path>, access: MapAccess) -> io::Result<Self> {
        if let Some(path) = pack {
            let pack = Pack::open(path, &access)?;
            return Ok(Self::of(embedded, art(path, embedded), pack, access));
        }
        for folder in default_folders() {
            if let Ok(pack) = Pack::open(&folder, &access) {
                return Ok(Self::of(embedded, art(&folder, embedded), pack, access));
            }
        }
        let files: Rc<dyn Files> = Rc::new(embedded);
        Ok(Self::of(embedded, files.clone(), Pack::new(files, "maps")?, access))
    }

    /// A library of the maps of a pack.
    fn of(embedded: Embedded, art: Rc<dyn Files>, pack: Pack, access: MapAccess) -> Self {
        let maps = pack.maps.iter().map(|path| MapSource::of_pack(&pack, path, &access.options)).collect();
        let shipped = shipped_title(embedded);
        let key_prefix = key_prefix(&pack.manifest, &shipped);
        Self { embedded, art, pack, maps, access, key_prefix }
    }

    /// Replaces everything by the maps of a pack.
    pub fn change_pack(&mut self, pack: Pack) {
        *self = Self::of(self.embedded, Rc::new(self.embedded), pack, self.access.clone());
    }

    /// Reads the manifest again, and finds new maps. Known maps keep their indices. Returns the error in the manifest, once; a
    /// broken manifest replaces nothing.
    pub fn refresh(&mut self) -> Option<String> {
        let root = self.pack.root.clone()?;
        let mut pack = Pack::new(self.pack.files.clone(), self.pack.folder.trim_end_matches('/')).ok()?;
        pack.root = Some(root);
        if pack.broken.is_some() {
            let is_new = pack.broken != self.pack.broken;
            self.pack.broken = pack.broken;
            return self.complaint().filter(|_| is_new);
        }
        for path in &pack.maps {
            if !self.maps.iter().any(|known| !known.guest && known.path == *path) {
                self.maps.push(MapSource::of_pack(&pack, path, &self.access.options));
            }
        }
        self.key_prefix = key_prefix(&pack.manifest, &shipped_title(self.embedded));
        self.pack = pack;
        None
    }

    /// The manifest of a pack with a title; `None` for the game itself.
    pub fn own_game(&self) -> Option<&Manifest> {
        Some(&self.pack.manifest).filter(|_| !self.key_prefix.is_empty())
    }

    /// The key of the words that lead to the level select: only the game itself has a quilt.
    pub fn levels_label(&self) -> &'static str {
        let has_quilt = self.own_game().is_none() && self.pack.has_manifest();
        if has_quilt { "menu.quilt" } else { "menu.levels" }
    }

    /// Whether the pack has its own picture of its title, and it can be shown.
    pub fn has_title_picture(&self) -> bool {
        let has_own = self.pack.files.read(&format!("{}title.png", self.pack.folder)).is_ok();
        has_own && title_picture(&self.art_of(None)).is_ok()
    }

    /// The error in the manifest.
    pub fn complaint(&self) -> Option<String> {
        self.pack.broken.as_ref().map(ToString::to_string)
    }

    /// The campaign.
    pub fn campaign(&self) -> CampaignState {
        let names: Vec<String> = (0..self.len()).map(|map| self.name(map)).collect();
        CampaignState::new(&self.pack.manifest, &names)
    }

    /// The index of a map: a file, which is added, or the path or name of a known map.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn find(&mut self, map: &Path) -> io::Result<usize> {
        let known = self.maps.iter().position(|entry| seamwalker_level::is_called(&entry.path, map));
        if let Some(i) = known.filter(|_| !map.exists()) {
            return Ok(i);
        }
        let (folder, path) = self.access.open(map)?;
        let root = Some(folder.root.clone());
        let options = self.access.options.clone();
        Ok(self.put(MapSource { files: Rc::new(folder), path, options, root, guest: true }))
    }

    /// Adds a map from memory; replaces one with the same path. Returns its index.
    pub fn add(&mut self, files: Rc<dyn Files>, path: &str) -> usize {
        let options = self.access.options.clone();
        self.put(MapSource { files, path: path.to_owned(), options, root: None, guest: true })
    }

    fn put(&mut self, entry: MapSource) -> usize {
        let same = |known: &MapSource| known.guest && known.path == entry.path && known.root == entry.root;
        let index = self.maps.iter().position(same).unwrap_or(self.maps.len());
        if index < self.maps.len() {
            self.maps[index] = entry;
        } else {
            self.maps.push(entry);
        }
        index
    }

    /// The key of a map in save files. Its name, for a map that was not added later; in a pack with a title, after that title.
    pub fn key(&self, map: usize) -> String {
        match self.maps.get(map) {
            Some(MapSource { guest: true, root, path, .. }) => {
                root.as_deref().unwrap_or(Path::new("dropped")).join(path).to_string_lossy().into_owned()
            }
            _ => format!("{}{}", self.key_prefix, self.name(map)),
        }
    }

    /// The pictures, sounds and music of the pack, over those of the game.
    pub fn art(&self) -> Rc<dyn Files> {
        Rc::new(self.art_of(None))
    }

    /// The art of a map: that of its pack, or for a map that was added later, what is in its folder.
    pub fn art_of(&self, map: Option<usize>) -> OwnArt {
        let guest = map.and_then(|map| self.maps.get(map)).filter(|entry| entry.guest);
        let (files, folder, root) = guest.map_or_else(
            || (&self.pack.files, self.pack.folder.as_str(), &self.pack.root),
            |guest| (&guest.files, Pack::folder_of(&*guest.files, &guest.path), &guest.root),
        );
        OwnArt::new(files.clone(), folder, root.clone(), self.art.clone())
    }

    /// The number of maps.
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// The path of a map, as its source names it.
    pub fn path(&self, map: usize) -> &str {
        self.maps.get(map).map_or("", |entry| &entry.path)
    }

    /// A map's file name without folder and extension.
    pub fn name(&self, map: usize) -> String {
        PathBuf::from(self.path(map)).file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned())
    }

    /// A readable title for a map that was not read yet, or that has no title.
    pub fn title(&self, map: usize) -> String {
        readable_title(&self.name(map))
    }

    /// The map with this path or name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.maps.iter().position(|entry| seamwalker_level::is_called(&entry.path, Path::new(name)))
    }

    /// The files of a map.
    pub fn files(&self, map: usize) -> Rc<dyn Files> {
        self.maps.get(map).map_or_else(|| self.art(), |entry| entry.files.clone())
    }

    /// How a map is read.
    pub fn options(&self, map: usize) -> &ReadOptions {
        self.maps.get(map).map_or(&self.access.options, |entry| &entry.options)
    }

    /// Where a map comes from.
    pub fn source(&self, map: usize) -> Option<&MapSource> {
        self.maps.get(map)
    }

    /// Makes a layer of a map solid from its next reading on, or no longer, as `--solid-layer` does for all maps.
    pub fn set_solid(&mut self, map: usize, layer: &str, is_solid: bool) {
        let Some(entry) = self.maps.get_mut(map) else { return };
        entry.options = with_layer(&entry.options, layer, is_solid);
    }

    /// Watches the files that a map depends on; `None` for a map that cannot change.
    pub fn watch(&self, map: usize, dependencies: FileDependencies) -> Option<AssetWatcher> {
        let entry = self.maps.get(map)?;
        Some(AssetWatcher::new(entry.files.clone(), entry.root.as_ref()?, dependencies))
    }

    /// Reads a map.
    ///
    /// # Errors
    /// The problems of the map, errors first.
    pub fn read(&self, map: usize) -> Result<Level, Vec<Problem>> {
        self.read_from(&*self.files(map), map)
    }

    /// Reads a map through `files`, which may track what is read.
    ///
    /// # Errors
    /// As [`LevelLibrary::read`].
    pub fn read_from(&self, files: &dyn Files, map: usize) -> Result<Level, Vec<Problem>> {
        seamwalker_level::read_with(files, self.path(map), self.options(map)).map_err(|mut problems| {
            problems.sort_by_key(|problem| problem.severity != Severity::Error);
            problems
        })
    }
}

/// The title of the game itself.
fn shipped_title(embedded: Embedded) -> String {
    Pack::new(Rc::new(embedded), "maps").map(|shipped| shipped.manifest.title).unwrap_or_default()
}

/// What precedes the names of the maps of a pack in save files.
fn key_prefix(manifest: &Manifest, shipped: &str) -> String {
    let title = &manifest.title;
    if title.is_empty() || title == shipped { String::new() } else { format!("{title}/") }
}

/// The options with a solid layer added or removed. Names are compared as the reader compares them.
fn with_layer(options: &ReadOptions, layer: &str, is_solid: bool) -> ReadOptions {
    let is_other = |name: &&String| !name.trim().eq_ignore_ascii_case(layer.trim());
    let others = options.solid_layers.iter().filter(is_other).cloned();
    ReadOptions { solid_layers: others.chain(is_solid.then(|| layer.to_owned())).collect(), ..options.clone() }
}

/// The folders searched for maps by default.
fn default_folders() -> impl Iterator<Item = PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    [beside, std::env::current_dir().ok()].into_iter().flatten().map(|folder| folder.join("maps"))
}

/// The program's own pictures: those beside a folder called `maps`, as in the repository, otherwise the embedded ones.
fn art(folder: &Path, embedded: Embedded) -> Rc<dyn Files> {
    let home = folder.canonicalize().ok().filter(|folder| folder.ends_with("maps"));
    match home.as_deref().and_then(Path::parent) {
        Some(home) => Rc::new(Overlay(Folder::new(home), embedded)),
        None => Rc::new(embedded),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use seamwalker_level::{Limits, MemoryFiles, read_with};

    use super::*;

    #[test]
    fn a_saved_manifest_and_new_maps_are_found_and_known_maps_keep_their_places() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        let save = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        save("b.tmx", "");
        save("pack.ron", "(title: \"T\", worlds: [(levels: [\"b\"])])");
        let mut library = LevelLibrary::new(seamwalker_assets::shipped(), Some(folder), MapAccess::default()).unwrap();
        save("a.tmx", "");
        save("pack.ron", "(title: \"T\", worlds: [(levels: [\"a\", \"b\"])])");
        assert_eq!(library.refresh(), None);
        assert_eq!([library.name(0), library.name(1)], ["b", "a"]);
        assert_eq!(library.campaign().levels().collect::<Vec<_>>(), [1, 0]);
        save("pack.ron", "(title: ");
        assert!(library.refresh().unwrap().contains("pack.ron:1"));
        assert_eq!(library.refresh(), None, "said once");
        assert_eq!(library.campaign().levels().count(), 2, "the last good one stays");
    }

    #[test]
    fn a_layer_becomes_solid_and_back() {
        let map = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\
            <tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"16\" height=\"16\"/></tileset>\
            <layer id=\"1\" name=\"Kacheln\" width=\"3\" height=\"1\"><data encoding=\"csv\">1,0,0</data></layer>\
            <layer id=\"2\" name=\"Blumen\" width=\"3\" height=\"1\"><data encoding=\"csv\">0,0,1</data></layer></map>";
        let files = MemoryFiles::new([("m.tmx".to_owned(), map.as_bytes().to_vec())], &Limits::default()).unwrap();
        let edges = |options: &ReadOptions| read_with(&files, "m.tmx", options).unwrap().terrain.edges().len();
        let one = with_layer(&ReadOptions::default(), "kacheln", true);
        let both = with_layer(&one, "Blumen", true);
        assert_eq!([edges(&one), edges(&both)], [4, 8]);
        assert_eq!(with_layer(&both, " KACHELN", false).solid_layers, ["Blumen"]);
        assert_eq!(with_layer(&both, "Blumen", true), both);
    }
}
