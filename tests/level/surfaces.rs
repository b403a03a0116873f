//! Surfaces: all ground has one outline whose parts carry materials; one-way surfaces face four directions; ladders and water are
//! areas.

use crate::level_kit::cloth::{files, level, level_of};
use crate::level_kit::{listed, problems_of};
use glam::Vec2;
use seamwalker_collide::{Direction, Edge, EdgeId, Side};
use seamwalker_lab::Rng;
use seamwalker_level::{Level, Material, Surface};

/// The edges in cells: what they are made of, from where to where.
fn edges(level: &Level) -> Vec<String> {
    let cells = |p: Vec2| format!("{},{}", p.x / 16.0, p.y / 16.0);
    let name = |e: &Edge| Surface::from_tag(e.tag).name();
    level.terrain.edges().iter().map(|e| format!("{} {} {}", name(e), cells(e.segment.a), cells(e.segment.b))).collect()
}

#[test]
fn an_edge_is_cut_where_the_material_changes_and_nowhere_else() {
    let level = level("##ii#\n####s");
    let expected = [
        "Solid 0,0 2,0",
        "Ice 2,0 4,0",
        "Solid 4,0 5,0",
        "Solid 5,0 5,1",
        "Sticky 5,1 5,2",
        "Sticky 5,2 4,2",
        "Solid 4,2 0,2",
        "Solid 0,2 0,0",
    ];
    assert_eq!(edges(&level), expected);
}

/// Two kinds of ground in one cell: everything special covers what is plain, whichever layer is on top.
#[test]
fn special_surfaces_cover_plain_ones_in_any_order() {
    let one = level_of(&["####", ".ib."], "", &[]);
    let other = level_of(&[".ib.", "####"], "", &[]);
    assert_eq!(edges(&one), edges(&other));
    assert_eq!(one.hash(), other.hash());
    assert_eq!(edges(&one)[..4], ["Solid 0,0 1,0", "Ice 1,0 2,0", "Bouncy 2,0 3,0", "Solid 3,0 4,0"]);
}

/// Objects are ground like tiles: half of a floor made icy by a rectangle that lies on it.
#[test]
fn shapes_of_objects_are_part_of_the_outline() {
    let ice = "<object id=\"1\" type=\"Ice\" x=\"40\" y=\"16\" width=\"24\" height=\"4\"/>";
    let level = level_of(&["....\n####"], ice, &[]);
    assert_eq!(edges(&level)[..2], ["Solid 0,1 2.5,1", "Ice 2.5,1 4,1"]);
}

/// An L is two convex parts; what has a tile shows it, and what hurts is a thing of its own.
#[test]
fn objects_without_a_picture_are_listed_as_untextured() {
    let objects = "<object id=\"1\" type=\"Water\" x=\"0\" y=\"0\" width=\"24\" height=\"4\"/>\
        <object id=\"2\" type=\"Solid\" x=\"32\" y=\"0\"><polygon points=\"0,0 8,0 8,8 16,8 16,16 0,16\"/></object>\
        <object id=\"3\" type=\"Hazard\" x=\"0\" y=\"8\" width=\"4\" height=\"4\"/>\
        <object id=\"4\" type=\"Solid\" gid=\"1\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>\
        <object id=\"5\" type=\"Solid\" x=\"0\" y=\"0\"><polyline points=\"0,0 8,8\"/></object>\
        <object id=\"6\" type=\"Ladder\" visible=\"0\" x=\"0\" y=\"0\" width=\"4\" height=\"4\"/>";
    let level = level_of(&["........"], objects, &[]);
    let surfaces: Vec<Surface> = level.untextured.iter().map(|bare| bare.material.surface).collect();
    assert_eq!(surfaces, [Surface::Water, Surface::Solid, Surface::Solid]);
    assert_eq!(level.untextured[0].area, level.waters[0]);
    let area = |corners: &[Vec2]| -> f32 {
        (0..corners.len()).map(|i| corners[i].perp_dot(corners[(i + 1) % corners.len()])).sum::<f32>() * 0.5
    };
    assert_eq!(level.untextured[1..].iter().map(|bare| area(&bare.area.corners)).sum::<f32>(), 192.0);
}

