# SPDX-License-Identifier: Apache-2.0
"""A response of Scrapy as a page: of which media type, and as which member of a row."""

from __future__ import annotations

import re
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


# Of these a part is missing: the connection broke, or a handler of bytes_received ended it.
_CUT_FLAGS = {"dataloss", "download_stopped"}
# The server stated no length: whether all of it came, only its end can tell.
_OPEN_FLAG = "partial"
_END = re.compile(r"</html\s*>(?:\s|<!--(?:(?!-->).)*-->)*\Z", re.IGNORECASE | re.DOTALL)
# As much as a page has behind its end tag: comments of servers and caches.
_END_CHARACTERS_MAX = 4096


def is_cut(response: Any) -> bool:
    """Whether a part of the body is missing, as far as Scrapy and the page itself tell."""
    if not _CUT_FLAGS.isdisjoint(response.flags):
        return True
    if _OPEN_FLAG not in response.flags:
        return False
    return _END.search(response.text[-_END_CHARACTERS_MAX:]) is None
