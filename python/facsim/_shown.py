# SPDX-License-Identifier: Apache-2.0
"""Tables and results for people: one line for a prompt, the first rows for a notebook.

Ids, URLs and words come from pages, so all of them are escaped.
"""

from __future__ import annotations

from typing import Any

from . import _core
from ._values import repaired

_ROWS_SHOWN = 10
_NAMES_SHOWN = 3
_VALUES_SHOWN = 3
_CHARACTERS_SHOWN = 120
_TYPES = {"L": "uint64", "I": "uint32", "g": "float64", "b": "bool", "u": "str", "+w:2": "list[str]"}
_CELL = "text-align:left;vertical-align:top;padding:2px 8px;overflow-wrap:anywhere;max-width:32em"


def escaped(text: str) -> str:
    """Escapes a text for HTML; control and direction characters are shown as codes like U+202E."""
    return _core.html_text(repaired(text))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def repr_of_table(table: Any) -> str:
    """Returns a text such as ``Table(2,430 rows: row, id, url, ...)``."""
    names = table.column_names
    some = ", ".join(names[:_NAMES_SHOWN]) + (", ..." if len(names) > _NAMES_SHOWN else "")
    return f"Table({_count(len(table), 'row')}: {some})"


def repr_of_array(array: Any) -> str:
    """Returns a text such as ``Array(3 rows of uint64, 1 null: 17, None, 4)``."""
    kind = array.type
    bytes_of = f"{kind[2:]} bytes" if kind.startswith("w:") else kind
    about = f"{_count(len(array), 'row')} of {_TYPES.get(kind, bytes_of)}"
    if array.null_count:
        about += f", {array.null_count:,} null"
    values = [_short(repr(value)) for value in array[:_VALUES_SHOWN]]
    if len(array) > _VALUES_SHOWN:
        values.append("...")
    return f"Array({about}{': ' if values else ''}{', '.join(values)})"


def _short(text: str) -> str:
    return text if len(text) <= _CHARACTERS_SHOWN else text[:_CHARACTERS_SHOWN] + "..."


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        value = ", ".join("-" if each is None else str(each) for each in value)
    return escaped(_short(str(value)))


def html_of_table(table: Any) -> str:
    """Returns the first ten rows as an HTML table."""
    names = table.column_names
    head = "".join(f"<th style='{_CELL}'>{escaped(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td style='{_CELL}'>{_cell(row[name])}</td>" for name in names) + "</tr>"
        for row in table[:_ROWS_SHOWN]
    )
    left = len(table) - _ROWS_SHOWN
    more = f"<p>and {_count(left, 'more row')}</p>" if left > 0 else ""
    return (
        f"<div class='facsim-table'><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{more}</div>"
    )


def html_of_result(result: Any) -> str:
    """Returns the counts of a result and its first ten removed rows as HTML."""
    pages = _count(result.summary["pages_read"], "page")
    line = f"{pages} read, {len(result.duplicates):,} removed, {len(result.reported):,} reported"
    warnings = "".join(
        f"<p>warning: {escaped(sentence)}</p>" for sentence in result.summary["warnings"]
    )
    table = html_of_table(result.duplicates) if len(result.duplicates) else ""
    return f"<div class='facsim-result'><p>{line}</p>{warnings}{table}</div>"
