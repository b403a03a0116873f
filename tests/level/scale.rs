//! Levels with scaled tiles.

use glam::{UVec2, Vec2};
use seamwalker_collide::Edge;
use seamwalker_level::{Figure, Folder, Layer, LayerContent, Level, ReadOptions, TileScale, Turn, read_with};

fn scaled(path: &str, tile_scale: TileScale) -> Level {
    let options = ReadOptions { tile_scale, ..ReadOptions::default() };
    let (files, path) = Folder::for_map(format!("../{path}")).unwrap();
    read_with(&files, &path, &options).unwrap()
}

/// The terrain's edges, twice as large if asked, in an order of their own.
fn edges(level: &Level, times: f32) -> Vec<[i64; 5]> {
    let edge = |edge: &Edge| {
        let ends = [edge.segment.a.x, edge.segment.a.y, edge.segment.b.x, edge.segment.b.y];
        let [a, b, c, d] = ends.map(|v| (f64::from(v * times) * 256.0) as i64);
        [a, b, c, d, edge.side as i64]
    };
    let mut edges: Vec<_> = level.terrain.edges().iter().map(edge).collect();
    edges.sort_unstable();
    edges
}

/// Where a layer's pictures and texts are, in pixels, with the layer's own offset first.
fn places(level: &Level, layer: &Layer) -> Vec<Vec2> {
    let mut places = vec![layer.offset];
    match &layer.content {
        LayerContent::Tiles { cells, .. } => {
            let used = cells.iter().flatten().take(200);
            places.extend(used.flat_map(|c| level.tiles[c.tile() as usize].corners(c.turn(), level.tile_size)));
        }
        LayerContent::Image { picture, scale, .. } => {
            places.push(level.pictures[*picture].size.as_vec2() * *scale);
        }
        LayerContent::Objects(list) => {
            places.extend(list.iter().flat_map(|one| one.corners));
            places.extend(list.iter().filter_map(|one| match &one.figure {
                Figure::Text(text) => Some(Vec2::splat(text.pixel_size)),
                Figure::Tile(_) => None,
            }));
        }
    }
    places
}

/// Twice the scale gives the same level, twice as large: outline, areas, objects, and everything that is drawn.
#[test]
fn a_scaled_level_is_the_same_level_in_another_size() {
    for map in ["tests/fixtures/odd/odd.tmx", "maps/spool_works.tmx", "maps/first_stitch.tmx", "maps/ribbons.tmx"] {
        let (one, two) = (scaled(map, TileScale::Unscaled), scaled(map, TileScale::Times(2.0)));
        assert_eq!((one.tile_size * 2, one.bounds.size() * 2.0), (two.tile_size, two.bounds.size()), "{map}");
        assert_eq!(one.parallax_origin * 2.0, two.parallax_origin, "{map}");
        assert_eq!(edges(&one, 2.0), edges(&two, 1.0), "{map}");
        let boxes = |level: &Level, times: f32| {
            // The player of a map without one is as large as ever.
            let own = level.objects.iter().filter(|object| object.id != 0);
            let objects = own.map(|object| (object.id, object.aabb));
            let areas = [&level.hazards, &level.ladders, &level.waters];
            let areas = areas.into_iter().flatten().map(|area| (0, area.aabb));
            objects.chain(areas).map(|(id, aabb)| (id, aabb.center * times, aabb.half * times)).collect::<Vec<_>>()
        };
        assert_eq!(boxes(&one, 2.0), boxes(&two, 1.0), "{map}");
        for (small, large) in one.layers.iter().zip(&two.layers) {
            for (a, b) in places(&one, small).into_iter().zip(places(&two, large)) {
                assert!((a * 2.0).distance(b) < 1e-3, "{map}, layer '{}': {a} became {b}", small.name);
            }
        }
    }
}

/// A map with square tiles of this side, and what else its element says.
fn tiles_of(wide: u32, high: u32, properties: &str) -> crate::level_kit::Memory {
    let map = format!(
        r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="{wide}" tileheight="{high}">
        <properties>{properties}</properties>
        <tileset firstgid="1" name="t" tilewidth="{wide}" tileheight="{high}" tilecount="1" columns="1">
        <image source="t.png" width="{wide}" height="{high}"/></tileset>
        <layer id="1" name="Ground" width="4" height="2"><data encoding="csv">0,0,0,0,1,1,1,1</data></layer></map>"#
    );
    crate::level_kit::Memory::default().and("m.tmx", &map)
}

#[test]
fn tiles_of_all_sizes_become_as_large_as_the_players_own() {
    let floor = |files: crate::level_kit::Memory, tile_scale| {
        let options = ReadOptions { tile_scale, ..ReadOptions::default() };
        let level = read_with(&files, "m.tmx", &options).unwrap();
        let top = level.terrain.edges().iter().find(|edge| edge.normal.y < -0.5).unwrap().segment;
        (level.tile_size, level.bounds.size(), top.a, top.b)
    };
    let usual = (UVec2::splat(16), Vec2::new(64.0, 32.0), Vec2::new(0.0, 16.0), Vec2::new(64.0, 16.0));
    for side in [8, 16, 18, 21, 32, 48, 64, 70] {
        assert_eq!(floor(tiles_of(side, side, ""), TileScale::Game), usual, "{side} px");
    }
    let half = r#"<property name="tile_scale" type="float" value="0.5"/>"#;
    assert_eq!(floor(tiles_of(70, 70, half), TileScale::Game).0, UVec2::splat(8), "as the map says");
    assert_eq!(floor(tiles_of(70, 70, half), TileScale::Times(2.0)).0, UVec2::splat(32), "as the user says");
    assert_eq!(floor(tiles_of(70, 70, half), TileScale::Unscaled).0, UVec2::splat(70));
    assert_eq!(floor(tiles_of(32, 16, ""), TileScale::Game).0, UVec2::new(32, 16), "not square");
}

#[test]
fn a_tile_larger_than_its_cell_keeps_its_size_in_cells() {
    let tall = seamwalker_level::Tile { rect: [0, 0, 64, 128], scale: 0.25, ..Default::default() };
    let [upper_left, _, lower_right, _] = tall.corners(Turn::default(), UVec2::splat(16));
    assert_eq!((upper_left, lower_right), (Vec2::new(0.0, -16.0), Vec2::new(16.0, 16.0)));
}
