//! Creates new maps with layers, tilesets, a player and an exit, ready for Tiled and ready to play.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use seamwalker_level::{Embedded, Folder, is_level};

/// Columns and rows of a new map: two views wide, and as high as the backgrounds are painted for.
const NEW_MAP_SIZE: (usize, usize) = (80, 26);

/// The first row of the ground.
const GROUND_ROW: usize = 20;

/// Global ids of denim: full, and the empty tile whose lower corners are cloth. Tiled's terrain brush knows the edge of the floor
/// by the empty tiles above it; without them it cuts notches into the floor.
const CLOTH: usize = 1;
const ABOVE_CLOTH: usize = 38;

/// The tilesets of a project, and how many tiles each has.
const TILESETS: [(&str, usize); 12] = [
    ("denim", 48),
    ("gingham", 48),
    ("dots", 48),
    ("herringbone", 48),
    ("velvet", 48),
    ("wool", 48),
    ("silk", 48),
    ("trims", 64),
    ("notions", 24),
    ("haberdashery", 16),
    ("things", 23),
    ("scenery", 72),
];

/// A background picture: name, file, height, offset, parallax.
type Backdrop = (&'static str, &'static str, u32, (i32, i32), (f32, f32));

/// From far to near.
const BACKDROPS: [Backdrop; 5] = [
    ("sky", "sky", 360, (-320, -180), (0.0, 0.0)),
    ("clouds", "clouds", 180, (-288, -168), (0.1, 0.05)),
    ("far hills", "hills_far", 360, (-224, -156), (0.3, 0.1)),
    ("middle hills", "hills_mid", 360, (-160, -133), (0.5, 0.2)),
    ("near hills", "hills_near", 360, (-96, -109), (0.7, 0.3)),
];

/// The file that identifies a project of this game. The player is placed with it.
const LANDMARK: &str = "templates/player.tx";

/// Creates the map and returns instructions for the user. In an empty or new folder it also creates the project that Tiled needs.
///
/// # Errors
/// Why the map cannot be created. Nothing is ever overwritten.
pub fn make(map: &Path, shipped: Embedded) -> Result<String, String> {
    let map = with_ending(map)?;
    let shown = map.display();
    let failed = |error: std::io::Error| format!("{shown}: {error}");
    if map.exists() {
        return Err(format!("{shown}: the file exists already; choose another name"));
    }
    let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let folder = folder.canonicalize().map_err(failed)?;
    let project = match Folder::project_above(&folder) {
        Some(project) if project.join(LANDMARK).is_file() => project,
        Some(other) => {
            let other = other.display();
            return Err(format!(
                "{shown}: the Tiled project in {other} belongs to another game; choose a folder outside it"
            ));
        }
        None if is_empty(&folder) => {
            unpack(&folder, shipped).map_err(failed)?;
            &folder
        }
        None => {
            let name = map.file_name().unwrap_or_default().display();
            return Err(format!(
                "{shown}: its folder is not a Seamwalker project and contains other files; \
                 name a new folder, as in: seamwalker new my-game/{name}"
            ));
        }
    };
    let up = "../".repeat(folder.strip_prefix(project).map_or(0, |below| below.components().count()));
    let mut file = fs::File::create_new(&map).map_err(failed)?;
    file.write_all(text(&up).as_bytes()).map_err(failed).inspect_err(|_| {
        // A partial map would block the next attempt.
        let _ = fs::remove_file(&map);
    })?;
    let project = project.display();
    Ok(format!(
        "Created {shown}.\n\
         Play it:  seamwalker play {shown}\n\
         Edit it:  open the project in {project} with Tiled, then this map. Every save appears in the running game."
    ))
}

/// The path with the extension `.tmx`, which may be left out.
fn with_ending(map: &Path) -> Result<PathBuf, String> {
    match map.extension() {
        None if map.file_name().is_some() => Ok(map.with_extension("tmx")),
        Some(ending) if ending == "tmx" => Ok(map.to_owned()),
        _ => Err(format!("{}: name a file such as attic.tmx", map.display())),
    }
}

