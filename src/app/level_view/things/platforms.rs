//! Platforms: spools and ribbons on their tracks, patches that give way, irons.

use std::f32::consts::TAU;
use std::sync::Arc;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Mover, Solver, Space, Terrain, TerrainBuilder};
use seamwalker_level::{GivesWay, Platform, Turning};
use seamwalker_sim::{PlatformState, TICK};

use super::{Brush, CULL_MARGIN, contraptions, doors};
use crate::app::render::{Canvas, Sprites, Stitch, palette};

/// The stitch of a track.
const TRACK: Stitch = Stitch { dash: 3.0, gap: 4.0, width: 1.0 };
/// How far inside the outline of a turning board its stitches are, in pixels.
const HEM: f32 = 3.0;
/// The height of a hanging spool's pulley above the highest point of its track, in pixels.
const PULLEY_HEIGHT: f32 = 22.0;
/// The height of the picture of a spool, in pixels.
const SPOOL_HEIGHT: f32 = 16.0;
/// How long an iron trembles before it slams, in seconds.
const IRON_WARNING: f32 = 0.35;
/// Where the clock of an iron is, as parts of its size.
const DIAL: Vec2 = Vec2::new(0.5, 0.55);
/// The maximal length of an iron's rod up to the ground above it, in pixels.
const MAX_ROD: f32 = 160.0;
/// Where the screw of walking shears is, as a part of their height.
const SCREW: f32 = 0.4;
/// How far the points of walking shears are from their middle when they stand, as a part of their width.
const STRIDE: f32 = 0.4;
/// The corners of each ring of walking shears.
const RING: usize = 14;

/// The tracks of all platforms that have a visible one.
pub fn tracks(brush: &mut Brush) {
    for (i, platform) in brush.world.state.platforms.iter().enumerate() {
        let data = brush.world.platform(i);
        if matches!(data.look.as_str(), "iron" | "shears" | "zip" | "gate") {
            continue;
        }
        let half = brush.world.state.space.bodies.get(platform.body).map_or(8.0, |b| b.aabb.half.y);
        track(brush.canvas, brush.sprites, data, half, brush.time);
    }
}

/// The convex pieces of a turning platform around its hinge.
pub fn pieces(platform: &Platform) -> Vec<Vec<Vec2>> {
    let mut ground = TerrainBuilder::default();
    let outline = platform.turning.as_ref().and_then(|shape| ground.solid(&[&shape.outline[..]]).ok());
    let terrain = outline.map(TerrainBuilder::build);
    terrain.iter().flat_map(Terrain::pieces).map(|piece| piece.corners().clone()).collect()
}

/// A platform, `since` seconds after its last event.
pub fn platform(brush: &mut Brush, index: usize, (since, pieces): (f32, &[Vec<Vec2>])) {
    let world = brush.world;
    let (state, data) = (&world.state.platforms[index], world.platform(index));
    let Some((corner, size)) = brush.body(state.body, state.previous_center) else { return };
    if !brush.viewport.shows(corner + size * 0.5, size + CULL_MARGIN) {
        return;
    }
    if let Some(shape) = &data.turning {
        return turning(brush, state, (data, shape), pieces);
    }
    match data.look.as_str() {
        "loose" | "worn" => patch(brush, data, state.clock, (corner, size)),
        "zip" | "gate" => {
            if let Some(object) = world.level.objects.get(state.object as usize) {
                doors::door(brush, data, &object.aabb, corner);
                doors::keys(brush, index, &object.aabb);
            }
        }
        "iron" => iron(brush, index, data, (corner, size), since),
        "shears" => shears(brush, data, (corner, size)),
        _ => spools(brush, data, (corner, size)),
    }
}

