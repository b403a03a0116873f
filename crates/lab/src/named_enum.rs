//! Enums whose variants have names.

/// An enum whose variants have unique names, with a list of all variants.
#[macro_export]
macro_rules! named_enum {
    ($(#[$doc:meta])* pub enum $type:ident { $($(#[$attribute:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $type { $($(#[$attribute])* $variant),* }

        impl $type {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name, which never changes.
            pub const fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }

            /// The one with a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}