/// Whether a folder contains only hidden files.
fn is_empty(folder: &Path) -> bool {
    let shows = |entry: fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    fs::read_dir(folder).is_ok_and(|entries| !entries.flatten().any(shows))
}

/// Writes the game's project into a folder: classes, tilesets, templates, rules and backgrounds, but no maps.
fn unpack(folder: &Path, shipped: Embedded) -> std::io::Result<()> {
    for (path, bytes) in shipped.0 {
        let Some(inside) = path.strip_prefix("maps/") else { continue };
        if is_level(path) || inside.starts_with("runs/") {
            continue;
        }
        let file = folder.join(inside);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, bytes)?;
    }
    Ok(())
}

/// The map's text; `up` leads from its folder to the project's.
fn text(up: &str) -> String {
    let (columns, rows) = NEW_MAP_SIZE;
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <map version=\"1.10\" tiledversion=\"1.10.2\" class=\"Level\" orientation=\"orthogonal\" renderorder=\"right-down\" \
         width=\"{columns}\" height=\"{rows}\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\" backgroundcolor=\"#789774\" \
         nextlayerid=\"12\" nextobjectid=\"3\">\n"
    );
    let mut first = 1;
    for (name, tiles) in TILESETS {
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(text, " <tileset firstgid=\"{first}\" source=\"{up}tilesets/{name}.tsx\"/>");
        first += tiles;
    }
    text += " <group id=\"1\" name=\"background\" locked=\"1\">\n";
    for (id, backdrop) in (2..).zip(BACKDROPS) {
        text += &image_layer(id, up, backdrop);
    }
    text += " </group>\n";
    text += &layer(7, "behind", |_| 0);
    text += &layer(8, "ground", |row| match row {
        GROUND_ROW.. => CLOTH,
        _ if row + 1 == GROUND_ROW => ABOVE_CLOTH,
        _ => 0,
    });
    text += &layer(9, "ribbons and pins", |_| 0);
    // Player and exit are 32 px high; their position is the upper left corner.
    let above = GROUND_ROW * 16 - 32;
    let _ = writeln!(
        text,
        " <objectgroup id=\"10\" name=\"things\">\n  \
         <object id=\"1\" template=\"{up}templates/player.tx\" x=\"64\" y=\"{above}\"/>\n  \
         <object id=\"2\" template=\"{up}templates/exit.tx\" x=\"{}\" y=\"{}\"/>\n </objectgroup>",
        columns * 16 - 96,
        above,
    );
    text + &layer(11, "front", |_| 0) + "</map>\n"
}

fn image_layer(id: u32, up: &str, (name, file, height, offset, parallax): Backdrop) -> String {
    let (x, y) = offset;
    let (along, down) = parallax;
    format!(
        "  <imagelayer id=\"{id}\" name=\"{name}\" offsetx=\"{x}\" offsety=\"{y}\" parallaxx=\"{along}\" parallaxy=\"{down}\" \
         repeatx=\"1\">\n   <image source=\"{up}backgrounds/{file}.png\" width=\"640\" height=\"{height}\"/>\n  </imagelayer>\n"
    )
}

/// A layer with one kind of tile per row.
fn layer(id: u32, name: &str, tile: impl Fn(usize) -> usize) -> String {
    let (columns, rows) = NEW_MAP_SIZE;
    let row = |row: usize| vec![tile(row).to_string(); columns].join(",");
    let cells: Vec<String> = (0..rows).map(row).collect();
    format!(
        " <layer id=\"{id}\" name=\"{name}\" width=\"{columns}\" height=\"{rows}\">\n  <data encoding=\"csv\">\n{}\n</data>\n </layer>\n",
        cells.join(",\n")
    )
}
