//! Enums whose variants have names or texts.

/// An enum whose variants have unique names, with a list of all of them; or, with `#[text]` first, texts.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    (#[text] $(#[$meta:meta])* $visibility:vis enum $type:ident {
        $($(#[$attribute:meta])* $variant:ident = $text:literal,)*
    }) => {
        $(#[$meta])*
        $visibility enum $type { $($(#[$attribute])* $variant),* }

        impl $type {
            /// Its text.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
    ($(#[$meta:meta])* $visibility:vis enum $type:ident {
        $($(#[$attribute:meta])* $variant:ident = $name:literal,)*
    }) => {
        $(#[$meta])*
        $visibility enum $type { $($(#[$attribute])* $variant),* }

        impl $type {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name, which never changes.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The one with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}
