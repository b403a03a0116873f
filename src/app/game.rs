//! The window loop.

use super::*;
use macroquad::prelude::next_frame;

pub async fn run() {
    let files = demo::Disk;
    let assets = assets::Assets::load(&files);
    for c in &assets.complaints { eprintln!("{c}"); }
    let view = view::View::new();
    let mut canvas = canvas::Canvas::new();
    let mut play = play::Play::new(demo::level(), &files, seamwalker::collide::SolverSetup::default());
    for c in play.complaints() { eprintln!("{c}"); }
    loop {
        let f = keys::frame();
        let dt = macroquad::time::get_frame_time();
        play.update(f, dt);
        {
            let p = &mut play.world.player;
            use seamwalker::sim::Buttons as B;
            let dx = (f.held & B::RIGHT != 0) as i32 as f32 - (f.held & B::LEFT != 0) as i32 as f32;
            let dy = (f.held & B::DOWN != 0) as i32 as f32 - (f.held & B::UP != 0) as i32 as f32;
            p.previous_feet = p.feet();
            p.velocity = glam::Vec2::new(dx, dy) * 180.0;
            p.aabb.center += p.velocity * dt;
            if dx != 0. { p.faces_left = dx < 0.; }
            p.pose = if dx != 0. { seamwalker::sim::Pose::Run } else { seamwalker::sim::Pose::Idle };
        }
        view.begin(palette::SKY);
        play.draw(&mut canvas, &assets);
        canvas.flush();
        let fit = view::Fit::new(view::window_size());
        view.show(fit);
        if macroquad::input::is_key_pressed(macroquad::input::KeyCode::F2) { println!("calls {} fps {}", canvas.take_calls(), macroquad::time::get_fps()); }
        canvas.take_calls();
        next_frame().await;
    }
}
