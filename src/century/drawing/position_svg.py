"""Positions as SVG, for notebooks: the picture of the game in an image element."""

from __future__ import annotations

import base64
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from century.core.optional_module import optional_module
from century.core.view import View

__all__ = ["position_svg"]


def position_svg(package: str, view: View) -> str | None:
    """Draw a view of the game in a package; return None where Pillow is not installed."""
    if find_spec("PIL") is None:
        return None
    from century.drawing import plain_picture

    module: Any = optional_module(package, "picture") or plain_picture
    image = module.draw(view)
    png = BytesIO()
    image.save(png, "PNG")
    data = base64.b64encode(png.getvalue()).decode("ascii")
    size = f'width="{image.width}" height="{image.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        f'<image {size} href="data:image/png;base64,{data}"/></svg>'
    )