/// A ribbon or a spool; a tall one is a stack of spools, aligned at the bottom.
fn spools(brush: &mut Brush, data: &Platform, (corner, size): (Vec2, Vec2)) {
    let ribbon = is_ribbon(data);
    if hangs(data) && !ribbon {
        thread(brush.canvas, data, corner + size * 0.5, size.y * 0.5);
    }
    // The wheels of a ribbon turn as it goes.
    let (look, frame) = if ribbon { ("ribbon", (corner.x + corner.y) * 0.5) } else { (spool(data).0, 0.0) };
    for row in 0..(size.y / SPOOL_HEIGHT).ceil().clamp(1.0, 64.0) as u32 {
        let down = (row as f32 * SPOOL_HEIGHT).min(size.y - SPOOL_HEIGHT).max(0.0);
        strip(brush, (look, frame.rem_euclid(4.0) as usize), corner + Vec2::new(0.0, down), size);
    }
}

/// A board of wood or steel that turns, with stitches along its sides and a bobbin as its hinge. `pieces` are convex, around its hinge.
fn turning(brush: &mut Brush, state: &PlatformState, (data, shape): (&Platform, &Turning), pieces: &[Vec<Vec2>]) {
    let Some(pose) = brush.world.state.space.bodies.pose(state.body) else { return };
    // Where it was a part of the tick ago.
    let back = Vec2::from_angle(-(state.velocity.x * TICK * (1.0 - brush.between)).to_radians());
    let placed = |corner: &Vec2| pose.at + back.rotate(pose.rotation.rotate(*corner));
    let [color, thread] =
        if data.look == "steel" { [palette::CREAM, palette::SAND] } else { [palette::SAND, palette::CREAM] };
    for piece in pieces {
        brush.canvas.polygon(&piece.iter().map(placed).collect::<Vec<_>>(), color);
    }
    let outline: Vec<Vec2> = shape.outline.iter().map(placed).collect();
    brush.canvas.outline(&outline, 2.0, palette::INK);
    let (last, at) = (outline.len(), |i: usize| outline[i % outline.len()]);
    // Positive clockwise on the screen.
    let area: f32 = (0..last).map(|i| at(i).perp_dot(at(i + 1))).sum();
    let inwards = |i: usize| (at(i + 1) - at(i)).normalize_or_zero().perp() * area.signum();
    let hem = (0..last).map(|i| {
        let (before, after) = (inwards(i + last - 1), inwards(i));
        at(i) + (before + after) * HEM / (1.0 + before.dot(after)).max(0.2)
    });
    brush.canvas.stitches(TRACK, &hem.collect::<Vec<_>>(), true, thread);
    brush.sprite("bobbin", 0.0, pose.at);
}

/// A patch that gives way: a loose one sags and trembles, a worn one frays.
fn patch(brush: &mut Brush, data: &Platform, clock: u64, (corner, size): (Vec2, Vec2)) {
    let holds = data.gives_way.map_or(1.0, |GivesWay { after, .. }| (after / TICK).max(1.0));
    let done = (clock as f32 / holds).min(1.0);
    if data.look == "worn" {
        let stage = if clock == 0 { 0 } else { 1 + (done * 2.99) as usize };
        return strip(brush, ("worn", stage), corner, size);
    }
    let trembles = clock > 0 && done < 1.0;
    let shift = match clock % 4 {
        _ if !trembles || brush.comfort.reduce_motion => 0.0,
        0 | 1 => -1.0,
        _ => 1.0,
    };
    let sag = if clock > 0 { 1.0 } else { 0.0 };
    strip(brush, ("loose", 0), corner + Vec2::new(shift, sag), size);
}

