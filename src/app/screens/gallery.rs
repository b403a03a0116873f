//! The rooms of Seam Gallery: in each, the solvers that fail there take turns with thick-sat on the same inputs. Choosing one
//! plays it, with the first of them and the room's ground assist.

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::Room;
use seamwalker_level::{ObjectKind, Value};
use seamwalker_sim::{InputCursor, World};

use super::menu::patch;
use super::{Goto, Place, Screen, ScreenSpec, UiInput};
use crate::app::input::{ButtonState, Hotkey};
use crate::app::play::Play;
use crate::app::render::{Assets, Canvas, ScreenFormat, palette};
use crate::app::services::{LevelSession, Services};
use crate::app::ui::{Label, banner, cloth};

/// The least size of a tile, the gap to the next one, and from the border of the view to the rest, in pixels.
const TILE: Vec2 = Vec2::new(30.0, 24.0);
const TILE_GAP: f32 = 3.0;
const GALLERY_MARGIN: f32 = 8.0;
/// The side of a tile's mark of a solver, in pixels.
const MARK: f32 = 4.0;
/// The room for the hint at the lower border with small and large letters, in pixels.
const HINT_HEIGHT: [f32; 2] = [30.0, 44.0];
/// The scales of the title and of the name of the solver whose turn it is.
const TITLE_SCALE: f32 = 2.0;
const TURN_SCALE: f32 = 2.0;

/// The screen.
pub struct Gallery {
    rooms: Vec<Room>,
    at: usize,
    /// The level at its beginning.
    start: World,
    /// How many turns there were in this room.
    turn: usize,
}

impl Gallery {
    /// The rooms of the level being played, with the first one selected.
    pub fn new(running: &mut LevelSession) -> Self {
        let play = &mut running.play;
        // A room that begins with another solver than the level names it.
        running.hud.update(play, None, 0.0);
        let rooms = Room::all(&play.world.level);
        let screen = Self { rooms, at: 0, start: play.world.clone(), turn: 0 };
        screen.begin_turn(play);
        screen
    }

    /// The solver whose turn it is: those that fail come first.
    fn kind(&self) -> SolverKind {
        let fails = self.rooms.get(self.at).map_or(&[][..], |room| &room.fails);
        fails.get(self.turn % (fails.len() + 1)).copied().unwrap_or_default()
    }

    /// Puts the player into the room, under a solver.
    fn enter(&self, play: &mut Play, kind: SolverKind) {
        let mut world = self.start.clone();
        world.rules.assist = play.world.rules.assist;
        self.rooms.get(self.at).into_iter().for_each(|room| room.enter(&mut world, kind));
        play.watched = None;
        play.travel(world);
    }

    fn begin_turn(&self, play: &mut Play) {
        self.enter(play, self.kind());
        play.watched = self.rooms.get(self.at).map(|room| InputCursor::new(room.inputs.clone()));
        play.hides_signs = true;
    }

    /// Draws what the room shows on a band of dark cloth, and below it the solver that moves the player: a digit may have switched it.
    fn head(&self, canvas: &mut Canvas, assets: &Assets, kind: SolverKind) {
        let Some(room) = self.rooms.get(self.at) else { return };
        let (font, format, scale) = (&assets.font, canvas.format, assets.font.text_scale());
        let (middle, width) = (format.middle(), format.size.x - 2.0 * GALLERY_MARGIN);
        let (title, text) = self.texts(assets);
        let label = Label::new(text, width, scale, assets);
        let text_top = GALLERY_MARGIN + font.height * TITLE_SCALE + 4.0;
        let fails_top = text_top + label.size().y + 3.0;
        let height = fails_top + font.height * scale + 6.0;
        cloth::night(canvas, Vec2::ZERO, Vec2::new(format.size.x, height));
        canvas.rect(0.0, height, format.size.x, 2.0, palette::INK);
        font.aligned(canvas, &title, Vec2::new(middle, GALLERY_MARGIN), 0.5, TITLE_SCALE, palette::CREAM);
        label.centered(canvas, font, Vec2::new(middle, text_top), palette::LINEN);
        Self::fails(canvas, assets, room, fails_top);
        let turn = Vec2::new(middle - banner::name_width(font, (kind, true), TURN_SCALE) * 0.5, height + 8.0).round();
        banner::name(canvas, font, (kind, true), turn, TURN_SCALE);
    }

    /// Draws the names of the solvers that fail in a room, or where there is no room for them, only their numbers.
    fn fails(canvas: &mut Canvas, assets: &Assets, room: &Room, top: f32) {
        let (font, format, large) = (&assets.font, canvas.format, assets.font.text_scale());
        let word = assets.words.get(if room.fails.is_empty() { "gallery.agree" } else { "gallery.fails" });
        let width =
            |kind: SolverKind, (scale, named)| banner::name_width(font, (kind, named), scale) + font.height * scale;
        let whole =
            |way: (f32, bool)| font.width(word) * way.0 + room.fails.iter().map(|&kind| width(kind, way)).sum::<f32>();
        let fits = |way: &(f32, bool)| whole(*way) <= format.size.x - 2.0 * GALLERY_MARGIN;
        let way = [(large, true), (large, false)].into_iter().find(fits).unwrap_or((1.0, false));
        let (scale, named) = way;
        let mut at = Vec2::new(format.middle() - whole(way) * 0.5, top).round();
        font.scaled(canvas, word, at, scale, palette::CREAM);
        at.x += (font.width(word) + font.height) * scale;
        for &kind in &room.fails {
            banner::name(canvas, font, (kind, named), at, scale);
            at.x += width(kind, way);
        }
    }

