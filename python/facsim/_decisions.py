# SPDX-License-Identifier: Apache-2.0
"""Decisions of people on pairs of pages, written as the tab-separated lines that the core reads."""

from __future__ import annotations

import contextlib
import operator
import os
from collections.abc import Iterable, Sequence
from typing import Any

from .errors import Error

# The program has the same limit: a larger file is not a file of decisions.
_BYTES_MAX = 1 << 30
_NOT_FIRST = ("#", "\ufeff")


def _name(page: Any) -> str:
    if isinstance(page, str):
        return page
    if not isinstance(page, bool):
        with contextlib.suppress(TypeError):
            return f"row {operator.index(page)}"
    raise TypeError(f"a page of decisions is its id or the number of its row, not {type(page).__name__}")


def _line(row: Any) -> str:
    if isinstance(row, (str, bytes)) or not isinstance(row, Sequence) or len(row) not in (3, 4):
        raise TypeError(
            f"a row of decisions is page, page, 'same' or 'different', and a note if any, not {row!r}"
        )
    page, other, word, *note = row
    fields = [_name(page), _name(other), word, *note]
    for field in fields:
        if not isinstance(field, str):
            raise TypeError(f"a decision and its note are str, not {type(field).__name__}")
        if any(end in field for end in "\t\r\n"):
            raise ValueError(f"decisions hold no tab and no end of a line: {field!r}")
    if fields[0].startswith(_NOT_FIRST):
        fields[:2] = reversed(fields[:2])
    if fields[0].startswith(_NOT_FIRST):
        raise ValueError(
            f"no line of decisions begins with '#' or U+FEFF: name {page!r} or {other!r} by its row"
        )
    return "\t".join(fields) + "\n"


def decisions_text(decisions: str | os.PathLike | Iterable[Sequence[Any]] | None) -> bytes:
    """Returns decisions as lines: reads the file at a path, or makes a line of each row."""
    if decisions is None:
        return b""
    if isinstance(decisions, (str, os.PathLike)):
        with open(decisions, "rb") as file:
            text = file.read(_BYTES_MAX + 1).removeprefix(b"\xef\xbb\xbf")
        if len(text) > _BYTES_MAX:
            raise Error(f"{os.fspath(decisions)!r} has more than {_BYTES_MAX} bytes, which no file of decisions has")
        return text if text.endswith(b"\n") or not text else text + b"\n"
    return "".join(map(_line, decisions)).encode("utf-8", "surrogateescape")