#[test]
fn a_mirrored_conveyor_runs_the_other_way() {
    let belts = level_of(&["cC"], "", &[("Conveyor", "<property name=\"speed\" type=\"float\" value=\"90\"/>")]);
    let speeds: Vec<i16> = belts.terrain.edges().iter().map(|e| Material::from_tag(e.tag).speed).collect();
    assert_eq!(speeds[..2], [90, -90]);
    let usual = Material::from_tag(level("c").terrain.edges()[0].tag);
    assert_eq!(usual.speed, 60, "the default of the project");
    // Two belts are two materials, and pieces know theirs as well.
    let pieces: Vec<i16> = belts.terrain.pieces().iter().map(|p| Material::from_tag(p.tag).speed).collect();
    assert_eq!(pieces, [-90, 90]);
}

#[test]
fn the_direction_of_one_way_tiles_turns_with_the_tile() {
    for (picture, direction, from, to) in [
        ("^", Direction::Up, (0.0, 0.0), (16.0, 0.0)),
        ("v", Direction::Down, (16.0, 16.0), (0.0, 16.0)),
        ("<", Direction::Left, (0.0, 16.0), (0.0, 0.0)),
        (">", Direction::Right, (16.0, 0.0), (16.0, 16.0)),
    ] {
        let level = level(picture);
        let [edge] = level.terrain.edges() else { panic!("{picture}: {:?}", edges(&level)) };
        assert_eq!((edge.segment.a, edge.segment.b), (from.into(), to.into()), "{picture}");
        assert_eq!((edge.side, edge.normal), (Side::OneWay, direction.normal()), "{picture}");
        assert_eq!(Material::from_tag(edge.tag), Material::one_way(direction), "{picture}");
        assert_eq!(level.terrain.pieces()[0].one_way, Some(direction), "{picture}");
    }
}

/// Columns of curtains are one line, and where ground covers one there is none.
#[test]
fn vertical_one_way_edges_are_joined_and_cut_by_ground() {
    let level = level(".<\n.<\n.<\n#<\n##");
    let curtains: Vec<String> = edges(&level).into_iter().filter(|e| e.starts_with("OneWay")).collect();
    assert_eq!(curtains, ["OneWay 1,3 1,0"]);
}

/// The member `direction`, set on a tile, an object and a layer; a tile object turns it with its picture.
#[test]
fn the_direction_can_be_set_and_is_turned_with_the_tile() {
    let left = "<properties><property name=\"direction\" value=\"left\"/></properties>";
    let shape = format!("<object id=\"1\" type=\"OneWay\" x=\"32\" y=\"0\" width=\"4\" height=\"16\">{left}</object>");
    let line =
        format!("<object id=\"2\" type=\"OneWay\" x=\"64\" y=\"0\">{left}<polyline points=\"0,0 4,16\"/></object>");
    let directions = |level: &Level| -> Vec<Direction> {
        level.terrain.edges().iter().map(|e| Material::from_tag(e.tag).direction).collect()
    };
    let set = level_of(&["........"], &(shape + &line), &[]);
    assert_eq!(directions(&set), [Direction::Left; 2]);
    assert_eq!(edges(&set), ["OneWay 2,1 2,0", "OneWay 4.25,1 4,0"]);
    // A tile whose class looks left, turned by a quarter clockwise, looks up.
    let tile = "<property name=\"direction\" value=\"left\"/>";
    let turned = level_of(&[">"], "", &[("OneWay", tile)]);
    assert_eq!(directions(&turned), [Direction::Up]);
    let object = "<object id=\"1\" gid=\"3\" x=\"16\" y=\"16\" width=\"16\" height=\"16\" rotation=\"90\"/>";
    let rotated = level_of(&["...."], object, &[]);
    assert_eq!(directions(&rotated), [Direction::Right]);
}

#[test]
fn invalid_members_are_reported() {
    let wrong = |properties: &[(&str, &str)], picture: &str| listed(&problems_of(&files(&[picture], "", properties)));
    let up = wrong(&[("OneWay", "<property name=\"direction\" value=\"lefft\"/>")], "^");
    assert_eq!(
        up,
        "tiles.tsx:5: warning: tileset 'cloth', tile 2: property 'direction' is 'lefft'; did you mean 'left'?\n"
    );
    let fast = wrong(&[("Conveyor", "<property name=\"speed\" type=\"float\" value=\"1e9\"/>")], "c");
    assert!(fast.contains("not between -2000 and 2000"), "{fast}");
    let level_line = "<object id=\"2\" type=\"OneWay\" x=\"64\" y=\"0\"><properties><property name=\"direction\" value=\"left\"/></properties><polyline points=\"0,0 16,0\"/></object>";
    let open = listed(&problems_of(&files(&["...."], level_line, &[])));
    assert!(open.contains("a part of the line is horizontal"), "{open}");
}

