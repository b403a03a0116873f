use super::*;
use crate::{Folder, read};

fn shipped(path: &str) -> Vec<u8> {
    Folder::new("../..").read(path).unwrap().into_owned()
}

fn memory(list: &[(&str, Vec<u8>)]) -> Result<MemoryFiles, String> {
    let list = list.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone()));
    Ok(MemoryFiles::new(list, &Limits::DEFAULT)?.with_fallback(Folder::new("../..")))
}

#[test]
fn files_are_found_without_their_folders() {
    let map = shipped("maps/first_stitch.tmx");
    let denim = String::from_utf8(shipped("maps/tilesets/denim.tsx")).unwrap();
    let changed = denim.replace("name=\"denim\"", "name=\"jeans\"").into_bytes();
    let files = memory(&[("a.tmx", map), ("denim.tsx", changed)]).unwrap();
    let level = read(&files, "a.tmx").unwrap();
    assert!(level.tiles.iter().any(|tile| tile.tileset == "jeans"));
}

#[test]
fn files_without_a_map_have_nothing_to_play() {
    assert_eq!(memory(&[("a.png", vec![1])]).unwrap().map(), None);
}