/// A steam iron on its rod. It is hot while it falls and rests, and trembles before it falls.
fn iron(brush: &mut Brush, index: usize, data: &Platform, (corner, size): (Vec2, Vec2), since: f32) {
    let velocity = brush.world.state.platforms[index].velocity;
    let rest = data.rest.unwrap_or(data.pause);
    let warns = velocity == Vec2::ZERO && brush.world.slams_in(index).is_some_and(|left| left < IRON_WARNING);
    let shift = if warns && !brush.comfort.reduce_motion && brush.time % 0.08 < 0.04 { 1.0 } else { 0.0 };
    let home = data.track.first().map_or(corner.y, |p| p.y - size.y * 0.5);
    let x = (corner.x + size.x * 0.5).round();
    let top = rod(brush, Vec2::new(x, home)).round();
    brush.canvas.rect(x - 3.0, top, 6.0, corner.y + 3.0 - top, palette::INK);
    brush.canvas.rect(x - 2.0, top, 4.0, corner.y + 3.0 - top, palette::SAND);
    brush.canvas.rect(x - 2.0, top, 1.0, corner.y + 3.0 - top, palette::LINEN);
    let hot = velocity.y > 0.0 || since < rest || warns;
    let corner = corner + Vec2::new(shift, 0.0);
    brush.stretched("iron", usize::from(hot), corner, size);
    let waits = brush.world.slams_in(index).unwrap_or(f32::MAX);
    contraptions::clock(brush, corner.round() + size * DIAL, 4.0, 1.0 - waits / data.pause.max(TICK));
}

/// Shears that walk on their points: open where they stand, closed at the top of each hop.
fn shears(brush: &mut Brush, data: &Platform, (corner, size): (Vec2, Vec2)) {
    let middle = corner + size * 0.5;
    let is_here = |pair: &&[Vec2]| {
        let (left, right) = (pair[0].x.min(pair[1].x), pair[0].x.max(pair[1].x));
        right - left >= 1.0 && (left..=right).contains(&middle.x)
    };
    let open = data.track.windows(2).find(is_here).map_or(0.0, |pair| {
        let (top, bottom) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
        ((middle.y - top) / (bottom - top).max(1.0)).clamp(0.0, 1.0)
    });
    let (screw, radius) = (Vec2::new(middle.x, corner.y + size.y * SCREW), size.x * 0.25);
    let ring = |side: f32, radius: f32| -> Vec<Vec2> {
        let at = Vec2::new(middle.x - side * size.x * (0.25 + 0.05 * open), corner.y + size.x * 0.25);
        let angles = (0..RING).map(|i| i as f32 / RING as f32 * TAU);
        angles.map(|angle| at + Vec2::from_angle(angle) * radius).collect()
    };
    let mut parts = Vec::new();
    for side in [1.0, -1.0] {
        let point = Vec2::new(middle.x + side * size.x * (0.04 + (STRIDE - 0.04) * open), corner.y + size.y);
        let across = (point - screw).normalize_or_zero().perp() * size.x * 0.11;
        let (outer, inner) = (ring(side, radius), ring(side, radius * 0.58));
        let grip = (outer[0] + outer[RING / 2]) * 0.5 + Vec2::new(side * radius * 0.3, radius * 0.75);
        parts.push(vec![point, screw + across, screw - across - (point - screw) * 0.12, screw - across]);
        parts.push(vec![screw - across, grip - across * 0.7, grip + across * 0.7, screw + across]);
        parts.extend((0..RING).map(|i| {
            let next = (i + 1) % RING;
            vec![outer[i], outer[next], inner[next], inner[i]]
        }));
    }
    for part in &parts {
        brush.canvas.outline(part, 4.0, palette::INK);
    }
    for part in &parts {
        brush.canvas.polygon(part, palette::CREAM);
    }
    for blade in [&parts[0], &parts[RING + 2]] {
        brush.canvas.line(blade[0], screw, 1.0, palette::SAND);
    }
    brush.sprite("bobbin", 0.0, screw);
}

