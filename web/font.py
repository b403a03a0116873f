#!/usr/bin/env python3
"""Makes seamwalker.woff2, the letters of the page, from the game's own: assets/font.png and assets/font.ron.

Run it when the game's letters change. Needs Pillow, fonttools and brotli from PyPI; the result is kept in the repository so
that a build needs none of them."""

import re
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image

HERE = Path(__file__).parent
ASSETS = HERE.parent / "assets"
PIXEL = 100

table = (ASSETS / "font.ron").read_text()
picture = Image.open(ASSETS / "font.png").convert("RGBA")
height, ascent = (int(re.search(name + r": (\d+)", table).group(1)) for name in ("height", "ascent"))


def drawn(x, y, width):
    """A rectangle for every run of pixels in a row."""
    pen = TTGlyphPen(None)
    for row in range(height):
        solid = [picture.getpixel((x + column, y + row))[3] > 0 for column in range(width)] + [False]
        top, start = (ascent - row) * PIXEL, None
        for column, is_solid in enumerate(solid):
            if is_solid and start is None:
                start = column
            if not is_solid and start is not None:
                left, right = start * PIXEL, column * PIXEL
                corners = [(left, top), (right, top), (right, top - PIXEL), (left, top - PIXEL)]
                pen.moveTo(corners[0])
                for corner in corners[1:]:
                    pen.lineTo(corner)
                pen.closePath()
                start = None
    return pen.glyph()


glyphs, widths, named = {".notdef": drawn(0, 0, 0)}, {".notdef": 3 * PIXEL}, {}
for sign, *numbers in re.findall(r"\('(\\?.)', (\d+), (\d+), (\d+), (\d+)\)", table):
    x, y, width, advance = map(int, numbers)
    name = f"u{ord(sign[-1]):04X}"
    named[ord(sign[-1])] = name
    glyphs[name] = drawn(x, y, width)
    widths[name] = advance * PIXEL

font = FontBuilder(height * PIXEL)
font.setupGlyphOrder(list(glyphs))
font.setupCharacterMap(named)
font.setupGlyf(glyphs)
left = {name: glyph.xMin if glyph.numberOfContours else 0 for name, glyph in glyphs.items()}
font.setupHorizontalMetrics({name: (width, left[name]) for name, width in widths.items()})
above, below = ascent * PIXEL, (height - ascent) * PIXEL
font.setupHorizontalHeader(ascent=above, descent=-below)
font.setupNameTable({"familyName": "Seamwalker", "styleName": "Regular"})
font.setupOS2(sTypoAscender=above, sTypoDescender=-below, usWinAscent=above, usWinDescent=below)
font.setupPost()
# A font counts seconds from 1904; always the same moment, for the same bytes.
font.font["head"].created = font.font["head"].modified = 2082844800
font.font.recalcTimestamp = False
font.font.flavor = "woff2"
font.save(HERE / "seamwalker.woff2")
print(len(named), "letters,", (HERE / "seamwalker.woff2").stat().st_size, "bytes")