    /// The title of the room and what its sign says.
    fn texts<'a>(&'a self, assets: &'a Assets) -> (String, &'a str) {
        let sign = self.rooms.get(self.at).and_then(|room| self.start.level.objects.get(room.sign));
        let Some((sign, ObjectKind::Sign { text })) = sign.map(|sign| (sign, &sign.kind)) else {
            return Default::default();
        };
        let of_map = |name, default| assets.words.of_map(&sign.properties, name, default);
        let title = match sign.properties.get("room") {
            Some(Value::Text(title)) => of_map("room", title),
            _ => "",
        };
        (format!("{} {title}", self.at + 1), of_map("text", text))
    }
}

impl Screen for Gallery {
    fn spec(&self, _: &Services) -> ScreenSpec {
        ScreenSpec { name: "gallery", place: Place::Ended { hidden: false }, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        let Some(running) = &mut services.running else { return Some(Goto::Laboratory) };
        let play = &mut running.play;
        if input.pressed(Hotkey::Menu) {
            return Some(Goto::Laboratory);
        }
        let count = self.rooms.len();
        let (row, mut tiles) = tiles(input.format, count, self.at);
        let by: i32 = input.steps().map(|(x, y)| x + y * row as i32).sum();
        let pressed = tiles.find(|(_, tile)| input.clicked && input.touches(*tile)).map(|(i, _)| i);
        let to = pressed.unwrap_or((self.at as i32 + by).rem_euclid(count.max(1) as i32) as usize);
        if to != self.at {
            input.selection_sound(false, true);
            (self.at, self.turn) = (to, 0);
            self.begin_turn(play);
        } else if input.clicked || input.pressed(Hotkey::Accept) {
            input.selection_sound(true, false);
            self.turn = 0;
            let kind = self.kind();
            self.enter(play, kind);
            play.hides_signs = false;
            services.set_solver(SolverSetup::new(kind));
            return Some(Goto::Resume);
        }
        if play.watched.as_ref().is_none_or(InputCursor::is_over) {
            self.turn += 1;
            self.begin_turn(play);
        }
        play.update(ButtonState::default(), if input.calm { 0.0 } else { dt }, &mut ());
        play.pending_sounds.clear();
        None
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        canvas.page(&assets.page);
        let kind =
            services.running.as_ref().map_or_else(|| self.kind(), |running| running.play.world.rules.solver.kind);
        self.head(canvas, assets, kind);
        let format = canvas.format;
        let hint = assets.words.for_device("gallery.hint", assets.prompts.device);
        let scale = assets.font.scale(hint, format.size.x - 2.0 * GALLERY_MARGIN);
        Label::new(hint, format.size.x, scale, assets).footer(canvas, &assets.font);
        for (i, (at, size)) in tiles(format, self.rooms.len(), self.at).1 {
            let room = &self.rooms[i];
            let ink = patch(canvas, at, size, i == self.at);
            assets.font.centered(canvas, &(i + 1).to_string(), at + Vec2::new(size.x * 0.5, 3.0), ink);
            let mut mark = at + Vec2::new((size.x - room.fails.len() as f32 * MARK) * 0.5, size.y - MARK - 3.0).round();
            for kind in &room.fails {
                canvas.rect(mark.x, mark.y, MARK, MARK, palette::of_solver(*kind));
                mark.x += MARK;
            }
            canvas.targets.push((at, size));
        }
    }
}

/// The tiles above the hint: how many rooms a step down goes, and each room that is shown with its corner and size. Only an upright view
/// has room for several rows. In others the row moves along with the selected room, `at`.
fn tiles(format: ScreenFormat, count: usize, at: usize) -> (usize, impl Iterator<Item = (usize, (Vec2, Vec2))>) {
    let size = TILE.max(Vec2::splat(format.target));
    let pitch = size + TILE_GAP;
    let most = ((format.size.x - GALLERY_MARGIN) / pitch.x).floor().max(1.0) as usize;
    let rows = if format.size.y > format.size.x { count.div_ceil(most).max(1) } else { 1 };
    let columns = count.div_ceil(rows).min(most);
    let first = if rows > 1 { 0 } else { at.saturating_sub(columns / 2).min(count - columns) };
    let left = format.middle() - (columns as f32 * pitch.x - TILE_GAP) * 0.5;
    let corner = Vec2::new(left, format.size.y - format.of(HINT_HEIGHT) - rows as f32 * pitch.y);
    let place = move |k: usize| corner + Vec2::new((k % columns) as f32, (k / columns) as f32) * pitch;
    let shown = first..count.min(first + columns * rows);
    (if rows > 1 { columns } else { 1 }, shown.map(move |i| (i, (place(i - first).round(), size))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::SIZE;
    use crate::app::screens::texts::{FORMATS, assert_apart};

    #[test]
    fn the_selected_room_has_a_tile_that_fingers_hit_and_the_player_is_seen_above_the_tiles() {
        for (format, at) in FORMATS.into_iter().flat_map(|format| (0..18).map(move |at| (format, at))) {
            let (_, tiles) = tiles(format, 18, at);
            let (shown, places): (Vec<usize>, Vec<(Vec2, Vec2)>) = tiles.unzip();
            assert_apart(format, &places);
            assert!(shown.contains(&at), "{format:?}: {at} of {shown:?}");
            assert!(places.iter().all(|(_, size)| size.min_element() >= format.target), "{format:?}");
            // The floor of all rooms is 96 px above the lower end of the level.
            let floor = SIZE.y.min(format.size.y) - 96.0;
            assert!(places.iter().all(|(at, _)| at.y >= floor), "{format:?}: {places:?}");
        }
        assert_eq!(tiles(FORMATS[0], 0, 0).1.count(), 0, "a level without rooms");
    }
}
