//! Slopes of tiles, up and down, with apexes and valleys.

use glam::Vec2;

use super::{Goal, MOVERS, Make, Motion, Scene, SceneGround, SceneRun, WALK_STEP};

/// Stairs: name, angle in words, picture.
const STAIRS: [(&str, &str, &str); 3] = [
    (
        "22",
        "22.5 degree slopes (26.6, to be exact)",
        "
        ................................................ *4
        ............ab##cd..............................
        ..........ab######cd............................
        ........ab##########cd......abcd....ab#cd.......
        ################################################
        ",
    ),
    (
        "45",
        "45 degree slopes",
        "
        ........................................ *4
        .........../\\............/#\\..........
        ........../##\\..../\\..../###\\.........
        ........./####\\../##\\../#####\\/\\.....
        ########################################
        ",
    ),
    (
        "63",
        "63.4 degree slopes",
        "
        ................................ *4
        ........eh......................
        ........fg........e##h..........
        .......e##h.......f##g..........
        .......f##g.eh...e####h.........
        ......e####hfg...f####g.........
        ################################
        ",
    ),
];

/// The maximum number of steps of a walk. Steep stairs are slow: a move along x is projected on the slope.
const STAIRS_STEPS: u32 = 520;

pub(super) fn scenes() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (angle, words, picture) in STAIRS {
        for half in MOVERS {
            let size = format!("{}x{}", half.x * 2.0, half.y * 2.0);
            let title = format!("{words}, up and down, with a {size} mover");
            scenes.push(Scene::told(
                (&format!("stairs-{angle}-{size}"), &title),
                "Every joint of tile slopes: foot, seam, apex, plateau, valley. A tall mover, and one as wide as \
                 two tiles, meet apexes with the middle of their bottom, where the end of one slope hides behind the \
                 next.",
                SceneGround::drawn(picture, Make::Outline),
                runs(half, picture),
            ));
        }
    }
    scenes
}

/// Runs over the stairs and back, at two speeds. Only the slopes of 22.5 and 45 degrees must be crossed: the valleys between
/// steep slopes are too narrow for wide movers.
fn runs(half: Vec2, picture: &str) -> Vec<SceneRun> {
    let rows = super::ascii::rows(picture);
    let columns = rows[rows.len() - 1].len() as f32;
    let floor = (rows.len() - 1) as f32 * 16.0;
    let mut runs = Vec::new();
    for side in [1.0, -1.0] {
        let middle = columns * 8.0;
        let start = Vec2::new(middle - side * (middle - 34.3), floor - half.y - 0.5);
        let goal = if picture.contains('e') { Goal::Any } else { Goal::Across(side * (columns * 16.0 - 150.0)) };
        for speed in [WALK_STEP, 2.2] {
            runs.push(SceneRun::new(half, start, Motion::Walk(side * speed), STAIRS_STEPS).must(goal));
        }
        runs.push(SceneRun::new(half, start, Motion::Push(Vec2::new(side * WALK_STEP, 1.0)), STAIRS_STEPS));
    }
    runs
}
