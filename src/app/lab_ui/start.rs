//! What the laboratory opens when the game starts, as the command line or the page's address requests.

use seamwalker_lab::demo::DemoKind;
use seamwalker_lab::scene::{Named, named};
use seamwalker_lab::story::Page;
use seamwalker_lab::{CrowdScene, Scene, SharedSession};
use seamwalker_sim::InputTimeline;

/// The names of the two heroes on one floor: they are the first page of the story.
const SNAG: [&str; 2] = ["snag", "story"];

/// Options of the laboratory.
#[derive(Debug)]
pub struct LabOptions {
    /// What it opens.
    pub opened: LabStart,
    /// Inputs that are repeated.
    pub inputs: Option<InputTimeline>,
}

/// What the laboratory opens.
#[derive(Debug)]
pub enum LabStart {
    /// The map of the launch options.
    Map,
    /// A shared session.
    Session(Box<SharedSession>),
    /// A scene for one mover at a time.
    Scene(Box<Scene>),
    /// A scene for many bodies.
    Crowd(Box<CrowdScene>),
    /// Two heroes on one floor.
    Snag,
    /// A demo.
    Demo(DemoKind),
    /// A page of the story.
    Story(Page),
}

impl LabStart {
    /// The scene, demo or page of the story with this name.
    pub fn named(name: &str) -> Option<Self> {
        if SNAG.contains(&name) {
            return Some(Self::Snag);
        }
        if let Some(demo) = DemoKind::from_name(name) {
            return Some(Self::Demo(demo));
        }
        if let Some(page) = Page::from_name(name) {
            return Some(Self::Story(page));
        }
        let Named { scenes, crowds } = named(&[name.to_owned()]).ok()?;
        let scene = scenes.into_iter().next().map(|scene| Self::Scene(Box::new(scene)));
        scene.or_else(|| crowds.into_iter().next().map(|crowd| Self::Crowd(Box::new(crowd))))
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_lab::{crowds, scenes};
    use seamwalker_level::is_called;

    use super::*;

    #[test]
    fn every_name_opens_what_it_belongs_to() {
        assert!(SNAG.iter().all(|name| matches!(LabStart::named(name), Some(LabStart::Snag))));
        for page in Page::ALL {
            assert!(matches!(LabStart::named(page.name()), Some(LabStart::Story(opened)) if opened == page));
        }
        for demo in DemoKind::ALL {
            assert!(matches!(LabStart::named(demo.name()), Some(LabStart::Demo(opened)) if opened == demo));
        }
        for scene in scenes() {
            assert!(matches!(LabStart::named(&scene.name), Some(LabStart::Scene(opened)) if opened.name == scene.name));
        }
        for crowd in crowds() {
            assert!(matches!(LabStart::named(&crowd.name), Some(LabStart::Crowd(opened)) if opened.name == crowd.name));
        }
        for unknown in ["", "nonsense", "Story", "first_stitch"] {
            assert!(LabStart::named(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn no_name_belongs_to_two_things() {
        let fixed = Page::ALL.map(Page::name).into_iter().chain(DemoKind::ALL.map(DemoKind::name)).chain(SNAG);
        let scenes = scenes().into_iter().map(|scene| scene.name);
        let crowds = crowds().into_iter().map(|crowd| crowd.name);
        let mut names: Vec<String> = fixed.map(str::to_owned).chain(scenes).chain(crowds).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        // `seamwalker lab NAME` opens shipped maps too.
        let is_map = |name: &&String| shipped().maps().any(|map| is_called(map, std::path::Path::new(name)));
        assert_eq!(names.iter().find(is_map), None);
    }
}