/// The upper end of the rod of an iron whose upper side is at `home`: at the ground above it, or else at a bobbin.
fn rod(brush: &mut Brush, home: Vec2) -> f32 {
    let space = Space { terrain: Arc::clone(&brush.world.state.space.terrain), ..Space::default() };
    let tip = Mover::new(Aabb::new(home - Vec2::Y, Vec2::ONE)).with_skin(0.5);
    if let Some(hit) = brush.world.rules.solver.cast(&space, &tip, Vec2::new(0.0, -MAX_ROD)) {
        return home.y - 2.0 - MAX_ROD * hit.fraction;
    }
    brush.sprite("bobbin", 0.0, home - Vec2::new(0.0, PULLEY_HEIGHT));
    home.y - PULLEY_HEIGHT
}

fn is_ribbon(platform: &Platform) -> bool {
    platform.look == "ribbon" || (platform.look.is_empty() && platform.one_way)
}

/// A spool's sprite, and the colour of its thread.
fn spool(platform: &Platform) -> (&'static str, Color) {
    match platform.look.as_str() {
        "spool_red" => ("spool_red", palette::RED),
        "spool_denim" => ("spool_denim", palette::DENIM_LIGHT),
        _ => ("spool", palette::MUSTARD),
    }
}

/// Whether a track is vertical.
fn hangs(platform: &Platform) -> bool {
    let first = platform.track.first().copied().unwrap_or_default();
    platform.track.len() > 1 && platform.track.iter().all(|p| (p.x - first.x).abs() < 1.0)
}

/// The highest point of a track.
fn top(platform: &Platform) -> Vec2 {
    platform.track.iter().copied().fold(Vec2::splat(f32::MAX), |top, p| if p.y < top.y { p } else { top })
}

/// The track as a dotted stitch with a bobbin at each end; a vertical one ends in a pulley above the platform.
fn track(canvas: &mut Canvas, sprites: &Sprites, platform: &Platform, half_height: f32, time: f32) {
    if platform.track.len() < 2 {
        return;
    }
    for dash in TRACK.along(&platform.track, platform.closed) {
        for pair in dash.windows(2) {
            canvas.line(pair[0], pair[1], 3.0, palette::faded(palette::INK, 0.55));
        }
        canvas.strip(&dash, TRACK.width, palette::CREAM);
    }
    let mut bobbin = |at| sprites.draw(canvas, "bobbin", time, at);
    if hangs(platform) && !is_ribbon(platform) {
        bobbin(top(platform) - Vec2::Y * (half_height + PULLEY_HEIGHT));
    } else if !platform.closed {
        platform.track.iter().take(1).chain(platform.track.last()).for_each(|&p| bobbin(p));
    }
}

/// The thread that a spool hangs from.
fn thread(canvas: &mut Canvas, platform: &Platform, middle: Vec2, half_height: f32) {
    let from = top(platform).y - half_height - PULLEY_HEIGHT + 5.0;
    let x = middle.x.round();
    let to = (middle.y - half_height).round();
    canvas.rect(x - 1.0, from, 1.0, to - from, palette::INK);
    canvas.rect(x, from, 1.0, to - from, spool(platform).1);
}

/// One frame of a picture in three parts: left end, as much middle as needed, right end.
fn strip(brush: &mut Brush, (look, frame): (&str, usize), at: Vec2, size: Vec2) {
    let part = |name: &str| brush.sprites.get(&format!("{look}_{name}")).frame(frame);
    let (left, mid, right) = (part("left"), part("mid"), part("right"));
    let end = (size.x * 0.5).floor().min(left.size.x);
    let last = size.x - end;
    let mut x = end;
    while x < last {
        let width = mid.size.x.min(last - x);
        brush.canvas.image(mid.part(0.0, 0.0, width, mid.size.y), at + Vec2::new(x, 0.0), palette::PLAIN);
        x += mid.size.x;
    }
    brush.canvas.image(left.part(0.0, 0.0, end, left.size.y), at, palette::PLAIN);
    let from = right.size.x - end;
    brush.canvas.image(right.part(from, 0.0, end, right.size.y), at + Vec2::new(last, 0.0), palette::PLAIN);
}
