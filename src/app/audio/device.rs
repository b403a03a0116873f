//! The sound card: opened by miniaudio on Linux, and by cpal, which wants ALSA's headers there, on other systems.

use std::sync::mpsc::Receiver;

use super::Order;
use super::mixer::Mixer;

/// Samples per second of the mixer, where the card takes any.
const SAMPLE_RATE: u32 = 44_100;

/// Whether a sound card may exist. Without one, opening it makes ALSA print a page of errors to the terminal.
#[cfg(target_os = "linux")]
pub fn may_exist() -> bool {
    use std::path::Path;

    let run = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_default();
    let servers = ["pulse/native", "pipewire-0"].map(|name| Path::new(&run).join(name));
    let cards = ["/dev/snd/timer", "/dev/dsp", "/mnt/wslg/PulseServer"].map(Path::new);
    std::env::var_os("PULSE_SERVER").is_some() || servers.iter().map(AsRef::as_ref).chain(cards).any(Path::exists)
}

/// Whether a sound card may exist.
#[cfg(not(target_os = "linux"))]
pub fn may_exist() -> bool {
    true
}

/// A device that plays the mixer's output until it is dropped, if the system has one.
#[cfg(target_os = "linux")]
pub fn start(orders: Receiver<Order>) -> Option<impl Sized> {
    use maudio::audio::sample_rate::SampleRate;
    use maudio::device::device_builder::{DeviceBuilder, DeviceBuilderOps};

    let mut fill = mixed(SAMPLE_RATE, orders);
    let mut device = DeviceBuilder::playback()
        .f32()
        .playback_channels(2)
        .sample_rate(SampleRate::Sr44100)
        .with_callback(move |_, out: &mut [f32]| fill(out))
        .ok()?;
    device.device_start().ok()?;
    Some(device)
}

/// A device that plays the mixer's output until it is dropped, if the system has one.
#[cfg(not(target_os = "linux"))]
pub fn start(orders: Receiver<Order>) -> Option<impl Sized> {
    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
    use cpal::{BufferSize, StreamConfig};

    let device = cpal::default_host().default_output_device()?;
    // The system's own rate: not every card takes another one.
    let sample_rate = device.default_output_config().map_or(SAMPLE_RATE, |config| config.sample_rate());
    let config = StreamConfig { channels: 2, sample_rate, buffer_size: BufferSize::Default };
    let mut fill = mixed(sample_rate, orders);
    // What goes wrong later ends the sound and nothing else.
    let stream = device.build_output_stream(config, move |out: &mut [f32], _: &_| fill(out), |_| {}, None).ok()?;
    stream.play().ok()?;
    Some(stream)
}

/// Fills buffers of left and right samples, and carries out the orders that have arrived.
fn mixed(rate: u32, orders: Receiver<Order>) -> impl FnMut(&mut [f32]) + Send + 'static {
    let mut mixer = Mixer::new(rate as f32);
    move |out| {
        orders.try_iter().for_each(|order| mixer.take(order));
        mixer.fill(out);
    }
}
