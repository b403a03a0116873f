//! The pictures, sounds and music of packs: loaded when a pack or a map begins, and again when one of the files is saved.

use seamwalker_level::Files;
use seamwalker_level::pack::Manifest;

use super::Services;
use crate::app::art_file::OWN;
use crate::app::audio::Sound;
use crate::app::library::OwnArt;
use crate::app::live_edit::AssetWatcher;
use crate::app::render::Assets;
use crate::app::save::Settings;
use crate::app::screens::BACKGROUNDS;

/// How the settings want the pictures: with colour-blind friendly colours, and with shapes for thick outlines.
pub fn picture_options(settings: &Settings) -> [bool; 2] {
    [settings.sight.safe_colors, settings.comfort.high_contrast]
}

/// Loads pictures and sounds, and watches their files. The complaints of both are those of the pictures.
pub fn load(art: &OwnArt, sound: &mut Sound, options: [bool; 2]) -> (Assets, Option<AssetWatcher>) {
    let mut loaded = None;
    let dependencies = art.dependencies(|files: &dyn Files| {
        let mut assets = Assets::load(files, options);
        sound.load(files, &mut |complaint| assets.complaints.push(complaint));
        // The library reads the manifest, the title screen the backgrounds; here they are only watched.
        BACKGROUNDS.iter().for_each(|name| drop(files.read(&format!("maps/backgrounds/{name}.png"))));
        let _ = files.read(&format!("{OWN}{}", Manifest::FILE));
        loaded = Some(assets);
    });
    let assets = loaded.unwrap_or_else(|| Assets::load(art, options));
    (assets, art.watch(dependencies))
}

impl Services {
    /// Uses the art of a map, or of the whole pack.
    pub fn use_art_of(&mut self, map: Option<usize>) {
        let art = self.library.art_of(map);
        if !art.is_same(&self.art) {
            self.art = art;
            self.load_art();
        }
    }

    /// Loads the art again.
    pub fn load_art(&mut self) {
        let options = picture_options(&self.saved.settings);
        (self.assets, self.art_watch) = load(&self.art, &mut self.sound, options);
        self.apply_to_assets();
        std::mem::take(&mut self.assets.complaints).into_iter().for_each(|complaint| self.toasts.error(complaint));
        // What is drawn once and kept has colours of the old palette.
        if let Some(running) = &mut self.running {
            let files = running.map().map(|map| self.library.files(map));
            let files = files.as_deref().unwrap_or(&self.art);
            running.play.scenery.rebuild(&running.play.world.level, files);
        }
    }

    /// Loads the art again if one of its files was saved. Returns whether it was.
    pub fn reload_changed_art(&mut self) -> bool {
        let changed = self.art_watch.as_mut().map(AssetWatcher::changed).unwrap_or_default();
        let Some(first) = changed.first() else { return false };
        self.load_art();
        self.announce(self.assets.words.fill("notice.repainted", &[first]));
        true
    }

    /// Takes over a manifest that was saved, and new maps.
    pub fn refresh_library(&mut self) {
        self.library.refresh().into_iter().for_each(|complaint| self.toasts.error(complaint));
    }

    /// Applies the settings to the assets.
    pub fn apply_to_assets(&mut self) {
        let settings = &self.saved.settings;
        self.assets.words.speak(&settings.language);
        self.assets.prompts.controls = settings.controls.clone();
        self.assets.prompts.labels = self.devices.labels.clone();
    }
}
