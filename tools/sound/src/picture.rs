//! Pictures of spectra: time to the right, frequency upwards on a logarithmic scale, loudness as brightness.

use std::error::Error;
use std::path::Path;

use crate::spectrum::Spectrum;

/// The size of the picture of a piece, in pixels.
const PIECE_SIZE: (usize, usize) = (320, 120);
/// The size of the picture of an effect, in pixels.
const EFFECT_SIZE: (usize, usize) = (76, 60);
/// Pieces and effects beside each other on the sheet, and the gap between them, in pixels.
const PIECE_COLUMNS: usize = 2;
const EFFECT_COLUMNS: usize = 8;
const SHEET_GAP: usize = 4;

/// The lowest and the highest frequency shown, in Hz.
const SHOWN: (f32, f32) = (50.0, 16_000.0);
/// Frequencies with a line, in Hz.
const LINES: [f32; 3] = [100.0, 1000.0, 10_000.0];
/// The range of loudness shown, in dB below the loudest.
const SHOWN_DB: f32 = 70.0;
/// The number of shades.
const SHADES: u8 = 32;

/// A picture with a byte for the shade of every pixel. The shade after the last one is that of gaps and lines.
#[derive(Clone, Debug)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Picture {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![SHADES; width * height] }
    }

    /// The picture of a spectrum.
    #[must_use]
    pub fn of(spectrum: &Spectrum, (width, height): (usize, usize)) -> Self {
        let mut picture = Self::new(width, height);
        let loudest = spectrum.frames.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max);
        let frequency = |y: usize| {
            let part = 1.0 - y as f32 / height as f32;
            SHOWN.0 * libm::powf(SHOWN.1 / SHOWN.0, part)
        };
        let index = |hz: f32| (hz / spectrum.frequency(1)) as usize;
        for x in 0..width {
            let frames = range(x * spectrum.frames.len() / width, (x + 1) * spectrum.frames.len() / width);
            for y in 0..height {
                let bins = range(index(frequency(y + 1)), index(frequency(y)));
                let frames = spectrum.frames.iter().take(frames.end).skip(frames.start);
                let most = frames.flat_map(|frame| frame.iter().take(bins.end).skip(bins.start));
                let most = most.copied().fold(f32::MIN_POSITIVE, f32::max);
                let part = 1.0 + 20.0 * libm::log10f(most / loudest) / SHOWN_DB;
                picture.pixels[y * width + x] = (part.clamp(0.0, 1.0) * f32::from(SHADES - 1)) as u8;
            }
        }
        for line in LINES {
            let part = libm::logf(line / SHOWN.0) / libm::logf(SHOWN.1 / SHOWN.0);
            let y = ((1.0 - part) * height as f32) as usize;
            (0..width).step_by(8).for_each(|x| picture.pixels[y * width + x] = SHADES);
        }
        picture
    }

    fn put(&mut self, other: &Self, left: usize, top: usize) {
        for (y, row) in other.pixels.chunks(other.width).enumerate() {
            let at = (top + y) * self.width + left;
            self.pixels[at..at + other.width].copy_from_slice(row);
        }
    }

    /// All pieces above all effects, in their order, row by row.
    fn sheet(pieces: &[Self], effects: &[Self]) -> Self {
        let rows = |count: usize, columns: usize| count.div_ceil(columns);
        let step = |(width, height): (usize, usize)| (width + SHEET_GAP, height + SHEET_GAP);
        let (piece, effect) = (step(PIECE_SIZE), step(EFFECT_SIZE));
        let below = rows(pieces.len(), PIECE_COLUMNS) * piece.1;
        let width = (PIECE_COLUMNS * piece.0).max(EFFECT_COLUMNS * effect.0) + SHEET_GAP;
        let mut sheet = Self::new(width, below + rows(effects.len(), EFFECT_COLUMNS) * effect.1 + SHEET_GAP);
        for (list, step, columns, top) in [(pieces, piece, PIECE_COLUMNS, 0), (effects, effect, EFFECT_COLUMNS, below)]
        {
            for (i, picture) in list.iter().enumerate() {
                let (x, y) = (i % columns * step.0, i / columns * step.1);
                sheet.put(picture, SHEET_GAP + x, SHEET_GAP + top + y);
            }
        }
        sheet
    }

    /// The bytes of a PNG.
    ///
    /// # Errors
    /// The encoder fails.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        // From ink over plum and red to mustard and cream.
        const STOPS: [[f32; 3]; 5] = [
            [43.0, 33.0, 56.0],
            [107.0, 58.0, 105.0],
            [201.0, 64.0, 58.0],
            [231.0, 176.0, 66.0],
            [252.0, 246.0, 230.0],
        ];
        let shade = |i: u8| {
            let at = f32::from(i) / f32::from(SHADES - 1) * (STOPS.len() - 1) as f32;
            let (from, to) = (STOPS[at as usize], STOPS[(at as usize + 1).min(STOPS.len() - 1)]);
            std::array::from_fn::<u8, 3, _>(|part| (from[part] + (to[part] - from[part]) * at.fract()) as u8)
        };
        let palette: Vec<u8> = (0..SHADES).flat_map(shade).chain([226, 208, 170]).collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette);
        encoder.set_compression(png::Compression::High);
        encoder.write_header()?.write_image_data(&self.pixels)?;
        Ok(bytes)
    }
}

/// A range of at least one index.
fn range(from: usize, to: usize) -> std::ops::Range<usize> {
    from..to.max(from + 1)
}

/// Writes a picture of every piece and of every effect's first variant, and a sheet with the pieces and the named effects.
///
/// # Errors
/// A score cannot be read, or a file cannot be written.
pub fn write_all(folder: &Path, on_sheet: &[&str]) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let (mut pieces, mut effects) = (Vec::new(), Vec::new());
    for (name, samples) in crate::music()? {
        let picture = Picture::of(&Spectrum::of(&samples, 2, seamwalker_synth::RATE), PIECE_SIZE);
        std::fs::write(folder.join(format!("{name}.png")), picture.png()?)?;
        pieces.push(picture);
    }
    for (name, samples) in crate::all() {
        let picture = Picture::of(&Spectrum::of_short(&samples, 1, seamwalker_synth::RATE), EFFECT_SIZE);
        std::fs::write(folder.join(name.replace(".wav", ".png")), picture.png()?)?;
        if on_sheet.contains(&name.trim_end_matches(".wav")) {
            effects.push(picture);
        }
    }
    std::fs::write(folder.join("sheet.png"), Picture::sheet(&pieces, &effects).png()?)?;
    Ok(())
}
