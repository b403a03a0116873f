use std::io::Write;

use super::*;
use crate::read;

fn example(name: &str) -> Vec<u8> {
    std::fs::read(format!("../../examples/pack/{name}")).unwrap()
}

fn archive(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let method = rawzip::CompressionMethod::DEFLATE;
        let (mut entry, config) = archive.new_file(name).compression_method(method).start().unwrap();
        let mut writer = config.wrap(flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast()));
        writer.write_all(content).unwrap();
        let (packer, descriptor) = writer.finish().unwrap();
        packer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

fn unzip(files: &[(&str, Vec<u8>)]) -> Result<Pack, String> {
    Pack::unzip("p.zip", archive(files), &MapAccess::default())
}

#[test]
fn an_archive_is_read_like_its_folder() {
    let files = ["pack.ron", "margin.tmx", "tiles.tsx", "tiles.png", "blots.tmx"];
    let list: Vec<(String, Vec<u8>)> = files.iter().map(|name| (format!("a/b/{name}"), example(name))).collect();
    let list: Vec<(&str, Vec<u8>)> = list.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    let pack = unzip(&list).unwrap();
    assert_eq!((pack.folder.as_str(), pack.manifest.title.as_str()), ("a/b/", "Ink Trail"));
    assert_eq!(pack.in_order(), ["a/b/margin.tmx", "a/b/blots.tmx"], "the order of the manifest");
    assert!(read(&*pack.files, "a/b/margin.tmx").is_ok());
    let problems: Vec<String> = pack.problems().iter().map(ToString::to_string).collect();
    assert!(
        problems.len() == 1 && problems[0].starts_with("a/b/pack.ron:7: there is no map \"ladder\""),
        "{problems:?}"
    );
}

#[test]
fn archives_are_unpacked_like_folders() {
    let map = example("margin.tmx");
    let zip = archive(&[("pack/deep/b.tmx", map.clone()), ("pack/a.tmx", map), ("readme.txt", b"hello".to_vec())]);
    let files = MemoryFiles::new([("pack.zip".to_owned(), zip)], &Limits::DEFAULT).unwrap();
    assert_eq!(files.map(), Some("pack/a.tmx"));
    assert_eq!(files.list("pack").unwrap(), ["a.tmx", "deep"]);
}

#[test]
fn hidden_files_that_macos_adds_are_no_maps() {
    let list = [
        ("ink/pack.ron", example("pack.ron")),
        ("ink/margin.tmx", example("margin.tmx")),
        ("ink/._margin.tmx", vec![0, 5, 22]),
        ("__MACOSX/._pack.ron", vec![0, 5, 22]),
        ("__MACOSX/ink/._margin.tmx", vec![0, 5, 22]),
    ];
    assert_eq!(unzip(&list).unwrap().maps, ["ink/margin.tmx"]);
}

#[test]
fn maps_are_in_the_order_of_their_numbers() {
    let names = ["b2.tmx", "b10.tmx", "b1.tmx", "a.tmx", "b02é.tmx", "10.tmx", "9.tmx", "é.tmx"];
    let list: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (*name, Vec::new())).collect();
    let expected = ["9.tmx", "10.tmx", "a.tmx", "b1.tmx", "b2.tmx", "b02é.tmx", "b10.tmx", "é.tmx"];
    assert_eq!(unzip(&list).unwrap().maps, expected);
}

#[test]
fn nothing_is_taken_from_other_folders_of_an_archive() {
    let list = [
        ("pack.ron", example("pack.ron")),
        ("margin.tmx", example("margin.tmx")),
        ("old/tiles.tsx", example("tiles.tsx")),
    ];
    let pack = unzip(&list).unwrap();
    let warnings = read(&*pack.files, "margin.tmx").unwrap().warnings;
    assert!(warnings.iter().any(|warning| warning.what.contains("cannot read 'tiles.tsx'")), "{warnings:?}");
}

#[test]
fn hostile_archives_are_refused_or_harmless() {
    let map = || ("m.tmx", example("margin.tmx"));
    let limits = Limits { bytes: 1 << 20, ..Limits::DEFAULT };
    let small = MapAccess { options: limits.into(), ..MapAccess::default() };
    let bomb = archive(&[map(), ("pack.ron", vec![b' '; 4 << 20])]);
    assert!(bomb.len() < 1 << 16, "it packs well");
    assert!(Pack::unzip("bomb.zip", bomb, &small).unwrap_err().contains("exceeds the limit"));
    let names: Vec<String> = (0..5000).map(|i| format!("{i}.txt")).collect();
    let many: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), Vec::new())).collect();
    assert!(unzip(&many).unwrap_err().contains("more than"));
    let outside = [("../../../margin.tmx", example("margin.tmx")), ("/etc/x.tmx", Vec::new())];
    let kept = unzip(&outside).unwrap().maps;
    assert!(kept.iter().all(|map| !map.contains("..") && !map.starts_with('/')), "{kept:?}");
    let garbage = unzip(&[map(), ("pack.ron", vec![0xff; 300])]).unwrap();
    assert_eq!(garbage.problems().len(), 1);
    let whole = archive(&[map(), ("pack.ron", example("pack.ron"))]);
    for cut in (0..whole.len()).step_by(97) {
        // Some cuts lose only what follows the files; none panics.
        let _ = Pack::unzip("cut.zip", whole[..cut].to_vec(), &MapAccess::default());
    }
}

#[test]
fn a_map_belongs_to_the_nearest_manifest_or_its_own_folder() {
    let zip = archive(&[("game/pack.ron", Vec::new())]);
    let files = MemoryFiles::new([("p.zip".to_owned(), zip)], &Limits::DEFAULT).unwrap();
    assert_eq!(Pack::folder_of(&files, "game/maps/a.tmx"), "game/");
    let bare = MemoryFiles::new([], &Limits::DEFAULT).unwrap();
    assert_eq!(Pack::folder_of(&bare, "game/maps/a.tmx"), "game/maps/");
    assert_eq!(Pack::folder_of(&bare, "a.tmx"), "");
}
