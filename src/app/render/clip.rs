//! Pictures and clips of the view as PNG. A clip has one palette, and a frame contains only the pixels that changed.

use std::io::Write;

use macroquad::prelude::Image;
use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, EncodingError, FilterType};

/// The ticks from one frame of a clip to the next: 15 frames a second.
pub const TICKS_PER_FRAME: u64 = 4;

/// The maximal length of a clip: ten seconds.
pub const MAX_FRAMES: usize = 150;

/// The colours of a clip; one more palette entry means "unchanged".
const MAX_COLORS: usize = 255;

/// A clip that is being recorded.
pub struct Clip {
    size: (usize, usize),
    /// RGB pixels.
    pub frames: Vec<Vec<u8>>,
    /// The number of frames to record.
    wanted: usize,
    /// The tick of the last frame.
    last: Option<u64>,
    /// View pixels per pixel of the clip, in each direction.
    shrink: usize,
    /// The number of colours; fewer make a smaller file.
    colors: usize,
}

impl Clip {
    /// A clip of this many ticks, `shrink` times smaller than the view.
    pub fn new(ticks: u64, shrink: usize) -> Self {
        let wanted = ((ticks / TICKS_PER_FRAME) as usize).clamp(1, MAX_FRAMES);
        Self { size: (0, 0), frames: Vec::new(), wanted, last: None, shrink: shrink.max(1), colors: MAX_COLORS }
    }

    /// The same clip with at most this many colours.
    pub fn with_colors(self, colors: usize) -> Self {
        Self { colors: colors.clamp(2, MAX_COLORS), ..self }
    }

    /// Whether a frame is due at this tick.
    pub fn wants(&self, tick: u64) -> bool {
        self.last.is_none_or(|last| last.abs_diff(tick) >= TICKS_PER_FRAME)
    }

    /// Adds a frame with this many pixels per view pixel. Returns whether it was the last. A view that changes its shape ends the
    /// clip.
    pub fn take(&mut self, tick: u64, frame: &Image, density: u32) -> bool {
        self.last = Some(tick);
        let shrink = self.shrink * density.max(1) as usize;
        let size = (frame.width() / shrink, frame.height() / shrink);
        if !self.frames.is_empty() && self.size != size {
            return true;
        }
        self.size = size;
        self.frames.push(smaller(frame, shrink));
        self.frames.len() >= self.wanted
    }

    /// The PNG file. One frame alone keeps all its colours, unless fewer are wanted.
    ///
    /// # Errors
    /// If there is no frame.
    pub fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        if let ([frame], MAX_COLORS) = (&self.frames[..], self.colors) {
            return still(frame, self.size);
        }
        let (mut colors, nearest) = palette(&self.frames, self.colors);
        let same = MAX_COLORS as u8;
        colors.resize(MAX_COLORS * 3 + 3, 0);
        let mut opacity = vec![u8::MAX; MAX_COLORS];
        opacity.push(0);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.size.0 as u32, self.size.1 as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(colors);
        encoder.set_trns(opacity);
        encoder.set_compression(Compression::Best);
        encoder.set_filter(FilterType::NoFilter);
        encoder.set_animated(self.frames.len() as u32, 0)?;
        encoder.set_frame_delay(TICKS_PER_FRAME as u16, 60)?;
        encoder.set_blend_op(BlendOp::Over)?;
        let mut writer = encoder.write_header()?;
        let mut before: Vec<u8> = Vec::new();
        for frame in &self.frames {
            let now: Vec<u8> = frame.chunks_exact(3).map(|color| nearest[place(color)]).collect();
            let changed = |(i, now): (usize, &u8)| if before.get(i) == Some(now) { same } else { *now };
            writer.write_image_data(&now.iter().enumerate().map(changed).collect::<Vec<_>>())?;
            before = now;
        }
        writer.finish()?;
        Ok(bytes)
    }
}

