//! The list of the laboratory's scenes, by what they show: a picture of each, and which solvers fail in it.

use egui_macroquad::egui::{
    Align2, CollapsingHeader, Painter, Rect, Response, Sense, Shape, Stroke, TextStyle, Ui, vec2,
};
use glam::Vec2;
use macroquad::time::get_time;
use seamwalker_collide::{Aabb, SolverKind};
use seamwalker_lab::{CrowdScene, Scene, played_snags};

use super::{Tool, ToolContext};
use crate::app::lab_ui::place::LAB_MENU_WIDTH;
use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// Seconds of a frame in which scenes are played to count snags.
const COUNTING_TIME: f64 = 0.003;
/// The size of a scene's picture, in points, and what of the level it shows, in pixels.
const PICTURE: egui_macroquad::egui::Vec2 = vec2(84.0, 50.0);
const SHOWN: Vec2 = Vec2::new(202.0, 120.0);
/// The distance of the dots of solvers, in points.
const DOT_PITCH: f32 = 44.0;

/// All scenes, loaded when the page is opened.
#[derive(Default)]
pub struct Scenes {
    scenes: Vec<ListedScene>,
    crowds: Vec<CrowdScene>,
}

/// A scene, and the snags of the first solvers.
struct ListedScene {
    scene: Scene,
    snags: Vec<u64>,
}

impl ListedScene {
    fn is_counted(&self) -> bool {
        self.snags.len() == SolverKind::ALL.len()
    }

    fn is_passed(&self) -> bool {
        self.failing().next().is_none()
    }

    /// The solvers that snag, and how often.
    fn failing(&self) -> impl Iterator<Item = (SolverKind, u64)> + '_ {
        SolverKind::ALL.into_iter().zip(self.snags.iter().copied()).filter(|(_, snags)| *snags > 0)
    }
}

impl Tool for Scenes {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        if self.scenes.is_empty() {
            let listed = |scene| ListedScene { scene, snags: Vec::new() };
            self.scenes = seamwalker_lab::scenes().into_iter().map(listed).collect();
            self.crowds = seamwalker_lab::crowds();
        }
        self.count();
        let counted = self.scenes.iter().filter(|listed| listed.is_counted());
        let (passed, failed): (Vec<_>, Vec<_>) = counted.partition(|listed| listed.is_passed());
        if passed.len() + failed.len() < self.scenes.len() {
            let text = format!("played {} of {} scenes", passed.len() + failed.len(), self.scenes.len());
            style::small(ui, text, palette::PLUM);
        }
        let mut list = |ui: &mut Ui, scenes: &[&ListedScene]| {
            for listed in scenes.iter().filter(|listed| row(ui, listed).clicked()) {
                cx.requests.push(Request::Scene(Box::new(listed.scene.clone())));
            }
        };
        list(ui, &failed);
        let fold = |title: String, id: &str| CollapsingHeader::new(title).id_salt(id.to_owned());
        fold(format!("All eight pass ({})", passed.len()), "passed").show(ui, |ui| list(ui, &passed));
        let crowds = fold("Crowds of bodies that push each other".to_owned(), "crowds");
        crowds.open(cx.play.is_none().then_some(true)).show(ui, |ui| {
            for scene in &self.crowds {
                let button = style::small_button(ui, &scene.title).on_hover_ui(|ui| tip(ui, &scene.name, &scene.story));
                if button.clicked() {
                    cx.requests.push(Request::Crowd(Box::new(scene.clone())));
                }
            }
        });
    }
}

impl Scenes {
    /// Plays scenes as a visitor would, the small ones first.
    fn count(&mut self) {
        let end = get_time() + COUNTING_TIME;
        while get_time() < end {
            let left = self.scenes.iter_mut().filter(|listed| !listed.is_counted());
            let Some(listed) = left.min_by_key(|listed| listed.scene.union.edges().len()) else { return };
            listed.snags.push(played_snags(&listed.scene, SolverKind::ALL[listed.snags.len()]));
        }
    }
}

fn tip(ui: &mut Ui, name: &str, story: &str) {
    ui.set_max_width(LAB_MENU_WIDTH);
    ui.strong(name);
    style::small(ui, story, palette::INK);
}

/// A row of the list: the picture, the title, and the solvers that fail with their counts.
fn row(ui: &mut Ui, listed: &ListedScene) -> Response {
    let (font, ink) = (TextStyle::Small.resolve(ui.style()), style::color(palette::INK));
    let width = ui.available_width();
    let title = ui.painter().layout(listed.scene.title.clone(), font.clone(), ink, width - PICTURE.x - 12.0);
    let failing: Vec<(SolverKind, u64)> = listed.failing().collect();
    let dots = title.size().y + 12.0;
    let height = PICTURE.y.max(dots + if listed.is_passed() { 0.0 } else { 10.0 }) + 6.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, 4.0, style::color(palette::LINEN));
    }
    let picture = Rect::from_min_size(rect.min + vec2(3.0, 3.0), PICTURE);
    if ui.is_rect_visible(rect) {
        draw_scene(&painter.with_clip_rect(picture.intersect(ui.clip_rect())), picture, &listed.scene);
    }
    let corner = picture.right_top() + vec2(8.0, 0.0);
    painter.galley(corner, title, ink);
    for (i, (kind, snags)) in failing.iter().enumerate() {
        let at = corner + vec2(5.0 + i as f32 * DOT_PITCH, dots);
        painter.circle(at, 5.0, style::color(palette::of_solver(*kind)), Stroke::new(1.0, ink));
        painter.text(at + vec2(9.0, 0.0), Align2::LEFT_CENTER, snags, font.clone(), ink);
    }
    response.on_hover_ui(|ui| {
        tip(ui, &listed.scene.name, &listed.scene.story);
        for (kind, snags) in failing {
            style::small(ui, format!("{kind}: {snags} snags"), palette::PLUM);
        }
    })
}

/// The ground where the scene begins, and the mover.
fn draw_scene(painter: &Painter, picture: Rect, scene: &Scene) {
    let Some(run) = scene.runs.first() else { return };
    painter.rect_filled(picture, 3.0, style::color(palette::SKY));
    let center = run.start + Vec2::new(SHOWN.x * 0.25, 0.0);
    let (area, scale) = (Aabb::new(center, SHOWN * 0.5), PICTURE.x / SHOWN.x);
    let point = |p: Vec2| picture.center() + vec2(p.x - center.x, p.y - center.y) * scale;
    let terrain = &scene.level.terrain;
    let (sand, ink) = (style::color(palette::SAND), style::color(palette::INK));
    terrain.pieces_near(&area, |i| {
        let corners = terrain.pieces()[i as usize].corners().iter().map(|p| point(*p)).collect();
        painter.add(Shape::convex_polygon(corners, sand, Stroke::NONE));
    });
    terrain.edges_near(&area, |i| {
        let edge = terrain.edges()[i as usize].segment;
        painter.line_segment([point(edge.a), point(edge.b)], Stroke::new(1.0, ink));
    });
    let mover = Aabb::new(run.start, run.half);
    painter.rect_filled(Rect::from_two_pos(point(mover.min()), point(mover.max())), 1.0, style::color(palette::RED));
}
