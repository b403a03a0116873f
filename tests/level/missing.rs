//! Files that are not there, are called otherwise, or are not what they should be.

use seamwalker_level::{Files, LayerContent, Limits, MemoryFiles, Problem, Severity, check, read};

use crate::level_kit::zip::archive;
use crate::level_kit::{Memory, TILES, edges, listed, problems_of, small_layer, small_map};
use crate::temp_folder::TempFolder;

/// The warnings about names of files.
fn about_names(problems: &[Problem]) -> String {
    let about: Vec<_> = problems.iter().filter(|problem| problem.what.contains("is called")).cloned().collect();
    assert!(about.iter().all(|problem| problem.severity == Severity::Warning));
    listed(&about)
}

/// Windows and macOS do not tell upper from lower case, so maps from there open there.
#[test]
fn files_are_found_if_only_the_case_of_their_names_differs() {
    let map = small_map("<objectgroup id=\"3\"><object id=\"1\" template=\"parts/lift.TX\"/></objectgroup>")
        .replace("tiles.tsx", "Art\\ground.TSX");
    let tileset = TILES.replace("tiles.png", "GROUND.png");
    let world = "{\"type\":\"world\",\n\"maps\":[\n{\"fileName\":\"M.tmx\",\"width\":32,\"height\":32}]}";
    let files = [
        ("maps/m.tmx", map.as_str()),
        ("maps/w.world", world),
        ("maps/art/Ground.tsx", &tileset),
        ("maps/art/ground.png", "not a picture"),
        ("maps/Parts/lift.tx", "<template><object width=\"3\"/></template>"),
    ];
    let place = TempFolder::new("case").with(&files);
    place.write("p.tiled-project", "{}");
    let (folder, _) = place.open("maps/m.tmx");
    let zip = archive(files.map(|(name, text)| (name, text.as_bytes())), true).unwrap();
    let in_memory = MemoryFiles::new([("game.zip".to_owned(), zip)], &Limits::DEFAULT).unwrap();
    let same = "; give both the same name: Linux and the web tell upper from lower case\n";
    for files in [&folder as &dyn Files, &in_memory] {
        let problems = check(files, "maps/m.tmx");
        let expected = [
            "maps/m.tmx:2: warning: tileset 'Art\\ground.TSX': 'maps/Art/ground.TSX' is called 'maps/art/Ground.tsx'",
            "maps/art/Ground.tsx:3: warning: 'maps/art/GROUND.png' is called 'maps/art/ground.png'",
            "maps/m.tmx:3: warning: object 1: 'maps/parts/lift.TX' is called 'maps/Parts/lift.tx'",
        ];
        assert_eq!(about_names(&problems), expected.map(|line| format!("{line}{same}")).concat());
        assert!(!listed(&problems).contains("cannot read"), "{}", listed(&problems));
        let level = read(files, "maps/w.world").unwrap_or_else(|problems| panic!("{}", listed(&problems)));
        let line = "maps/w.world:3: warning: 'maps/M.tmx' is called 'maps/m.tmx'";
        assert!(about_names(&level.warnings).starts_with(line), "{}", listed(&level.warnings));
    }
}

/// Tiled names the missing tileset and shows a cross in each of its cells.
#[test]
fn tiles_of_a_missing_tileset_are_crosses_as_solid_as_their_layer() {
    for name in ["gone/moved.tsx", "../moved.tsx", "..", ":/automap-tiles.tsx", "C:\\a&b\\moved.tsx"] {
        let flipped = (1_u32 << 31) + 40;
        let tilesets = format!("tiles.tsx\"/><tileset firstgid=\"33\" source=\"{}\"/>", name.replace('&', "&amp;"));
        let layer = format!(
            "<layer id=\"1\" name=\"l\" class=\"Solid\" width=\"2\" height=\"2\"><data encoding=\"csv\">0,34,{flipped},1</data></layer>"
        );
        let object = "<objectgroup id=\"2\"><object id=\"1\" gid=\"77\" x=\"0\" y=\"16\" width=\"16\" height=\"16\"/></objectgroup>";
        let files = Memory::with_map(&small_map(&(layer + object)).replace("tiles.tsx\"/>", &tilesets));
        let level = read(&files, "m.tmx").unwrap_or_else(|problems| panic!("{name}: {}", listed(&problems)));
        let warnings = listed(&level.warnings);
        assert!(warnings.contains("its tiles are shown as crosses") && warnings.lines().count() == 2, "{warnings}");
        assert_eq!(level.tiles.len(), 2, "{name}: one tile stands for all of the tileset's");
        let tile = level.tiles.iter().find(|tile| tile.tileset != "tiles").unwrap();
        assert!(level.pictures[tile.picture.unwrap()].path.is_empty() && tile.size() == glam::Vec2::splat(16.0));
        let LayerContent::Tiles { cells, .. } = &level.layers[0].content else { panic!() };
        assert_eq!(cells.iter().flatten().count(), 3);
        let LayerContent::Objects(objects) = &level.layers[1].content else { panic!() };
        assert_eq!(objects.len(), 1, "{name}");
        let outline = edges(&level);
        assert_eq!(outline.lines().count(), 6, "{name}: three solid cells: {outline}");
    }
}