/// Shrinks a picture to RGB pixels: every square of `by` x `by` becomes its average colour.
pub fn smaller(picture: &Image, by: usize) -> Vec<u8> {
    smaller_rows(picture.bytes.chunks_exact((picture.width() * 4).max(1)), by)
}

/// The same for rows of four bytes per pixel, the top one first.
pub fn smaller_rows<'a>(rows: impl Iterator<Item = &'a [u8]>, by: usize) -> Vec<u8> {
    let (mut bytes, mut sums, mut added) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        sums.resize(row.len() / (by * 4), [0_u32; 3]);
        for (sum, pixels) in sums.iter_mut().zip(row.chunks_exact(by * 4)) {
            for pixel in pixels.chunks_exact(4) {
                sum.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += u32::from(*channel));
            }
        }
        added += 1;
        if added == by {
            let area = (by * by) as u32;
            bytes.extend(sums.drain(..).flatten().map(|sum| (sum / area) as u8));
            added = 0;
        }
    }
    bytes
}

/// An encoder of RGB pixels, three bytes each.
pub fn rgb_encoder<'a, W: Write>(writer: W, width: usize, height: usize) -> Encoder<'a, W> {
    let mut encoder = Encoder::new(writer, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder
}

/// A PNG file of a picture; transparency is dropped.
///
/// # Errors
/// If there are no pixels.
pub fn picture(picture: &Image) -> Result<Vec<u8>, EncodingError> {
    still(&smaller(picture, 1), (picture.width(), picture.height()))
}

/// A PNG file of RGB pixels.
fn still(pixels: &[u8], (width, height): (usize, usize)) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = rgb_encoder(&mut bytes, width, height);
    encoder.set_compression(Compression::Best);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// A colour's index in a table of 32,768.
fn place(color: &[u8]) -> usize {
    color.iter().fold(0, |place, channel| place << 5 | usize::from(channel >> 3))
}

/// Colours that are frequent and unlike each other, and the nearest of them for every index of the table.
fn palette(frames: &[Vec<u8>], count: usize) -> (Vec<u8>, Vec<u8>) {
    let mut sums = vec![[0_u64; 4]; 1 << 15];
    for color in frames.iter().flat_map(|frame| frame.chunks_exact(3)) {
        let sum = &mut sums[place(color)];
        (0..3).for_each(|i| sum[i] += u64::from(color[i]));
        sum[3] += 1;
    }
    let places: Vec<usize> = (0..sums.len()).filter(|place| sums[*place][3] > 0).collect();
    let average = |place: usize| [0, 1, 2].map(|i| (sums[place][i] / sums[place][3]) as u8);
    let (mut palette, mut nearest) = (Vec::new(), vec![0; sums.len()]);
    // The square of the distance to the nearest chosen colour.
    let mut far = vec![u32::from(u16::MAX); sums.len()];
    while palette.len() < count {
        // A rare colour that is unlike all others, such as that of a small hero, matters as much as another shade of the ground.
        let weight = |place: &usize| (sums[*place][3] as f32).sqrt() * far[*place] as f32;
        let next = places.iter().copied().filter(|place| far[*place] > 0);
        let Some(next) = next.max_by(|a, b| weight(a).total_cmp(&weight(b))) else { break };
        let color = average(next);
        for place in &places {
            let apart = average(*place).into_iter().zip(color).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum();
            if apart < far[*place] {
                (far[*place], nearest[*place]) = (apart, palette.len() as u8);
            }
        }
        far[next] = 0;
        palette.push(color);
    }
    (palette.concat(), nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dark square that walks over a ground of two colours.
    fn frame(step: usize) -> Image {
        let pixel = |i: usize| {
            let (x, y) = (i % 32, i / 32);
            let square = (step..step + 4).contains(&x) && (4..8).contains(&y);
            let color = if square { [43, 33, 54] } else { [200, 16 * (x as u8 / 16), 120] };
            [color[0], color[1], color[2], 255]
        };
        Image { bytes: (0..32 * 16).flat_map(pixel).collect(), width: 32, height: 16 }
    }

    #[test]
    fn a_clip_can_be_read_again() {
        let mut clip = Clip::new(6 * TICKS_PER_FRAME, 1);
        let ends: Vec<bool> = (0..6).map(|i| clip.take(i * TICKS_PER_FRAME, &frame(i as usize), 1)).collect();
        assert_eq!(ends, [false, false, false, false, false, true]);
        assert!(!clip.wants(21) && clip.wants(24) && clip.wants(3), "a loop leads back");
        let bytes = clip.encode().unwrap();
        let mut reader = png::Decoder::new(&bytes[..]).read_info().unwrap();
        let control = reader.info().animation_control.unwrap();
        assert_eq!((control.num_frames, reader.info().width, reader.info().height), (6, 32, 16));
        let colors = reader.info().palette.clone().unwrap();
        let mut shown = vec![0; 32 * 16];
        for step in 0..6 {
            let mut indices = vec![0; reader.output_buffer_size()];
            reader.next_frame(&mut indices).unwrap();
            let changed = indices.iter().filter(|index| **index != MAX_COLORS as u8).count();
            assert!(
                if step == 0 { changed == 32 * 16 } else { changed <= 8 },
                "frame {step} contains {changed} pixels"
            );
            for (shown, index) in shown.iter_mut().zip(&indices).filter(|(_, index)| **index != MAX_COLORS as u8) {
                *shown = *index;
            }
            let rgb: Vec<u8> = shown.iter().flat_map(|i| colors[usize::from(*i) * 3..][..3].to_vec()).collect();
            assert_eq!(rgb, smaller(&frame(step), 1), "frame {step}");
        }
    }

    #[test]
    fn a_picture_contains_the_pixels_and_a_shrunk_one_their_average() {
        let bytes = picture(&frame(3)).unwrap();
        let mut reader = png::Decoder::new(&bytes[..]).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, smaller(&frame(3), 1));
        let row = |values: [u8; 4]| values.into_iter().flat_map(|v| [v, v, v, 255]).collect::<Vec<u8>>();
        let bytes = [row([0, 100, 8, 8]), row([100, 200, 8, 8])].concat();
        assert_eq!(smaller(&Image { bytes, width: 4, height: 2 }, 2), [100, 100, 100, 8, 8, 8]);
    }

    #[test]
    fn one_frame_alone_keeps_its_colours() {
        let bytes = (0..32 * 32_u32).flat_map(|i| [(i / 4) as u8, i as u8, (i * 5) as u8, 255]).collect();
        let picture = Image { bytes, width: 32, height: 32 };
        let mut clip = Clip::new(1, 1);
        assert!(clip.take(0, &picture, 1));
        let file = clip.encode().unwrap();
        let mut reader = png::Decoder::new(&file[..]).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, smaller(&picture, 1));
    }

    #[test]
    fn many_colours_become_few_in_a_smaller_file_and_a_long_clip_is_cut() {
        let bytes = (0..64 * 64_u32).flat_map(|i| [(i * 7) as u8, (i / 16) as u8, (i * 3) as u8, 255]).collect();
        let picture = Image { bytes, width: 64, height: 64 };
        let [many, few] = [MAX_COLORS, 8].map(|colors| {
            let mut clip = Clip::new(u64::MAX, 1).with_colors(colors);
            assert!(clip.encode().is_err(), "a clip without frames");
            clip.take(0, &picture, 1);
            clip.take(TICKS_PER_FRAME, &picture, 1);
            let bytes = clip.encode().unwrap();
            let ends = (2..).take(1000).position(|i| clip.take(i * TICKS_PER_FRAME, &picture, 1));
            assert_eq!(ends, Some(MAX_FRAMES - 3));
            bytes
        });
        assert!(few.len() * 3 < many.len() * 2, "{} of {} bytes", few.len(), many.len());
        let mut reader = png::Decoder::new(&few[..]).read_info().unwrap();
        let mut indices = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut indices).unwrap();
        assert!(indices.iter().all(|index| *index < 8));
    }
}
