//! Any bytes as a `.lab` file: a session survives writing and reading, and is played in its level.
#![no_main]

mod play;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use seamwalker_lab::{SessionPlace, SharedSession, Take};
use seamwalker_level::{Level, Limits};
use serde_json::Value;

thread_local! {
    /// Shipped levels by name, each read once.
    static LEVELS: RefCell<BTreeMap<String, Option<Arc<Level>>>> = RefCell::default();
}

fn level(place: &SessionPlace) -> Option<Arc<Level>> {
    let key = match place {
        SessionPlace::Map(name) => format!("map {name}"),
        SessionPlace::Scene(name) => format!("scene {name}"),
        SessionPlace::Files { .. } => return place.level(&Limits::DEFAULT).ok(),
    };
    let known = LEVELS.with_borrow(|levels| levels.get(&key).cloned());
    known.unwrap_or_else(|| {
        let level = place.level(&Limits::DEFAULT).ok();
        // What there is not has many names.
        if level.is_some() {
            LEVELS.with_borrow_mut(|levels| levels.insert(key, level.clone()));
        }
        level
    })
}

/// The same session with the hash of this level, which no fuzzer would find.
fn made_in(level: &Level, session: &SharedSession) -> Option<SharedSession> {
    let mut file = serde_json::to_value(session).ok()?;
    let hash = Value::from(level.hash());
    if let Some(start) = file.get_mut("start") {
        start["level_hash"] = hash.clone();
    }
    file["level_hash"] = hash;
    SharedSession::parse(file.to_string().as_bytes()).ok()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(session) = SharedSession::parse(bytes) else { return };
    assert!(SharedSession::is_one(bytes));
    assert_eq!(SharedSession::parse(session.text().as_bytes()).as_ref(), Ok(&session));
    let Some(level) = level(&session.place) else { return };
    let Some(session) = made_in(&level, &session) else { return };
    let Ok(Take { start, inputs, .. }) = session.begin(level) else { return };
    play::play(start, &inputs);
});
