//! How well the hero is seen: by how much he differs in lightness from what is next to him, along his outline.

use std::io;

use macroquad::prelude::{Image, next_frame};
use seamwalker_sim::TICK;

use super::footage::Footage;
use crate::app::input::ButtonState;
use crate::app::level_view::lightness;
use crate::app::play::Play;
use crate::app::render::{Assets, Canvas, RenderTarget};

/// The least difference in CIE L*, where black and white are 100 apart, at which a figure is seen at a glance.
const SEEN: f32 = 25.0;
/// How far from the outline colours count, in pixels of the view: those of the hero, of which a thin line must not decide, and those
/// beside him.
const INSIDE: usize = 4;
const BESIDE: usize = 2;
/// The ticks from one measured frame to the next.
const EVERY: u32 = 10;
/// A pixel that is at least this bright compared with the frame without the hero, as a share and alike in all channels, is in his shadow.
const SHADOW: f32 = 0.6;

/// Plays a run and prints in how many of its frames the hero is seen, and where least.
pub async fn measure(footage: &Footage, play: &mut Play, assets: &Assets) -> io::Result<()> {
    let (view, mut canvas) = (RenderTarget::new(), Canvas::new());
    let background = play.scenery.tiles.background();
    let (mut frames, mut seen, mut worst) = (0, 0, (f32::MAX, 0));
    for tick in 0..footage.inputs.len() {
        play.update(ButtonState::default(), TICK, &mut ());
        if tick % EVERY > 0 || play.world.state.player.is_dead() {
            continue;
        }
        let pictures = [true, false].map(|hidden| {
            play.hide_player(hidden);
            view.begin(background);
            play.draw(&mut canvas, assets, &play.viewport());
            canvas.flush();
            view.picture()
        });
        let Some(contrast) = along_outline(&pictures) else { continue };
        (frames, seen) = (frames + 1, seen + u32::from(contrast >= SEEN));
        if contrast < worst.0 {
            worst = (contrast, tick);
        }
        next_frame().await;
    }
    let share = f64::from(seen) * 100.0 / f64::from(frames.max(1));
    say!("{share:.1} % of {frames} frames; least {:.0} at tick {}", worst.0, worst.1);
    Ok(())
}

/// The median over the hero's outline of the mean difference in CIE L* of his colours from what is beside him, from a frame without him and the
/// same with him; `None` if he is not in view.
fn along_outline([hidden, shown]: &[Image; 2]) -> Option<f32> {
    let (width, height) = (usize::from(shown.width), usize::from(shown.height));
    let (pixels, before) = (shown.bytes.as_chunks::<4>().0, hidden.bytes.as_chunks::<4>().0);
    let is_hero: Vec<bool> = pixels.iter().zip(before).map(|(new, old)| is_drawn(*new, *old)).collect();
    let around = |i: usize, by: usize| {
        let (x, y) = (i % width, i / width);
        let rows = y.saturating_sub(by)..(y + by + 1).min(height);
        rows.flat_map(move |y| (x.saturating_sub(by)..(x + by + 1).min(width)).map(move |x| y * width + x))
    };
    let lightness = |i: usize| lightness([pixels[i][0], pixels[i][1], pixels[i][2]]);
    let mean = |values: Vec<f32>| values.iter().sum::<f32>() / values.len().max(1) as f32;
    let difference = |i: usize| {
        let beside = mean(around(i, BESIDE).filter(|j| !is_hero[*j]).map(lightness).collect());
        mean(around(i, INSIDE).filter(|j| is_hero[*j]).map(|j| (lightness(j) - beside).abs()).collect())
    };
    let outline = (0..pixels.len()).filter(|i| is_hero[*i] && around(*i, 1).any(|j| !is_hero[j]));
    let mut differences: Vec<f32> = outline.map(difference).collect();
    differences.sort_by(f32::total_cmp);
    differences.get(differences.len() / 2).copied()
}

/// Whether something is drawn over a pixel, and not only a shadow.
fn is_drawn(new: [u8; 4], old: [u8; 4]) -> bool {
    let shares = [0, 1, 2].map(|i| f32::from(new[i]) / f32::from(old[i].max(1)));
    let [least, most] = [f32::min, f32::max].map(|of| shares.into_iter().fold(shares[0], of));
    let is_shadow = (SHADOW..=1.0).contains(&least) && most - least < 1.0 - SHADOW;
    new != old && !is_shadow
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_along_the_outline_counts() {
        let sky = [230, 220, 200, 255];
        let picture = |line: [u8; 4], hero: [u8; 4]| {
            let is_in = |i: usize, from: usize| [i % 40, i / 40].iter().all(|at| (from..40 - from).contains(at));
            let color = |i: usize| {
                if is_in(i, 9) {
                    hero
                } else if is_in(i, 8) {
                    line
                } else {
                    sky
                }
            };
            Image { bytes: (0..40 * 40).flat_map(color).collect(), width: 40, height: 40 }
        };
        let contrast = |line, hero| along_outline(&[picture(sky, sky), picture(line, hero)]);
        let (ink, cloth, cream) = ([31, 23, 44, 255], [45, 55, 112, 255], [246, 234, 208, 255]);
        assert!(contrast(ink, cloth).unwrap() > 50.0);
        assert!(contrast(ink, cream).unwrap() < SEEN, "cream on cream, although it has a dark line");
        let shade = [184, 176, 160, 255];
        assert_eq!(contrast(shade, shade), None, "a shadow");
        assert_eq!(contrast(sky, sky), None);
    }
}