#[test]
fn ladders_and_water_are_areas_and_ladders_have_a_top() {
    let level = level("H.ww\nH.ww\n##..");
    assert_eq!((level.ladders.len(), level.waters.len(), level.hazards.len()), (2, 4, 0));
    let tops: Vec<String> = edges(&level).into_iter().filter(|e| !e.starts_with("Solid")).collect();
    assert_eq!(tops, ["Ladder 0,0 1,0"]);
    let top = level.terrain.pieces().iter().find(|p| Surface::from_tag(p.tag) == Surface::Ladder).unwrap();
    assert_eq!((top.one_way, top.aabb.size()), (Some(Direction::Up), Vec2::new(16.0, 2.0)));
    let without = level_of(&["..ww\n..ww\n##.."], "", &[]);
    assert_ne!(level.hash(), without.hash());
}

// ---- random cloth ----

/// The letters of all ground, full tiles and slopes, and the plain letter of the same shape.
const GROUND: [(char, char, Surface); 10] = [
    ('#', '#', Surface::Solid),
    ('i', '#', Surface::Ice),
    ('b', '#', Surface::Bouncy),
    ('s', '#', Surface::Sticky),
    ('c', '#', Surface::Conveyor),
    ('/', '/', Surface::Solid),
    ('I', '/', Surface::Ice),
    ('B', '/', Surface::Bouncy),
    ('S', '/', Surface::Sticky),
    ('D', '/', Surface::Conveyor),
];

/// A field of 16 x 10 cells, half of them ground.
fn field(rng: &mut Rng) -> Vec<String> {
    let cell = |rng: &mut Rng| {
        let any = GROUND[(rng.bits() % 10) as usize].0;
        if rng.bits().is_multiple_of(2) { '.' } else { any }
    };
    (0..10).map(|_| (0..16).map(|_| cell(rng)).collect()).collect()
}

/// The edges with those on one line in one chain joined: from, to.
fn whole(level: &Level) -> Vec<(Vec2, Vec2)> {
    let list = level.terrain.edges();
    let goes_on = |i: usize| list[i].next.map(EdgeId::index).filter(|&n| list[n].normal == list[i].normal);
    let begins = |i: usize| !(0..list.len()).any(|k| goes_on(k) == Some(i));
    let end = |mut i: usize| {
        while let Some(next) = goes_on(i) {
            i = next;
        }
        list[i].segment.b
    };
    let mut edges: Vec<_> = (0..list.len()).filter(|&i| begins(i)).map(|i| (list[i].segment.a, end(i))).collect();
    edges.sort_by(|p, q| (p.0.x, p.0.y, p.1.x, p.1.y).partial_cmp(&(q.0.x, q.0.y, q.1.x, q.1.y)).unwrap());
    edges
}

/// Whatever ground is made of, its outline is that of plain ground of the same shape; every part of it is made of what lies
/// right below it; and neighbours that lie on one line are of different materials.
#[test]
fn materials_do_not_change_the_outline() {
    let mut rng = Rng(11);
    for _ in 0..150 {
        let rows = field(&mut rng);
        let picture = rows.join("\n");
        let plain: String = picture
            .chars()
            .map(|c| GROUND.iter().find(|(letter, ..)| *letter == c).map_or(c, |(_, plain, _)| *plain))
            .collect();
        let (mixed, plain) = (level(&picture), level(&plain));
        assert_eq!(whole(&mixed), whole(&plain), "{picture}");
        let list = mixed.terrain.edges();
        for edge in list {
            // Not the middle: on slopes that may be where four cells meet.
            let below = edge.segment.a.lerp(edge.segment.b, 0.37) - edge.normal * 0.1;
            let cell = (below / 16.0).floor().as_ivec2();
            let letter = rows[cell.y as usize].chars().nth(cell.x as usize).unwrap();
            let (.., surface) = GROUND.iter().find(|(known, ..)| *known == letter).unwrap();
            assert_eq!(Surface::from_tag(edge.tag), *surface, "{picture}\n{edge:?}");
            let next = &list[edge.next.unwrap().index()];
            assert!(next.normal != edge.normal || next.tag != edge.tag, "{picture}\n{edge:?}");
        }
    }
}