/// A file that cannot be read says no more than one that is not there.
#[test]
fn tiles_of_a_broken_tileset_are_crosses_and_a_broken_template_says_nothing() {
    let inside = "<layer id=\"1\" name=\"walls\" width=\"2\" height=\"2\"><data encoding=\"csv\">0,3,0,1</data></layer>
<objectgroup id=\"2\"><object id=\"1\" template=\"t.tx\" x=\"3\" width=\"9\"/></objectgroup>";
    let broken: [&[u8]; 6] =
        [b"", b"<tileset name=\"t\" tile", b"\n<map/>", b"{\"type\":\"map\"}", b"{", b"\xff\xff\0\x01"];
    for bytes in broken {
        let text = String::from_utf8_lossy(bytes);
        let files = Memory::with_map(&small_map(inside)).and("tiles.tsx", bytes).and("t.tx", bytes);
        let level = read(&files, "m.tmx").unwrap_or_else(|problems| panic!("{text}: {}", listed(&problems)));
        let warnings = listed(&level.warnings);
        for (file, what) in [("tiles.tsx", "its tiles are shown as crosses"), ("t.tx", "the object has none of")] {
            let is_said = |line: &str| line.starts_with(&format!("{file}:")) && line.contains(what);
            assert!(warnings.lines().any(is_said), "{text}: {warnings}");
        }
        assert_eq!(edges(&level).lines().count(), 4, "{text}: two solid cells");
    }
}

/// Dropped files have lost their folders.
#[test]
fn a_dropped_file_is_found_in_any_case() {
    let files = [("m.tmx", small_map("").replace("tiles.tsx", "a/TILES.tsx")), ("Tiles.tsx", TILES.to_owned())];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    assert!(read(&MemoryFiles::new(files, &Limits::DEFAULT).unwrap(), "m.tmx").is_ok());
}

/// What Git leaves in place of a large file that it has not fetched.
#[test]
fn pointers_of_git_lfs_are_called_that() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 132\n";
    let problems = listed(&problems_of(&Memory::with_map(&small_map("")).and("m.tmx", pointer)));
    assert_eq!(problems, "m.tmx:1: the file is only a Git LFS pointer; get the file itself with: git lfs pull\n");
    let level = read(&Memory::with_map(&small_map("")).and("tiles.tsx", pointer), "m.tmx").unwrap();
    let tileset =
        "the file is only a Git LFS pointer; its tiles are shown as crosses; get the file itself with: git lfs pull";
    assert!(listed(&level.warnings).contains(tileset), "{}", listed(&level.warnings));
    let files = Memory::with_map(&small_map("")).and("tiles.png", pointer);
    let problems = listed(&check(&files, "m.tmx"));
    let picture =
        "the picture 'tiles.png' cannot be shown: the file is only a Git LFS pointer; get the file itself with";
    assert!(problems.contains(picture), "{problems}");
}

/// Old programs write what the XML declaration says; editors on Windows write UTF-16.
#[test]
fn utf_16_and_latin_1_are_read() {
    let map = |encoding: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n{}",
            small_layer("<data encoding=\"csv\">1,0,0,1</data>")
        )
        .replace("name=\"ground\"", "name=\"Größe €\"")
    };
    let utf_16 = |text: &str, unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let latin = |text: &str| -> Vec<u8> {
        text.chars().map(|c| if c == '€' { 0x80 } else { u8::try_from(u32::from(c)).unwrap() }).collect()
    };
    let marked = format!("\u{feff}{}", map("UTF-16"));
    let cases = [
        utf_16(&marked, u16::to_le_bytes),
        utf_16(&marked, u16::to_be_bytes),
        latin(&map("ISO-8859-1")),
        latin(&map("windows-1252")),
        map("utf-8").into_bytes(),
    ];
    for bytes in cases {
        let level = read(&Memory::with_map("").and("m.tmx", &bytes), "m.tmx");
        let level = level.unwrap_or_else(|problems| panic!("{}", listed(&problems)));
        assert_eq!(level.layers[0].name, "Größe €");
    }
}
