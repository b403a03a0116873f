//! The program: window, drawing, camera, input, menus, debug menu. The only place that names macroquad.

mod assets;
mod atlas;
mod camera;
mod canvas;
mod chunked;
mod clock;
mod demo;
mod dice;
mod game;
mod hem;
mod keys;
mod label;
mod palette;
mod particles;
mod play;
mod player_view;
mod scarf;
mod scenery;
mod sprites;
mod stitch;
mod text;
mod things;
mod tiles;
mod view;

pub fn run() {
    let conf = macroquad::conf::Conf {
        miniquad_conf: macroquad::miniquad::conf::Conf { window_title: "Seamwalker".into(), window_width: 1280, window_height: 720, ..Default::default() },
        draw_call_vertex_capacity: canvas::MOST_VERTICES,
        draw_call_index_capacity: canvas::MOST_INDICES,
        default_filter_mode: macroquad::prelude::FilterMode::Nearest,
        ..Default::default()
    };
    macroquad::Window::from_config(conf, game::run());
}
