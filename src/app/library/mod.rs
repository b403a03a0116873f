//! The level library: maps and pictures embedded in the program, in a folder, or named by the user.

pub mod campaign_state;
mod files_with_options;

pub use campaign_state::CampaignState;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use seamwalker::lab::Campaign;
use seamwalker::level::compact::{CompactCollect, CompactSort};
use seamwalker::level::{
    self, Embedded, FileDependencies, Files, Folder, Level, Limits, MapAccess, Overlay, Problem, Severity, WorldFile,
    read_file,
};

use crate::app::live_edit::{AssetWatcher, MapSource};
use files_with_options::{FilesWithOptions, with_layer};

/// The largest campaign plan, in bytes: thousands of names.
const MAX_PLAN_BYTES: u64 = 1 << 20;

/// A map and its source.
#[derive(Clone)]
struct LibraryEntry {
    files: Rc<dyn Files>,
    path: String,
    /// The folder of the files on disk, if they can change during play.
    root: Option<PathBuf>,
    /// It was added later.
    guest: bool,
}

impl LibraryEntry {
    /// A map on disk.
    fn on_disk(map: &Path, access: &MapAccess) -> io::Result<Self> {
        let (folder, path) = access.open(map)?;
        Ok(Self { root: Some(folder.root.clone()), files: Rc::new(folder), path, guest: false })
    }
}

/// All playable maps, and the program's own pictures.
pub struct LevelLibrary {
    art: Rc<dyn Files>,
    maps: Vec<LibraryEntry>,
    access: MapAccess,
    /// The campaign, if there is a plan for it.
    plan: Option<Campaign>,
    /// The error in the plan.
    pub complaint: Option<String>,
}

impl LevelLibrary {
    /// The maps of a folder; without one, those in a folder `maps` beside the program or in the current folder; without that, the
    /// embedded ones.
    ///
    /// # Errors
    /// When the named folder cannot be read or has no map.
    pub fn new(embedded: Embedded, folder: Option<&Path>, access: MapAccess) -> io::Result<Self> {
        let of_folder = |folder: &Path| {
            let maps = maps_in(folder, &access)?;
            if maps.is_empty() {
                return Err(io::Error::new(io::ErrorKind::NotFound, format!("{}: no maps in it", folder.display())));
            }
            Ok(Self::of(
                art(folder, embedded),
                maps,
                read_file(folder.join(Campaign::FILE), MAX_PLAN_BYTES),
                access.clone(),
            ))
        };
        if let Some(folder) = folder {
            return of_folder(folder);
        }
        if let Some(library) = default_folders().find_map(|folder| of_folder(&folder).ok()) {
            return Ok(library);
        }
        let files: Rc<dyn Files> = Rc::new(embedded);
        let entry = |path: &str| LibraryEntry { files: files.clone(), path: path.to_owned(), root: None, guest: false };
        let maps = without_rooms(embedded.maps().map(entry).collect());
        let plan = embedded.read(&format!("maps/{}", Campaign::FILE)).map(Cow::into_owned);
        Ok(Self::of(files, maps, plan, access))
    }

    /// A library of these maps, with the bytes of their plan.
    fn of(art: Rc<dyn Files>, maps: Vec<LibraryEntry>, plan: io::Result<Vec<u8>>, access: MapAccess) -> Self {
        let read = plan.ok().map(|bytes| Campaign::parse(&String::from_utf8_lossy(&bytes))).transpose();
        let complaint = read.as_ref().err().cloned();
        Self { art, maps, access, plan: read.ok().flatten(), complaint }
    }

    /// The campaign.
    pub fn campaign(&self) -> CampaignState {
        let names: Vec<String> = (0..self.len()).map(|map| self.name(map)).collect();
        CampaignState::new(self.plan.as_ref(), &names)
    }

