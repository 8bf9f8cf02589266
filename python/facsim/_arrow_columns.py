# SPDX-License-Identifier: Apache-2.0
"""Finds pyarrow columns by name; a dot leads into a struct, as in python/src/arrow_in.cc."""

from __future__ import annotations

from typing import Any

from ._holders import names_along


def is_struct(kind: Any) -> bool:
    return str(kind).startswith("struct<")


def _last(fields: Any, name: str) -> int | None:
    """Returns the index of the last field with this name, or None: the last one counts."""
    return max((at for at in range(len(fields)) if fields[at].name == name), default=None)


def way_to(fields: Any, name: str) -> list[int] | None:
    """Returns the field indices from struct to struct that lead to a column, or None.

    The whole name is tried first, then the part before a dot. A column of the type null has every
    member, and ends the path.
    """
    null = None
    for first, rest in names_along(name):
        at = _last(fields, first)
        if at is None:
            continue
        if rest is None:
            return [at]
        if str(fields[at].type) == "null":
            null = [at]
        inner = way_to([*fields[at].type], rest) if is_struct(fields[at].type) else None
        if inner is not None:
            return [at, *inner]
    return null


def field_at(fields: Any, way: list[int]) -> Any:
    field = fields[way[0]]
    return field if len(way) == 1 else field_at([*field.type], way[1:])


def values_at(column: Any, way: list[int]) -> Any:
    """Returns the members at the path in a column of structs; null if their struct is null."""
    for at in way:
        column = column.flatten()[at]
    return column
