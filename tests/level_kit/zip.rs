//! Writes archives.

use std::error::Error;
use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// An archive of files, compressed or stored as they are.
pub fn archive<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    compressed: bool,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let method = if compressed { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(name).compression_method(method).start()?;
        let descriptor = if compressed {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(content)?;
            let (encoder, descriptor) = writer.finish()?;
            encoder.finish()?;
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content)?;
            writer.finish()?.1
        };
        entry.finish(descriptor)?;
    }
    archive.finish()?;
    Ok(bytes)
}