    /// The index of a map: a file, which is added, or the path or name of a known map.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn find(&mut self, map: &Path) -> io::Result<usize> {
        let known = self.maps.iter().position(|entry| level::is_called(&entry.path, map));
        if let Some(i) = known.filter(|_| !map.exists()) {
            return Ok(i);
        }
        let entry = LibraryEntry::on_disk(map, &self.access)?;
        Ok(self.put(LibraryEntry { guest: true, ..entry }))
    }

    /// Adds a map from memory; replaces one with the same path. Returns its index.
    pub fn add(&mut self, files: Rc<dyn Files>, path: &str) -> usize {
        self.put(LibraryEntry { files, path: path.to_owned(), root: None, guest: true })
    }

    fn put(&mut self, entry: LibraryEntry) -> usize {
        let same = |known: &LibraryEntry| known.guest && known.path == entry.path && known.root == entry.root;
        let index = self.maps.iter().position(same).unwrap_or(self.maps.len());
        if index < self.maps.len() {
            self.maps[index] = entry;
        } else {
            self.maps.push(entry);
        }
        index
    }

    /// The key of a map in save files. Its name, for a map that was not added later.
    pub fn key(&self, map: usize) -> String {
        match self.maps.get(map) {
            Some(LibraryEntry { guest: true, root, path, .. }) => {
                root.as_deref().unwrap_or(Path::new("dropped")).join(path).to_string_lossy().into_owned()
            }
            _ => self.name(map),
        }
    }

    /// The program's own pictures.
    pub fn art(&self) -> Rc<dyn Files> {
        self.art.clone()
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

    /// The map with this path or name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.maps.iter().position(|entry| level::is_called(&entry.path, Path::new(name)))
    }

    /// The files of a map.
    pub fn files(&self, map: usize) -> Rc<dyn Files> {
        self.maps.get(map).map_or_else(|| self.art(), |entry| entry.files.clone())
    }

    /// Where a map comes from.
    pub fn source(&self, map: usize) -> MapSource {
        let root = self.maps.get(map).and_then(|entry| entry.root.clone());
        MapSource { files: self.files(map), path: self.path(map).to_owned(), root, limits: self.access.limits }
    }

    /// Makes a layer of a map solid from its next reading on, or no longer, as `--solid-layer` does for all maps.
    pub fn set_solid(&mut self, map: usize, layer: &str, is_solid: bool) {
        let Some(entry) = self.maps.get_mut(map) else { return };
        let options = with_layer(entry.files.options(), layer, is_solid);
        entry.files = Rc::new(FilesWithOptions { files: Rc::clone(&entry.files), options });
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
        level::read_within(files, self.path(map), &self.access.limits).map_err(|mut problems| {
            problems.compact_sort_by(|a, b| (a.severity != Severity::Error).cmp(&(b.severity != Severity::Error)));
            problems
        })
    }
}

/// The folders searched for maps by default.
fn default_folders() -> impl Iterator<Item = PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    [beside, std::env::current_dir().ok()].into_iter().flatten().map(|folder| folder.join("maps"))
}

/// The maps of a folder in alphabetical order. All may read from the same folder, so that the maps of a world are known.
fn maps_in(folder: &Path, access: &MapAccess) -> io::Result<Vec<LibraryEntry>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| level::is_map(path) || level::is_world(path));
    paths.compact_sort();
    let mut roots = paths.iter().filter_map(|path| Some(access.open(path).ok()?.0.root));
    let common = roots.next().map(|first| roots.fold(first, |a, b| if a.starts_with(&b) { b } else { a }));
    let access = MapAccess { root: common, ..access.clone() };
    let entries = paths.iter().map(|path| LibraryEntry::on_disk(path, &access));
    Ok(without_rooms(entries.collect::<io::Result<_>>()?))
}

/// Removes the maps that are part of a world: the world replaces them.
fn without_rooms(mut maps: Vec<LibraryEntry>) -> Vec<LibraryEntry> {
    let worlds = maps.iter().filter(|entry| level::is_world(&entry.path));
    let rooms: BTreeSet<(Option<PathBuf>, String)> = worlds
        .filter_map(|entry| Some((entry, WorldFile::open(&*entry.files, &entry.path, &Limits::DEFAULT).ok()?)))
        .flat_map(|(entry, world)| world.maps.into_iter().map(|map| (entry.root.clone(), map.path)))
        .compact_collect();
    maps.retain(|entry| !rooms.contains(&(entry.root.clone(), entry.path.clone())));
    maps
}

/// The program's own pictures: those beside a folder called `maps`, as in the repository, otherwise the embedded ones.
fn art(folder: &Path, embedded: Embedded) -> Rc<dyn Files> {
    let home = folder.canonicalize().ok().filter(|folder| folder.ends_with("maps"));
    match home.as_deref().and_then(Path::parent) {
        Some(home) => Rc::new(Overlay(Folder::new(home), embedded)),
        None => Rc::new(embedded),
    }
}
