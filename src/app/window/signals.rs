//! Signals that end the program: it saves first.

/// The signal that asked the program to end, if one did since [`listen`].
#[cfg(not(unix))]
pub fn caught() -> Option<i32> {
    None
}

/// Other systems end a program without asking.
#[cfg(not(unix))]
pub fn listen() {}

/// Nothing was asked.
#[cfg(not(unix))]
pub fn obey() {}

#[cfg(unix)]
pub use unix::{caught, listen, obey};

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicI32, Ordering};
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Seconds that the game gets to save. It draws once a second while it is minimised, and not at all if its display hangs.
    const TIME_TO_SAVE: Duration = Duration::from_secs(3);

    static CAUGHT: AtomicI32 = AtomicI32::new(0);

    /// The signal that asked the program to end, if one did since [`listen`].
    pub fn caught() -> Option<i32> {
        Some(CAUGHT.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
    }

    /// From now on these signals give the game time to save. Where they cannot be caught, they end it at once, as ever.
    pub fn listen() {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        thread::spawn(move || {
            let first = signals.forever().next();
            CAUGHT.store(first.unwrap_or_default(), Ordering::Relaxed);
            thread::sleep(TIME_TO_SAVE);
            obey();
        });
    }

    /// Ends the program as the signal does by itself, if one was caught: other programs see what ended it.
    pub fn obey() {
        caught().into_iter().for_each(|signal| drop(emulate_default_handler(signal)));
    }
}
