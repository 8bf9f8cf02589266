# SPDX-License-Identifier: Apache-2.0
"""Makes a page for the store from a Scrapy response, and detects truncated responses."""

from __future__ import annotations

import re
from typing import Any

from . import _core


def media_type_of(response: Any) -> str:
    """Returns the media type in lower case, without parameters; by default "text/html"."""
    named = response.headers.get("Content-Type") or b"text/html"
    return named.decode("latin-1").partition(";")[0].strip().lower()


def row_of_response(response: Any) -> dict[str, str]:
    """Returns the decoded body as a row that the store reads according to the media type."""
    kind = media_type_of(response)
    if kind == "text/plain":
        return {"text": response.text}
    beginning = response.text[:256].lstrip()[:16]
    return {"html": _core.prefix_of_html(beginning, kind) + response.text}


# Flags of incomplete responses: the connection broke, or a handler of bytes_received ended it.
_CUT_FLAGS = {"dataloss", "download_stopped"}
# The server stated no length; only the end of the page shows whether it is complete.
_OPEN_FLAG = "partial"
_END = re.compile(r"</html\s*>(?:\s|<!--(?:(?!-->).)*-->)*\Z", re.IGNORECASE | re.DOTALL)
# The largest text searched for the end tag, which comments of servers and caches may follow.
_END_CHARACTERS_MAX = 4096


def is_cut(response: Any) -> bool:
    """True if a part of the body is missing, as far as Scrapy and the page itself show it."""
    if not _CUT_FLAGS.isdisjoint(response.flags):
        return True
    if _OPEN_FLAG not in response.flags:
        return False
    return _END.search(response.text[-_END_CHARACTERS_MAX:]) is None
