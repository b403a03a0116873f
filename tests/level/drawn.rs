//! Data for drawing: blend modes, parallax, size and rotation of tiles, decorations and their order, texts.

use crate::level_kit::{Memory, edges, layer, level_of, listed, map, objects};
use glam::{UVec2, Vec2};
use seamwalker_level::{Blend, Decoration, FadeArea, Figure, Layer, LayerContent, Level, Text, Tile, Turn, read};

fn with_layers(text: &str) -> Level {
    let rows = ["....", "####"];
    level_of(&map(&rows, &(layer(1, &rows, "") + text)))
}

fn decorations(layer: &Layer) -> &[Decoration] {
    let LayerContent::Objects(list) = &layer.content else { panic!("{layer:?}") };
    list
}

#[test]
fn blend_modes_match_tiled_and_unknown_ones_are_reported() {
    let layer_of = |mode: &str| format!("<objectgroup id=\"9\" name=\"{mode}\" mode=\"{mode}\"/>");
    let level = with_layers(&Blend::ALL.map(|blend| layer_of(blend.name())).concat());
    let blends: Vec<Blend> = level.layers[1..].iter().map(|layer| layer.blend).collect();
    assert_eq!(blends, Blend::ALL);
    assert!(!listed(&level.warnings).contains("blend mode"), "{}", listed(&level.warnings));
    let unknown = with_layers(&layer_of("dissolve"));
    assert_eq!(unknown.layers[1].blend, Blend::Normal);
    let warnings = listed(&unknown.warnings);
    assert!(warnings.contains("layer 'dissolve': the blend mode 'dissolve' is unknown"), "{warnings}");
}

#[test]
fn layers_follow_the_camera_from_the_parallax_origin() {
    let rows = ["...."];
    let text = map(&rows, &layer(1, &rows, "parallaxx=\"0.5\" parallaxy=\"2\" offsetx=\"7\""));
    let level =
        level_of(&text.replace("infinite=\"0\"", "infinite=\"0\" parallaxoriginx=\"100\" parallaxoriginy=\"40\""));
    assert_eq!(level.parallax_origin, Vec2::new(100.0, 40.0));
    let view = Vec2::new(64.0, 32.0);
    let shift = |middle: Vec2| level.layers[0].shift(middle - view * 0.5, view, level.parallax_origin);
    let at_origin = Vec2::new(100.0, 40.0);
    assert_eq!(shift(at_origin), Vec2::new(7.0, 0.0) - (at_origin - view * 0.5), "as it was painted");
    let moved = shift(at_origin + Vec2::splat(10.0)) - shift(at_origin);
    assert_eq!(moved, Vec2::new(-5.0, -20.0), "half as far, and twice");
}

/// The properties of a Backdrop.
fn area(members: &str) -> String {
    let property = |member: &str| match member.split_once('=') {
        Some((name, value)) => format!("<property name=\"{name}\" type=\"float\" value=\"{value}\"/>"),
        None => String::new(),
    };
    format!("<properties>{}</properties>", members.split(' ').map(property).collect::<String>())
}

#[test]
fn a_backdrop_passes_its_area_on_to_the_layers_in_it() {
    let layer = "<objectgroup id=\"8\" name=\"hills\" parallaxx=\"0.5\"/>";
    let inner = format!("<objectgroup id=\"7\" name=\"moon\" class=\"Backdrop\">{}</objectgroup>", area("bottom=90"));
    let place = area("left=100 right=900 fade=200");
    let level = with_layers(&format!(
        "<group id=\"9\" name=\"meadow\" class=\"Backdrop\">{place}{layer}{inner}</group><objectgroup id=\"6\" name=\"all\"/>"
    ));
    assert!(!listed(&level.warnings).contains("Backdrop"), "{}", listed(&level.warnings));
    let [hills, moon, all] = ["hills", "moon", "all"].map(|name| level.layers.iter().find(|l| l.name == name).unwrap());
    let none = f32::INFINITY;
    let group = FadeArea { min: Vec2::new(100.0, -none), max: Vec2::new(900.0, none), fade: 200.0 };
    assert_eq!(hills.shown_in, Some(group));
    let own = FadeArea { min: Vec2::splat(-none), max: Vec2::new(none, 90.0), fade: 480.0 };
    assert_eq!(moon.shown_in, Some(own), "its own area, with the default fade");
    assert_eq!(all.shown_in, None);
    assert_eq!([hills, moon, all].map(Layer::is_backdrop), [true, true, false], "with parallax or an area");
}

