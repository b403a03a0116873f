//! Any bytes as a picture: its pixels are as many as its size says, or there is a reason why it cannot be shown.
#![no_main]

use seamwalker_level::{Limits, decode_picture, picture_size};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { picture_pixels: 1 << 20, ..Limits::DEFAULT };
    match decode_picture(bytes, &limits) {
        Ok((size, pixels)) => {
            assert_eq!((Some(size), pixels.len()), (picture_size(bytes), (size.x * size.y * 4) as usize));
        }
        Err(why) => assert!(!why.is_empty()),
    }
});
