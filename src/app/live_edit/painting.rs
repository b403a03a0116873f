//! Cells of a map that are changed in the running game: the level with them, undo, and saving them into the map's own file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use seamwalker::level::{
    self, CellEdit, EditableMap, Files, Level, Limits, Problem, ReadOptions, is_world, normal_path,
};

use crate::output::replace_file;

/// Where a level's map comes from.
#[derive(Clone)]
pub struct MapSource {
    /// The map's files.
    pub files: Rc<dyn Files>,
    /// The map, as they name it.
    pub path: String,
    /// The folder of the files on disk; `None` if they are not on disk.
    pub root: Option<PathBuf>,
    pub limits: Limits,
}

impl MapSource {
    /// The map's file; `None` if it is not on disk.
    pub fn file(&self) -> Option<PathBuf> {
        self.root.as_ref().map(|root| root.join(&self.path))
    }

    /// Whether both are the same file.
    pub fn is_same(&self, other: &Self) -> bool {
        self.path == other.path && self.root == other.root
    }
}

/// A layer's number, a column and a row.
pub type CellPlace = (u32, i32, i32);

/// A changed cell of a stroke: its place, and its ids before and after.
type StrokeCell = (CellPlace, u32, u32);

/// A map with changed cells that are not saved yet.
pub struct Painting {
    pub source: MapSource,
    /// The map as its file was read.
    pub map: EditableMap,
    /// The cells that differ from the file.
    cells: BTreeMap<CellPlace, u32>,
    done: Vec<Vec<StrokeCell>>,
    undone: Vec<Vec<StrokeCell>>,
}

impl Painting {
    /// Reads a map.
    ///
    /// # Errors
    /// Why it cannot be painted.
    pub fn open(source: MapSource) -> Result<Self, String> {
        if is_world(&source.path) {
            return Err("a world cannot be painted as a whole: open one of its maps".to_owned());
        }
        let map =
            EditableMap::read(&*source.files, &source.path, &source.limits).map_err(|problems| first(&problems))?;
        Ok(Self { source, map, cells: BTreeMap::new(), done: Vec::new(), undone: Vec::new() })
    }

    /// The global tile id in a cell; `None` where the layer has no cells.
    pub fn get(&self, (layer, column, row): CellPlace) -> Option<u32> {
        let saved = self.map.layer(layer)?.get(column, row);
        self.cells.get(&(layer, column, row)).copied().or(saved)
    }

    /// Begins a stroke: it is undone as a whole.
    pub fn begin_stroke(&mut self) {
        if self.done.last().is_none_or(|stroke| !stroke.is_empty()) {
            self.done.push(Vec::new());
        }
    }

    /// Changes a cell. Returns whether it was another before.
    ///
    /// # Errors
    /// Why the cell cannot have this tile.
    pub fn paint(&mut self, place: CellPlace, gid: u32) -> Result<bool, String> {
        self.map.check(&edit(place, gid)).map_err(|problem| problem.to_string())?;
        let before = self.get(place).unwrap_or(0);
        if before == gid {
            return Ok(false);
        }
        self.set(place, gid);
        self.undone.clear();
        match self.done.last_mut() {
            Some(stroke) => stroke.push((place, before, gid)),
            None => self.done.push(vec![(place, before, gid)]),
        }
        Ok(true)
    }

    fn set(&mut self, (layer, column, row): CellPlace, gid: u32) {
        let saved = self.map.layer(layer).and_then(|layer| layer.get(column, row));
        if saved == Some(gid) {
            self.cells.remove(&(layer, column, row));
        } else {
            self.cells.insert((layer, column, row), gid);
        }
    }

    /// Whether there is a stroke to undo, and one to do again.
    pub fn can_undo(&self) -> [bool; 2] {
        [self.done.iter().any(|stroke| !stroke.is_empty()), !self.undone.is_empty()]
    }

    /// Takes back the last stroke.
    pub fn undo(&mut self) {
        // Each round removes a stroke, so the loop ends.
        while let Some(stroke) = self.done.pop() {
            if !stroke.is_empty() {
                stroke.iter().rev().for_each(|(place, before, _)| self.set(*place, *before));
                return self.undone.push(stroke);
            }
        }
    }

    /// Does the stroke again that was undone last.
    pub fn redo(&mut self) {
        let Some(stroke) = self.undone.pop() else { return };
        stroke.iter().for_each(|(place, _, after)| self.set(*place, *after));
        self.done.push(stroke);
    }

    /// The number of cells that differ from the file.
    pub fn unsaved(&self) -> usize {
        self.cells.len()
    }

    /// Whether the file is not the one that was read: another program has changed it.
    pub fn is_stale(&self) -> bool {
        !self.source.files.read(&self.source.path).is_ok_and(|bytes| *bytes == *self.map.bytes)
    }

