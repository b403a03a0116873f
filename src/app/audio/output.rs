//! Outputs: the sound card, on a thread of its own, or the browser's page.

use macroquad::time::get_time;

use super::Order;
use super::maker::{Maker, SoundRequest, Work};
use crate::app::window::page;

/// Carries out orders.
pub trait Output {
    /// Carries out an order, now or soon.
    fn take(&mut self, order: Order);
    /// Requests something that will be needed.
    fn make(&mut self, request: SoundRequest);
    /// Ends a frame.
    fn update(&mut self) {}
}

/// Opens the output of this machine.
pub fn open(maker: Maker) -> Option<Box<dyn Output>> {
    if page::IS_THERE {
        return Some(Box::new(PageAudio { maker, updated: None }));
    }
    #[cfg(not(target_family = "wasm"))]
    return card::AudioThread::open(maker).map(|card| Box::new(card) as Box<dyn Output>);
    #[cfg(target_family = "wasm")]
    None
}

/// The page around the game, which mixes by itself.
struct PageAudio {
    maker: Maker,
    /// The time of the last update, in seconds; `None` before the first frame, which is not delayed further.
    updated: Option<f64>,
}

/// The share of all time that synthesis takes, so that music begins as soon at 5 frames per second as at 60. Larger values begin
/// it earlier and slow the first seconds down.
const SYNTHESIS_SHARE: f64 = 0.18;
/// The least and the most of it per frame, in seconds.
const SYNTHESIS_BUDGET: (f64, f64) = (0.003, 0.1);

impl Output for PageAudio {
    fn take(&mut self, order: Order) {
        match order {
            Order::Effect { index, samples } => page::effect(index, &samples),
            Order::Forget(piece) => page::forget_piece(piece),
            Order::Piece { index, layer, at, samples, all } => page::piece([index, layer, at, all], &samples),
            Order::Play { sample, volume, pitch, pan } => page::play(sample, [volume, pitch, pan]),
            Order::Music(piece, levels) => page::music(piece, levels),
            Order::Volumes(volumes) => page::volumes(volumes),
        }
    }

    fn make(&mut self, request: SoundRequest) {
        self.maker.make(request);
    }

    fn update(&mut self) {
        let now = get_time();
        let Some(before) = self.updated.replace(now) else { return };
        let end = now + ((now - before) * SYNTHESIS_SHARE).clamp(SYNTHESIS_BUDGET.0, SYNTHESIS_BUDGET.1);
        loop {
            match self.maker.work() {
                Work::Ready(order) => self.take(order),
                Work::More => {}
                Work::Done => return,
            }
            if get_time() >= end {
                return;
            }
        }
    }
}

/// The sound card.
#[cfg(not(target_family = "wasm"))]
mod card {
    use std::sync::mpsc::{Sender, channel};
    use std::thread;

    use super::super::device;
    use super::{Maker, Order, Output, SoundRequest, Work};

    /// Channels to the device's thread, and to the thread that makes the samples and owns the device.
    pub struct AudioThread {
        orders: Sender<Order>,
        requests: Sender<SoundRequest>,
    }

    impl AudioThread {
        /// Starts the thread, which opens the device: that takes longer than a frame. Without a device, orders are dropped.
        pub fn open(mut maker: Maker) -> Option<Self> {
            if !device::may_exist() {
                return None;
            }
            let (orders, received) = channel();
            let (requests, requested) = channel();
            let card = Self { orders: orders.clone(), requests };
            let run = move || {
                let Some(_device) = device::start(received) else { return };
                loop {
                    requested.try_iter().for_each(|request| maker.make(request));
                    match maker.work() {
                        Work::Ready(order) => drop(orders.send(order)),
                        Work::More => {}
                        Work::Done => {
                            let Ok(request) = requested.recv() else { return };
                            maker.make(request);
                        }
                    }
                }
            };
            thread::Builder::new().name("sound".into()).spawn(run).ok()?;
            Some(card)
        }
    }

    impl Output for AudioThread {
        fn take(&mut self, order: Order) {
            // Fails without a device, and is silent then.
            let _ = self.orders.send(order);
        }

        fn make(&mut self, request: SoundRequest) {
            let _ = self.requests.send(request);
        }
    }
}
