//! Values that are built on first use, and lists that clones share. Without `std` there are no threads to wait for, so neither can
//! be used from several threads then.

#[cfg(not(feature = "std"))]
use core::cell::RefCell as Mutex;
use core::ops::DerefMut;
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

#[cfg(not(feature = "std"))]
pub use core::cell::OnceCell as OnceLock;
#[cfg(feature = "std")]
pub use std::sync::OnceLock;

/// A value with exclusive access.
#[derive(Debug, Default)]
pub struct Locked<T>(Mutex<T>);

impl<T> Locked<T> {
    pub fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Waits for its turn. What it guards is never left half changed, so it is still good after a panic.
    #[cfg(feature = "std")]
    pub fn lock(&self) -> impl DerefMut<Target = T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing else has it: no call that holds it calls back.
    #[cfg(not(feature = "std"))]
    pub fn lock(&self) -> impl DerefMut<Target = T> {
        self.0.borrow_mut()
    }
}