    /// The file with the changed cells.
    fn bytes(&self) -> Result<Vec<u8>, Problem> {
        let edits: Vec<CellEdit> = self.cells.iter().map(|(place, gid)| edit(*place, *gid)).collect();
        self.map.painted(&edits)
    }

    /// The level with the changed cells, as it will be once they are saved.
    ///
    /// # Errors
    /// Why it could not be played.
    pub fn level(&self) -> Result<Level, String> {
        let bytes = self.bytes().map_err(|problem| problem.to_string())?;
        let files = PaintedFiles { files: &*self.source.files, path: normal(&self.source.path), bytes: &bytes };
        level::read_within(&files, &self.source.path, &self.source.limits).map_err(|problems| first(&problems))
    }

    /// Saves the changed cells into the map's file, in one step. Returns the file.
    ///
    /// # Errors
    /// Why it was not saved: the file is unchanged then, and so are the cells.
    pub fn save(&mut self) -> Result<String, String> {
        let no_file = "the map is not a file on disk; drop it into a folder, and start the game with that file";
        let file = self.source.file().ok_or(no_file)?;
        // What cannot be read again is not written.
        self.level()?;
        let bytes = self.bytes().map_err(|problem| problem.to_string())?;
        replace_file(&file, &self.map.bytes, &bytes)?;
        self.reread()?;
        Ok(file.display().to_string())
    }

    /// Reads the file again, after it was saved or changed by another program. Changed cells stay changed.
    ///
    /// # Errors
    /// Why it cannot be painted any more, or which cells could not be kept.
    pub fn reread(&mut self) -> Result<(), String> {
        let again = Self::open(self.source.clone())?;
        let cells = std::mem::take(&mut self.cells);
        self.map = again.map;
        let lost = cells.into_iter().filter_map(|(place, gid)| match self.map.check(&edit(place, gid)) {
            Ok(()) => {
                self.set(place, gid);
                None
            }
            Err(problem) => Some(problem.to_string()),
        });
        lost.last().map_or(Ok(()), Err)
    }

    /// Forgets all changes, and reads the file again.
    ///
    /// # Errors
    /// Why it cannot be painted any more.
    pub fn discard(&mut self) -> Result<(), String> {
        *self = Self::open(self.source.clone())?;
        Ok(())
    }
}

const fn edit((layer, column, row): CellPlace, gid: u32) -> CellEdit {
    CellEdit { layer, column, row, gid }
}

/// The first of some problems.
fn first(problems: &[Problem]) -> String {
    problems.first().map_or_else(|| "the map cannot be read".to_owned(), ToString::to_string)
}

fn normal(path: &str) -> String {
    normal_path(path).unwrap_or_else(|_| path.to_owned())
}

/// The files of a map, with other bytes for the map itself.
struct PaintedFiles<'a> {
    files: &'a dyn Files,
    path: String,
    bytes: &'a [u8],
}

