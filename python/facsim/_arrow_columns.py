# SPDX-License-Identifier: Apache-2.0
"""Columns of pyarrow by name: a dot leads into a struct, as the core is led (python/src/arrow_in.cc)."""

from __future__ import annotations

from typing import Any

from ._holders import names_along


def is_struct(kind: Any) -> bool:
    return str(kind).startswith("struct<")


def _last(fields: Any, name: str) -> int | None:
    """Of fields with one name the last counts."""
    return max((at for at in range(len(fields)) if fields[at].name == name), default=None)


def way_to(fields: Any, name: str) -> list[int] | None:
    """The way to a column, from struct to struct: the whole name first, then up to a dot.

    A column without values (of the type null) has every member, and ends the way.
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
    """The members of a column of structs, null where a struct is."""
    for at in way:
        column = column.flatten()[at]
    return column
