"""Boards as pixels: the game's own SVG drawing, rendered by resvg."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt

WIDTH = 640


def picture(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG drawing as an array of rows, columns and red, green, blue."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH)
    with Image.open(BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))