#[test]
fn an_area_fades_in_on_every_side() {
    let area = FadeArea { min: Vec2::new(100.0, 0.0), max: Vec2::new(900.0, f32::INFINITY), fade: 200.0 };
    let opacity = |x: f32, y: f32| area.opacity(Vec2::new(x, y));
    assert_eq!([opacity(99.0, 500.0), opacity(200.0, 500.0), opacity(300.0, 500.0)], [0.0, 0.5, 1.0]);
    assert_eq!([opacity(850.0, 500.0), opacity(900.0, 500.0)], [0.25, 0.0]);
    assert_eq!([opacity(500.0, 50.0), opacity(500.0, 1e6)], [0.25, 1.0], "there is no lower limit");
    let map = seamwalker_collide::Aabb::from_corners(Vec2::ZERO, Vec2::new(600.0, 400.0));
    assert_eq!(area.middle(&map), Vec2::new(350.0, 200.0), "of the part in the map");
}

#[test]
fn misspelt_members_of_a_backdrop_are_reported() {
    let text = format!("<objectgroup id=\"8\" name=\"hills\" class=\"Backdrop\">{}</objectgroup>", area("rigth=900"));
    let group = format!("<group id=\"9\" name=\"meadow\" class=\"Backdrop\">{}{text}</group>", area("botom=100"));
    let warnings = listed(&with_layers(&group).warnings);
    for (name, meant) in [("rigth", "right"), ("botom", "bottom")] {
        let advice = format!("its property '{name}' has no effect; did you mean '{meant}'?");
        assert!(warnings.contains(&advice), "{warnings}");
    }
    let text = text.replace("rigth", "fade").replace("900", "-3");
    let warnings = listed(&with_layers(&text).warnings);
    assert!(warnings.contains("property 'fade' is -3, not between 1 and"), "{warnings}");
}

#[test]
fn layers_are_drawn_in_the_order_of_their_map() {
    let rows = ["...."];
    let order = |name: &str| {
        let text = map(&rows, &layer(1, &rows, ""));
        level_of(&text.replace("infinite", &format!("renderorder=\"{name}\" infinite"))).layers[0].render_order
    };
    let orders = ["right-down", "right-up", "left-down", "left-up", "sideways"].map(order);
    assert_eq!(orders.map(|order| order.to_array()), [[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 1]]);
}

/// The template was given another tileset after the map was saved.
#[test]
fn the_tileset_of_a_template_need_not_be_one_of_the_map() {
    let own = "<tileset name=\"own\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\"><image source=\"own.png\" width=\"32\" height=\"32\"/>\
               <tile id=\"2\"><objectgroup><object id=\"1\" type=\"Solid\" y=\"8\" width=\"16\" height=\"8\"/></objectgroup></tile></tileset>";
    let template = "<template><tileset firstgid=\"1\" source=\"own.tsx\"/><object type=\"Ice\" gid=\"3\" width=\"16\" height=\"16\"/></template>";
    let rows = ["....", "...."];
    let object = "<object id=\"1\" template=\"t.tx\" x=\"16\" y=\"32\"/>";
    let files = Memory::with_map(&map(&rows, &objects(object))).and("t.tx", template).and("own.tsx", own);
    let level = read(&files, "m.tmx").unwrap();
    let [Decoration { figure: Figure::Tile(tile), .. }] = decorations(&level.layers[0]) else { panic!("not shown") };
    let tile = &level.tiles[*tile as usize];
    assert_eq!((tile.tileset.as_str(), tile.rect, tile.picture), ("own", [0, 16, 16, 16], Some(0)));
    assert_eq!(edges(&level).lines().next(), Some("Ice 1,1.5 2,1.5 #0"), "it has the tile's shape");
}

/// As versions of Tiled before 0.15 wrote them.
#[test]
fn x_and_y_of_an_image_layer_are_its_offset_if_it_has_none() {
    let offset = |attributes: &str| {
        let image = "<image source=\"sky.png\" width=\"8\" height=\"8\"/>";
        let layer = format!("<imagelayer id=\"9\" {attributes}>{image}</imagelayer>");
        with_layers(&format!("<group id=\"8\" offsetx=\"7\">{layer}</group>")).layers[1].offset
    };
    assert_eq!(offset("x=\"150\" y=\"-20\""), Vec2::new(157.0, -20.0));
    assert_eq!(offset("x=\"150\" y=\"-20\" offsetx=\"0\" offsety=\"3\""), Vec2::new(7.0, 3.0));
}

