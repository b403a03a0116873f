//! Where maps and pictures come from: inside the program, a folder, or a map that someone names.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use seamwalker::level::{self, Embedded, Files, Folder, Level, Overlay, Problem, Severity};

/// A map and the source that it is read from.
#[derive(Clone)]
struct Entry {
    files: Rc<dyn Files>,
    path: String,
}

/// All maps that can be played, and the program's own pictures.
pub struct Shelf {
    art: Rc<dyn Files>,
    maps: Vec<Entry>,
}

impl Shelf {
    /// The maps inside the program, or those in a folder `maps` below `root`.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn new(embedded: Embedded, root: Option<&Path>) -> io::Result<Self> {
        let Some(root) = root else {
            let files: Rc<dyn Files> = Rc::new(embedded);
            let maps = embedded.maps()
                .map(|path| Entry { files: files.clone(), path: path.to_owned() })
                .collect();
            return Ok(Self { art: files, maps });
        };
        // What the folder does not have comes from the program.
        let files: Rc<dyn Files> = Rc::new(Overlay(Folder::new(root), embedded));
        let mut paths: Vec<String> = std::fs::read_dir(root.join("maps"))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| Path::new(name).extension().is_some_and(|e| e == "tmx"))
            .map(|name| format!("maps/{name}"))
            .collect();
        paths.sort();
        let maps = paths.into_iter().map(|path| Entry { files: files.clone(), path }).collect();
        Ok(Self { art: files, maps })
    }

    /// The number of the map with this path or plain name; a file that is not on the shelf is put there.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn find(&mut self, path: &Path) -> io::Result<usize> {
        let path_known = self.maps.iter().position(|entry| Path::new(&entry.path) == path);
        let named = path.to_str().and_then(|name| self.named(name));
        if let Some(i) = path_known.or(named).filter(|_| !path.exists()) {
            return Ok(i);
        }
        let (folder, path) = Folder::for_map(path)?;
        self.maps.push(Entry { files: Rc::new(folder), path });
        Ok(self.maps.len() - 1)
    }

    /// The program's own pictures.
    pub fn art(&self) -> Rc<dyn Files> {
        self.art.clone()
    }

    /// How many maps there are.
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// The path of a map, as its source names it.
    pub fn path(&self, map: usize) -> &str {
        self.maps.get(map).map_or("", |entry| &entry.path)
    }

    /// A map's file name without folder and ending.
    pub fn name(&self, map: usize) -> String {
        PathBuf::from(self.path(map)).file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned())
    }

    /// The map with this file name without ending.
    pub fn named(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&i| self.name(i) == name)
    }

    /// Where a map's pictures come from.
    pub fn files(&self, map: usize) -> Rc<dyn Files> {
        self.maps.get(map).map_or_else(|| self.art(), |entry| entry.files.clone())
    }

    /// Reads a map.
    ///
    /// # Errors
    /// What keeps it from being played, worst first.
    pub fn read(&self, map: usize) -> Result<Level, Vec<Problem>> {
        let Some(entry) = self.maps.get(map) else { return Err(Vec::new()) };
        level::read(&*entry.files, &entry.path).map_err(|mut problems| {
            problems.sort_by_key(|p| p.severity != Severity::Error);
            problems
        })
    }
}