impl Files for PaintedFiles<'_> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        if path == self.path { Ok(Cow::Borrowed(self.bytes)) } else { self.files.read(path) }
    }

    fn project(&self, path: &str) -> Option<String> {
        self.files.project(path)
    }

    fn place(&self) -> Option<String> {
        self.files.place()
    }

    fn options(&self) -> &ReadOptions {
        self.files.options()
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.files.list(folder)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use seamwalker::level::{Folder, LayerContent};

    use super::*;

    /// A copy of the shipped maps' first level in a folder of its own.
    struct MapFolder(PathBuf);

    impl MapFolder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("seamwalker-painting-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            for part in ["maps/tilesets", "maps/templates", "maps/backgrounds"] {
                fs::create_dir_all(folder.join(part)).unwrap();
                for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(part)).unwrap() {
                    let path = entry.unwrap().path();
                    if path.is_file() {
                        fs::copy(&path, folder.join(part).join(path.file_name().unwrap())).unwrap();
                    }
                }
            }
            for file in ["maps/first_stitch.tmx", "maps/seamwalker.tiled-project"] {
                fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), folder.join(file)).unwrap();
            }
            Self(folder)
        }

        fn open(&self) -> Painting {
            let path = "maps/first_stitch.tmx".to_owned();
            let files = Rc::new(Folder::new(&self.0));
            Painting::open(MapSource { files, path, root: Some(self.0.clone()), limits: Limits::DEFAULT }).unwrap()
        }

        fn map(&self) -> PathBuf {
            self.0.join("maps/first_stitch.tmx")
        }
    }

    impl Drop for MapFolder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    /// A cell of the ground with a solid tile, and one without.
    fn cells(painting: &Painting) -> (CellPlace, u32, CellPlace) {
        let ground = painting.map.layers.iter().find(|layer| layer.name == "cloth").unwrap();
        let all = (0..20).flat_map(|row| (0..40).map(move |column| (column, row)));
        let (full, empty): (Vec<_>, Vec<_>) = all.partition(|(column, row)| ground.get(*column, *row) != Some(0));
        let place = |(column, row): (i32, i32)| (ground.number, column, row);
        let gid = ground.get(full[0].0, full[0].1).unwrap();
        (place(full[0]), gid, place(empty[0]))
    }

    #[test]
    fn the_level_follows_before_anything_is_saved() {
        let folder = MapFolder::new("follows");
        let mut painting = folder.open();
        let before = painting.level().unwrap();
        let (_, gid, (layer, column, row)) = cells(&painting);
        assert_eq!(painting.paint((layer, column, row), gid), Ok(true));
        let after = painting.level().unwrap();
        assert_ne!(before.hash(), after.hash(), "the ground has changed");
        let shown = after.layers.iter().find(|one| one.number == layer).unwrap();
        let LayerContent::Tiles { origin, size, cells, .. } = &shown.content else { panic!("no tiles") };
        let at = (row - origin.y) as usize * size.x as usize + (column - origin.x) as usize;
        assert!(cells[at].is_some());
        assert_eq!(fs::read(folder.map()).unwrap(), painting.map.bytes, "the file is as before");
        painting.undo();
        assert_eq!(painting.level().unwrap().hash(), before.hash());
        painting.redo();
        assert_eq!((painting.level().unwrap().hash(), painting.unsaved()), (after.hash(), 1));
    }

    #[test]
    fn strokes_are_undone_as_a_whole_and_saving_keeps_the_rest_of_the_file() {
        let folder = MapFolder::new("saves");
        let mut painting = folder.open();
        let (full, gid, empty) = cells(&painting);
        let original = fs::read_to_string(folder.map()).unwrap();
        painting.begin_stroke();
        assert_eq!(painting.paint(empty, gid), Ok(true));
        assert_eq!(painting.paint(empty, gid), Ok(false));
        assert_eq!(painting.paint(full, 0), Ok(true));
        painting.begin_stroke();
        painting.begin_stroke();
        assert_eq!((painting.unsaved(), painting.can_undo()), (2, [true, false]));
        let level = painting.level().unwrap().hash();
        let saved = painting.save().unwrap();
        assert_eq!(Path::new(&saved), folder.map());
        assert_eq!((painting.unsaved(), painting.is_stale()), (0, false));
        let text = fs::read_to_string(folder.map()).unwrap();
        let changed = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let differing = changed(&original).iter().zip(changed(&text)).filter(|(a, b)| *a != b).count();
        assert!((1..=2).contains(&differing), "{differing} lines of the rows of cells");
        assert_eq!(folder.open().level().unwrap().hash(), level);
        // Undo works beyond the save; saved again, the file is the old one.
        painting.undo();
        assert_eq!(painting.unsaved(), 2);
        painting.save().unwrap();
        assert_eq!(fs::read_to_string(folder.map()).unwrap(), original);
        assert_eq!(fs::read_dir(folder.0.join("maps")).unwrap().count(), 5, "no temporary file is left");
    }

    #[test]
    fn a_file_that_another_program_changed_is_never_overwritten() {
        let folder = MapFolder::new("stale");
        let mut painting = folder.open();
        let (full, gid, empty) = cells(&painting);
        assert_eq!(painting.paint(empty, gid), Ok(true));
        let other = fs::read_to_string(folder.map()).unwrap().replace("First Stitch", "Second Stitch");
        fs::write(folder.map(), &other).unwrap();
        assert!(painting.is_stale());
        let why = painting.save().unwrap_err();
        assert!(why.contains("first_stitch.tmx") && why.contains("another program"), "{why}");
        assert_eq!((fs::read_to_string(folder.map()).unwrap(), painting.unsaved()), (other.clone(), 1));
        // Read again, both changes are kept.
        painting.reread().unwrap();
        assert_eq!(painting.level().unwrap().meta.title, "Second Stitch");
        painting.save().unwrap();
        assert!(fs::read_to_string(folder.map()).unwrap().contains("Second Stitch"));
        assert_eq!((folder.open().get(empty), folder.open().get(full)), (Some(gid), Some(gid)));
        // A file that is gone does not come back.
        painting.paint(full, 0).unwrap();
        fs::remove_file(folder.map()).unwrap();
        assert!(painting.save().is_err() && !folder.map().exists() && painting.is_stale());
    }

    #[test]
    fn a_map_that_is_not_on_disk_is_painted_but_not_saved() {
        let path = "maps/first_stitch.tmx".to_owned();
        let files = Rc::new(seamwalker::level::shipped());
        let source = MapSource { files, path, root: None, limits: Limits::DEFAULT };
        let mut painting = Painting::open(source).unwrap();
        let (full, ..) = cells(&painting);
        assert_eq!(painting.paint(full, 0), Ok(true));
        assert!(painting.level().is_ok() && painting.save().unwrap_err().contains("not a file on disk"));
        assert!(painting.paint((full.0, -1, 0), 0).unwrap_err().contains("tile (-1,0)"));
        painting.discard().unwrap();
        assert_eq!((painting.unsaved(), painting.can_undo()), (0, [false; 2]));
    }
}
