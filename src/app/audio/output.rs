//! Where the sound goes: to the system's sound card by a thread of its own, to the browser's page, or nowhere.

use super::Order;
use super::maker::{Maker, Work};
use crate::app::window::page;

/// Somebody who carries out orders.
pub trait Output {
    /// Carries one out, now or soon.
    fn take(&mut self, order: Order);
    /// A piece will be needed.
    fn want(&mut self, piece: usize);
    /// A frame has passed.
    fn update(&mut self) {}
}

/// The output of this machine.
pub fn usual(maker: Maker) -> Option<Box<dyn Output>> {
    if page::IS_THERE {
        return Some(Box::new(PageAudio { maker }));
    }
    #[cfg(not(target_family = "wasm"))]
    return card::AudioThread::open(maker).map(|card| Box::new(card) as Box<dyn Output>);
    #[cfg(target_family = "wasm")]
    None
}

/// The page around the game: it plays by itself what it was given.
struct PageAudio {
    maker: Maker,
}

/// Seconds of a frame that are spent on sound while something is yet to be made.
const SHARE: f64 = 0.003;

impl Output for PageAudio {
    fn take(&mut self, order: Order) {
        let bytes = |samples: &[i16]| samples.iter().flat_map(|sample| sample.to_le_bytes()).collect::<Vec<_>>();
        match order {
            Order::Effect { samples, .. } => {
                page::give(&bytes(&samples));
                page::ask(&["sound_effect"]);
            }
            Order::Piece { index, samples, all } => {
                page::give(&bytes(&samples));
                page::ask(&["sound_piece", &index.to_string(), &all.to_string()]);
            }
            Order::Play { sample, volume, pitch, pan } => {
                let [volume, pitch, pan] = [volume, pitch, pan].map(|number| format!("{number:.3}"));
                page::ask(&["sound_play", &sample.to_string(), &volume, &pitch, &pan]);
            }
            Order::Music(piece) => {
                page::ask(&["sound_music", &piece.map_or_else(String::new, |piece| piece.to_string())]);
            }
            Order::Volumes(volumes) => {
                let [music, effects] = volumes.map(|volume| format!("{volume:.3}"));
                page::ask(&["sound_volumes", &music, &effects]);
            }
        }
    }

    fn want(&mut self, piece: usize) {
        self.maker.want(piece);
    }

    fn update(&mut self) {
        let end = macroquad::time::get_time() + SHARE;
        loop {
            match self.maker.work() {
                Work::Ready(order) => self.take(order),
                Work::More => {}
                Work::Done => return,
            }
            if macroquad::time::get_time() >= end {
                return;
            }
        }
    }
}

/// The sound card.
#[cfg(not(target_family = "wasm"))]
mod card {
    use std::path::Path;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    use maudio::audio::sample_rate::SampleRate;
    use maudio::device::device_builder::{DeviceBuilder, DeviceBuilderOps};

    use super::super::mixer::Mixer;
    use super::{Maker, Order, Output, Work};

    /// The thread that makes the samples and owns the device, and what the device's own thread hears.
    pub struct AudioThread {
        orders: Sender<Order>,
        wishes: Sender<usize>,
    }

    impl AudioThread {
        /// Opens it, on the thread: that takes longer than a frame. Where there is none, nobody listens to the orders.
        pub fn open(mut maker: Maker) -> Option<Self> {
            if !may_be_there() {
                return None;
            }
            let (orders, heard) = channel();
            let (wishes, wanted) = channel();
            let card = Self { orders: orders.clone(), wishes };
            let made = move || {
                let Some(_device) = device(heard) else { return };
                loop {
                    wanted.try_iter().for_each(|piece| maker.want(piece));
                    match maker.work() {
                        Work::Ready(order) => drop(orders.send(order)),
                        Work::More => {}
                        Work::Done => match wanted.recv() {
                            Ok(piece) => maker.want(piece),
                            Err(_) => return,
                        },
                    }
                }
            };
            thread::Builder::new().name("sound".into()).spawn(made).ok()?;
            Some(card)
        }
    }

    impl Output for AudioThread {
        fn take(&mut self, order: Order) {
            // Nobody hears it where there is no device.
            let _ = self.orders.send(order);
        }

        fn want(&mut self, piece: usize) {
            let _ = self.wishes.send(piece);
        }
    }

    /// Whether looking for a sound card is worth it: ALSA writes a page of complaints to the terminal where there is none.
    fn may_be_there() -> bool {
        let run = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_default();
        let servers = ["pulse/native", "pipewire-0"].map(|name| Path::new(&run).join(name));
        let cards = ["/dev/snd/timer", "/dev/dsp", "/mnt/wslg/PulseServer"].map(Path::new);
        !cfg!(target_os = "linux")
            || std::env::var_os("PULSE_SERVER").is_some()
            || servers.iter().map(AsRef::as_ref).chain(cards).any(Path::exists)
    }

    /// A device that plays what the mixer makes of the orders, if the system has one.
    fn device(orders: Receiver<Order>) -> Option<impl Sized> {
        let mut mixer = Mixer::new(44_100.0);
        let mut device = DeviceBuilder::playback()
            .f32()
            .playback_channels(2)
            .sample_rate(SampleRate::Sr44100)
            .with_callback(move |_, out: &mut [f32]| {
                orders.try_iter().for_each(|order| mixer.take(order));
                mixer.fill(out);
            })
            .ok()?;
        device.device_start().ok()?;
        Some(device)
    }
}