/// The corners lie where Tiled's cell renderer puts them.
#[test]
fn tiles_fill_their_cells_as_the_tileset_says() {
    let turn = |turns: &str| {
        let has = |c| turns.contains(c);
        Turn { h: has('h'), v: has('v'), d: has('d') }
    };
    let sixteen = UVec2::splat(16);
    let wide = Tile { rect: [0, 0, 32, 8], ..Tile::default() };
    let bounds = |corners: [Vec2; 4]| {
        let (min, max) = corners.into_iter().fold((corners[0], corners[0]), |(a, b), c| (a.min(c), b.max(c)));
        [min.x, min.y, max.x, max.y]
    };
    assert_eq!(
        bounds(wide.corners(turn(""), sixteen)),
        [0.0, 8.0, 32.0, 16.0],
        "its own size, on the lower left corner"
    );
    assert_eq!(bounds(wide.corners(turn("d"), sixteen)), [0.0, -16.0, 8.0, 16.0], "turned, it stands there too");
    let fit = Tile { fit: true, ..wide.clone() };
    assert_eq!(bounds(fit.corners(turn("h"), sixteen)), [0.0, 0.0, 16.0, 16.0], "stretched");
    let whole = Tile { keeps_aspect: true, ..fit };
    assert_eq!(bounds(whole.corners(turn(""), sixteen)), [0.0, 6.0, 16.0, 10.0], "whole, in the middle");
    let moved = Tile { offset: glam::IVec2::new(4, -8), ..whole };
    assert_eq!(bounds(moved.corners(turn(""), sixteen)), [2.0, 2.0, 18.0, 6.0], "the offset shrinks with it");
    // A quarter turn clockwise: the picture's upper left corner comes to the upper right.
    let square = Tile { rect: [0, 0, 16, 16], ..Tile::default() };
    assert_eq!(square.corners(turn("dh"), sixteen)[0], Vec2::new(16.0, 0.0));
    assert_eq!(square.corners(turn("dv"), sixteen)[0], Vec2::new(0.0, 16.0));
}

#[test]
fn decorations_rotate_scale_and_stack_as_in_tiled() {
    let text =
        "<object id=\"1\" gid=\"9\" x=\"20\" y=\"90\" width=\"16\" height=\"32\" rotation=\"90\" opacity=\"0.5\"/>
         <object id=\"2\" gid=\"9\" x=\"0\" y=\"50\" width=\"16\" height=\"16\"/>
         <object id=\"3\" gid=\"9\" x=\"0\" y=\"10\" width=\"16\" height=\"16\" visible=\"0\"/>";
    let by = |order: &str| objects(text).replace("<objectgroup", &format!("<objectgroup draworder=\"{order}\""));
    let level = with_layers(&(by("index") + &by("topdown").replace("object id=\"", "object id=\"1")));
    let first = |layer: usize| decorations(&level.layers[layer])[0].corners[0];
    assert_eq!(decorations(&level.layers[1]).len(), 2, "one is hidden");
    assert_eq!(first(2), Vec2::new(0.0, 34.0), "higher on the map is farther back");
    let turned = &decorations(&level.layers[1])[0];
    let near = |p: Vec2, x: f32, y: f32| assert!(p.distance(Vec2::new(x, y)) < 1e-4, "{p}");
    // It stands on (20, 90) and is turned clockwise about that place.
    near(turned.corners[3], 20.0, 90.0);
    near(turned.corners[2], 20.0, 106.0);
    near(turned.corners[0], 52.0, 90.0);
    assert!((turned.opacity - 0.5).abs() < 1e-6);
}

/// As versions of Tiled before 0.13 wrote them.
#[test]
fn tile_objects_without_id_and_size_are_drawn() {
    let level =
        with_layers(&objects("<object gid=\"9\" x=\"20\" y=\"90\"/><object id=\"4\" gid=\"9\" x=\"0\" y=\"90\"/>"));
    let [first, second] = decorations(&level.layers[1]) else { panic!("both are drawn") };
    let size = first.corners[2] - first.corners[0];
    assert_eq!(
        (size, first.corners[3], second.corners[3]),
        (Vec2::splat(16.0), Vec2::new(20.0, 90.0), Vec2::new(0.0, 90.0))
    );
    let crates = "<object type=\"Crate\" width=\"16\" height=\"16\"/>".repeat(2)
        + "<object id=\"7\" type=\"Crate\" x=\"64\" width=\"16\" height=\"16\"/>";
    let ids: Vec<u32> = with_layers(&objects(&crates)).objects.iter().map(|object| object.id).collect();
    assert_eq!(ids, [0, 7, 8, 9], "the assumed start, and new ids above all others");
}

#[test]
fn a_text_object_keeps_its_text_colour_and_box() {
    let text = "<object id=\"1\" x=\"8\" y=\"4\" width=\"60\" height=\"20\"><text pixelsize=\"24\" wrap=\"1\" \
                color=\"#80ff0010\" halign=\"center\" valign=\"bottom\" bold=\"1\" italic=\"1\" strikeout=\"1\">Mind the &amp; gap</text></object>";
    let level = with_layers(&objects(text));
    let [Decoration { corners, figure: Figure::Text(text), .. }] = decorations(&level.layers[1]) else { panic!() };
    assert_eq!((corners[0], corners[2]), (Vec2::new(8.0, 4.0), Vec2::new(68.0, 24.0)));
    let words = "Mind the & gap".to_owned();
    let color = [0xff, 0x00, 0x10, 0x80];
    let plain = Text { words, pixel_size: 24.0, color, wraps: true, align: [0.5, 1.0], ..Text::default() };
    assert_eq!(*text, Text { bold: true, italic: true, strikeout: true, ..plain });
}
