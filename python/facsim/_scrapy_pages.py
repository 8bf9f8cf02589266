# SPDX-License-Identifier: Apache-2.0
"""A response of Scrapy as a page: of which media type, and as which member of a row."""

from __future__ import annotations

from typing import Any

from . import _core


def media_type_of(response: Any) -> str:
    """In lower case, without parameters; "text/html" where the response states none."""
    named = response.headers.get("Content-Type") or b"text/html"
    return named.decode("latin-1").partition(";")[0].strip().lower()


def row_of_response(response: Any) -> dict[str, str]:
    """The decoded body as a row that a store reads as the media type asks for."""
    kind = media_type_of(response)
    if kind == "text/plain":
        return {"text": response.text}
    beginning = response.text[:256].lstrip()[:16]
    return {"html": _core.prefix_of_html(beginning, kind) + response.text}
