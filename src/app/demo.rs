//! TEMPORARY: a level made by hand, until maps can be read.

use std::borrow::Cow;
use std::sync::Arc;

use glam::{IVec2, UVec2, Vec2};
use seamwalker::collide::*;
use seamwalker::level::*;

pub struct Disk;
impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Cow<'_, [u8]>> {
        std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).map(Cow::Owned)
    }
}

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

pub fn level() -> Arc<Level> {
    let shapes: Vec<(u32, Vec<Vec2>)> = vec![
        (
            0,
            vec![
                v(0., 288.),
                v(128., 288.),
                v(176., 240.),
                v(256., 240.),
                v(320., 272.),
                v(384., 272.),
                v(384., 360.),
                v(0., 360.),
            ],
        ),
        (1, vec![v(432., 304.), v(512., 304.), v(560., 256.), v(1000., 256.), v(1000., 360.), v(432., 360.)]),
        (2, vec![v(208., 128.), v(304., 128.), v(304., 160.), v(208., 160.)]),
        (3, vec![v(448., 160.), v(544., 160.), v(544., 192.), v(512., 192.), v(512., 208.), v(448., 208.)]),
        (4, vec![v(0., 0.), v(48., 0.), v(48., 128.), v(32., 128.), v(32., 224.), v(0., 224.)]),
        (2, vec![v(704., 128.), v(720., 128.), v(720., 224.), v(704., 224.)]),
        (3, vec![v(760., 128.), v(840., 128.), v(840., 136.), v(760., 136.)]),
        (0, vec![v(880., 128.), v(944., 96.), v(944., 128.)]),
        (
            1,
            vec![
                v(760., 176.),
                v(792., 160.),
                v(824., 176.),
                v(824., 192.),
                v(808., 192.),
                v(808., 208.),
                v(760., 208.),
            ],
        ),
    ];
    let names = ["denim", "gingham", "dots", "herringbone", "velvet"];
    let mut pictures: Vec<Picture> = names
        .iter()
        .map(|n| Picture { path: format!("maps/tilesets/{n}.png"), size: UVec2::new(128, 64), transparent: None })
        .collect();
    let mut tiles = Vec::new();
    for (p, n) in names.iter().enumerate() {
        for id in 0..32u32 {
            tiles.push(Tile {
                tileset: (*n).into(),
                id,
                picture: p,
                rect: [id % 8 * 16, id / 8 * 16, 16, 16],
                offset: IVec2::ZERO,
                frames: vec![],
            });
        }
    }
    let size = UVec2::new(64, 23);
    let mut cells = vec![None; (size.x * size.y) as usize];
    let inside = |ring: &[Vec2], p: Vec2| {
        (0..ring.len()).fold(false, |odd, i| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            odd ^ ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
        })
    };
    let mut edges = Vec::new();
    for (chain, (fabric, ring)) in shapes.iter().enumerate() {
        for y in 0..size.y {
            for x in 0..size.x {
                let c = v(x as f32 * 16., y as f32 * 16.);
                let q = [v(3., 3.), v(13., 3.), v(3., 13.), v(13., 13.)].map(|o| inside(ring, c + o));
                let tile = match q {
                    [true, true, true, true] => (x * 7 + y * 13) % 6,
                    [false, true, true, true] => 8,
                    [true, false, true, true] => 9,
                    [false, false, false, true] => 12,
                    [false, false, true, true] => 28,
                    [true, true, false, false] => 29,
                    [false, false, true, false] => 15,
                    _ => continue,
                };
                cells[(y * size.x + x) as usize] =
                    Some(Cell { tile: fabric * 32 + tile, flip_h: false, flip_v: false, flip_d: false });
            }
        }
        let first = edges.len() as u32;
        let n = ring.len() as u32;
        for i in 0..n {
            let mut e = Edge::new(ring[i as usize], ring[((i + 1) % n) as usize], Side::Outer);
            e.chain = chain as u32;
            e.prev = Some(first + (i + n - 1) % n);
            e.next = Some(first + (i + 1) % n);
            edges.push(e);
        }
    }
    let mut layers = Vec::new();
    for (name, par, y) in [
        ("sky", 0.0, 0.0),
        ("clouds", 0.1, 0.0),
        ("hills_far", 0.2, 0.0),
        ("hills_mid", 0.35, 0.0),
        ("hills_near", 0.5, 0.0),
    ] {
        pictures.push(Picture {
            path: format!("maps/backgrounds/{name}.png"),
            size: UVec2::new(640, 360),
            transparent: None,
        });
        layers.push(Layer {
            name: name.into(),
            opacity: 1.0,
            tint: [255; 4],
            offset: v(-320., -180.0 + y + par * 180.0),
            parallax: v(par, par),
            content: LayerContent::Image { picture: pictures.len() - 1, repeat_x: true, repeat_y: false },
        });
    }
    layers.push(Layer {
        name: "ground".into(),
        opacity: 1.0,
        tint: [255; 4],
        offset: Vec2::ZERO,
        parallax: Vec2::ONE,
        content: LayerContent::Tiles { origin: IVec2::ZERO, size, cells, collides: true },
    });
    let object = |id, x: f32, y: f32, w: f32, h: f32, kind| Object {
        id,
        name: String::new(),
        aabb: Aabb::from_corners(v(x, y), v(x + w, y + h)),
        kind,
    };
    let objects = vec![
        object(1, 200., 240., 0., 0., ObjectKind::Player { faces_left: false }),
        object(2, 224., 108., 0., 0., ObjectKind::Bead { golden: false }),
        object(3, 256., 100., 0., 0., ObjectKind::Bead { golden: true }),
        object(4, 288., 108., 0., 0., ObjectKind::Bead { golden: false }),
        object(5, 150., 260., 0., 0., ObjectKind::Bead { golden: false }),
        object(
            6,
            340.,
            272.,
            0.,
            0.,
            ObjectKind::Sign {
                text: "Walk with [left] [right] and jump with [space] over the pins. A seam is no wall!".into(),
            },
        ),
        object(7, 600., 256., 0., 0., ObjectKind::Checkpoint),
        object(8, 900., 256., 0., 0., ObjectKind::Exit { next: String::new() }),
        object(
            10,
            556.,
            100.,
            48.,
            16.,
            ObjectKind::Platform(Platform {
                track: vec![v(580., 60.), v(580., 180.)],
                closed: false,
                speed: 40.,
                easing: Easing::Smooth,
                pause: 0.5,
                phase: 0.,
                one_way: false,
                start: Start::Always,
                priority: 1,
                look: String::new(),
            }),
        ),
        object(
            11,
            100.,
            199.,
            72.,
            8.,
            ObjectKind::Platform(Platform {
                track: vec![v(100., 203.), v(190., 203.)],
                closed: false,
                speed: 40.,
                easing: Easing::Linear,
                pause: 0.5,
                phase: 0.,
                one_way: true,
                start: Start::Always,
                priority: 1,
                look: String::new(),
            }),
        ),
        object(12, 632., 240., 16., 16., ObjectKind::Crate { priority: 5 }),
        object(13, 674., 224., 32., 32., ObjectKind::Crate { priority: 5 }),
        object(9, 400., 300., 24., 24., ObjectKind::Hazard),
    ];
    let terrain = Arc::new(Terrain::new(edges, vec![]));
    Arc::new(Level {
        name: "demo".into(),
        path: "demo".into(),
        meta: Meta { title: "The first hem".into(), ..Meta::default() },
        bounds: Aabb::from_corners(Vec2::ZERO, v(1024., 360.)),
        tile_size: UVec2::splat(16),
        edge_cells: vec![],
        hazard_edges: vec![],
        hazards: vec![],
        objects,
        layers,
        tiles,
        pictures,
        warnings: vec![],
        hash: 0,
        terrain,
    })
}

pub fn maps(_: &Embedded) -> impl Iterator<Item = &'static str> {
    ["maps/first hem.tmx", "maps/second.tmx", "maps/third.tmx", "maps/broken.tmx"].into_iter()
}
pub fn for_map(path: &std::path::Path) -> std::io::Result<(Disk, String)> {
    Ok((Disk, path.display().to_string()))
}
pub fn read(_: &dyn Files, path: &str) -> Result<Level, Vec<Problem>> {
    if path.contains("broken") {
        return Err(vec![Problem {
            severity: Severity::Error,
            file: path.into(),
            line: 12,
            place: "layer 'ground', tile (3,4)".into(),
            what: "the gid 9999 belongs to no tileset".into(),
            help: "add the tileset in Tiled".into(),
        }]);
    }
    Ok((*level()).clone())
}
