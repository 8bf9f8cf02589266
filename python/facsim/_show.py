# SPDX-License-Identifier: Apache-2.0
"""Shows two pages side by side: the text they share, and the text found in only one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from ._compare import Comparison
from ._shown import escaped

# The number of characters shown at the beginning and at the end of a passage.
_FOLD = 240
_WIDTH = 96
_STYLE = {
    "table": "border-collapse:collapse;table-layout:fixed;width:100%",
    "cell": "vertical-align:top;text-align:left;padding:4px 8px;border:1px solid #8888;"
            "white-space:pre-wrap;overflow-wrap:anywhere",
    "alone": "background:#f5c54266;text-decoration:none",
}  # fmt: skip


def _folded(text: str) -> tuple[str, str, str]:
    """Splits a text into its beginning, the part to fold away, and its end."""
    if len(text) <= 2 * _FOLD + 80:
        return text, "", ""
    return text[:_FOLD], text[_FOLD:-_FOLD], text[-_FOLD:]


def _line(mark: str, text: str) -> str:
    begin, middle, end = _folded(" ".join(text.split()))
    if middle:
        begin += f" [... {len(middle):,} characters ...] {end}"
    return f"{mark} {begin}"


@dataclass(frozen=True)
class Shown:
    """The rendering of :meth:`Result.show`: text for a terminal, a table for a notebook."""

    verdict: str  # removed or reported
    row: dict[str, Any]
    comparison: Comparison
    names: tuple[str, str]
    texts: tuple[str, str]

    def _facts(self) -> str:
        row = self.row
        words = [f"{self.verdict} as {row['kind']}", f"resemblance {row['resemblance']:.4f}"]
        words.append(f"containment {row['containment']:.4f} and {row['containment_reverse']:.4f}")
        if row["agreement"] is not None:
            words.append(f"agreement {row['agreement']:.4f}")
        if row["distance"] is not None:
            words.append(f"distance {row['distance']}")
        return ", ".join(words)

    def __str__(self) -> str:
        lines = [f"{self.names[0]}: {self._facts()}", f"repeats {self.names[1]}", "-" * _WIDTH]
        for passage in self.comparison.passages:
            if passage.shared:
                lines.append(_line("=", passage.first))
                continue
            if passage.first:
                lines.append(_line("-", passage.first))
            if passage.second:
                lines.append(_line("+", passage.second))
        if not self.comparison.passages:
            lines += [_line("-", self.texts[0]), _line("+", self.texts[1])]
        first, second = self.names
        lines += ["-" * _WIDTH, f"= in both   - in {first} alone   + in {second} alone"]
        return "\n".join(lines)

    def _cell(self, which: int) -> str:
        parts = []
        for passage in self.comparison.passages:
            text = passage.second if which else passage.first
            if not text:
                continue
            begin, middle, end = (escaped(part) for part in _folded(text))
            if middle:
                more = f"<summary>{len(middle):,} characters</summary>{middle}"
                begin += f"<details style='display:inline'>{more}</details>{end}"
            alone = f"<ins style='{_STYLE['alone']}'>{begin}</ins>"
            parts.append(begin if passage.shared else alone)
        return " ".join(parts) if parts else escaped(_folded(self.texts[which])[0])

    def _repr_html_(self) -> str:
        heads = [f"{escaped(self.names[0])}: {escaped(self._facts())}",
                 f"kept: {escaped(self.names[1])}"]  # fmt: skip
        cell = _STYLE["cell"]
        head = "".join(f"<th style='{cell}'>{text}</th>" for text in heads)
        body = "".join(f"<td style='{cell}'>{self._cell(which)}</td>" for which in (0, 1))
        table = f"<table style='{_STYLE['table']}'><tr>{head}</tr><tr>{body}</tr></table>"
        return f"<div class='facsim-pair'>{table}</div>"


def put(shown: Shown) -> None:
    """Prints two pages; in a notebook renders them side by side."""
    ipython = sys.modules.get("IPython")
    if ipython is not None and hasattr(ipython.get_ipython(), "kernel"):
        ipython.display.display(shown)
    else:
        print(shown)
