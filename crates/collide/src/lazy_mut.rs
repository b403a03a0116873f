//! A value that is built on first use.

use alloc::boxed::Box;
use core::fmt;

use crate::sync::{Locked, OnceLock};

/// How a value is built.
type Make<T> = Box<dyn FnOnce() -> T + Send>;

/// A value that is built on first use, and can be changed then: `LazyLock` of the standard library gives no mutable access.
pub(super) struct LazyMut<T> {
    value: OnceLock<T>,
    make: Locked<Option<Make<T>>>,
}

impl<T: Default> LazyMut<T> {
    pub fn new(make: impl FnOnce() -> T + Send + 'static) -> Self {
        Self { value: OnceLock::new(), make: Locked::new(Some(Box::new(make))) }
    }

    /// The value.
    #[inline]
    pub fn get(&self) -> &T {
        self.value.get_or_init(|| {
            // A function that panicked is gone.
            let make = self.make.lock().take();
            make.map_or_else(T::default, |make| make())
        })
    }

    /// The value, to change it.
    pub fn get_mut(&mut self) -> &mut T {
        self.get();
        self.value.get_mut().expect("it was built in the line above")
    }
}

impl<T> From<T> for LazyMut<T> {
    fn from(value: T) -> Self {
        Self { value: OnceLock::from(value), make: Locked::new(None) }
    }
}

impl<T: Default> Default for LazyMut<T> {
    fn default() -> Self {
        Self::from(T::default())
    }
}

impl<T: fmt::Debug> fmt::Debug for LazyMut<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.value.fmt(formatter)
    }
}
