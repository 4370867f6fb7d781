"""Boards as pixels: the game's own SVG drawing, rendered by resvg."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt

SIDE = 640
PAPER = (255, 255, 255)


def picture(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG drawing as an array of rows, columns and red, green, blue, always as large."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, width=SIDE)
    with Image.open(BytesIO(bytes(png))) as image:
        image.thumbnail((SIDE, SIDE))
        frame = Image.new("RGB", (SIDE, SIDE), PAPER)
        frame.paste(image.convert("RGB"), ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
        return np.asarray(frame)
