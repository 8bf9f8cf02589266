# SPDX-License-Identifier: Apache-2.0
"""The columns of a frame that hold the pages, checked before anything runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import (
    AtomicType,
    BinaryType,
    ByteType,
    DataType,
    DateType,
    IntegerType,
    LongType,
    NumericType,
    ShortType,
    StringType,
    TimestampType,
)

from .. import _core
from ..errors import InvalidArgumentError

# The prefix of the columns that ``keep`` names; their number follows it.
FIELD = "field"
_IDS = (StringType, ByteType, ShortType, IntegerType, LongType)
_WANTED = {
    "id": (_IDS, "strings or whole numbers"),
    "text": ((StringType, BinaryType), "texts"),
    "html": ((StringType, BinaryType), "HTML pages"),
    "url": ((StringType,), "strings"),
    "time": ((NumericType, TimestampType, DateType), "numbers or times"),
    FIELD: ((NumericType, TimestampType, DateType), "numbers or times"),
    "status": ((NumericType,), "numbers"),
}


def named(name: str) -> Column:
    """Returns the column with exactly this name, which may have any characters."""
    return sql.col("`" + name.replace("`", "``") + "`")


def require_free(frame: DataFrame, *ours: str) -> None:
    """Raises InvalidArgumentError if columns share a name, or have one that the result needs."""
    for name in frame.columns:
        if name.lower() in ours:
            raise InvalidArgumentError(
                f"the frame has a column '{name}', which the result needs; rename it or drop it"
            )
        count = frame.columns.count(name)
        if count > 1:
            raise InvalidArgumentError(
                f"{count} columns have the name '{name}'; rename them or drop all but one"
            )


@dataclass(frozen=True)
class PageColumns:
    """The columns of the caller's frame by their roles."""

    # The column of each given role: id, text, html, url, time, status, field0, field1 ...
    columns: dict[str, str]
    order: tuple[str, ...] = ()
    id_type: DataType = field(default_factory=StringType)

    def pages(self, frame: DataFrame) -> DataFrame:
        """Returns these columns of the frame, named by their roles; order columns as o0, o1 ..."""
        chosen = [_value(frame, what, name).alias(what) for what, name in self.columns.items()]
        chosen += [named(name).alias(each) for each, name in zip(self.orders, self.order)]
        return frame.select(*chosen)

    @property
    def orders(self) -> list[str]:
        return [f"o{number}" for number in range(len(self.order))]

    @property
    def read(self) -> list[str]:
        """The columns of the frame of pages() that facsim reads."""
        return [what for what in self.columns if what != "id"]

    def fields(self) -> _core.RowFields:
        has = self.columns.__contains__
        return _core.RowFields(
            text="text",
            html="html" if has("html") else "",
            id="",
            url="url" if has("url") else "",
            time="time" if has("time") else "",
            status="status" if has("status") else "",
        )


def _value(frame: DataFrame, what: str, name: str) -> Column:
    """Returns a column as the core reads it: times as seconds since 1970, numbers as doubles."""
    if what not in ("time", "status") and not what.startswith(FIELD):
        return named(name)
    kind = frame.schema[name].dataType
    value = named(name).cast("timestamp") if isinstance(kind, DateType) else named(name)
    return value.cast("double")


def _require_type(frame: DataFrame, what: str, name: str) -> DataType:
    what = what.rstrip("0123456789")
    kinds, words = _WANTED[what]
    kind = frame.schema[name].dataType
    if not isinstance(kind, kinds):
        raise InvalidArgumentError(
            f"{what}: the column '{name}' holds {kind.simpleString()}, where {words} are wanted"
        )
    return kind


def _require_there(frame: DataFrame, what: str, name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"{what} is the name of a column, not {type(name).__name__}")
    count = frame.columns.count(name)
    if count == 1:
        return
    if count > 1:
        raise InvalidArgumentError(f"{what}: {count} columns have the name '{name}'")
    known = ", ".join(frame.columns)
    raise KeyError(f"{what}: there is no column '{name}'; the columns are: {known}")


def columns_of(
    frame: DataFrame, given: dict[str, str | None], order: str | list[str] | None
) -> PageColumns:
    """Returns the checked columns. ``given``: the column of each role, None if it has none.

    Raises KeyError for a missing column, InvalidArgumentError for a column of a wrong type,
    TypeError for a name that is not a str.
    """
    names = {what: name for what, name in given.items() if name is not None}
    kind: DataType = StringType()
    for what, name in names.items():
        _require_there(frame, what.rstrip("0123456789"), name)
        found = _require_type(frame, what, name)
        if what == "id":
            kind = found
    orders = [order] if isinstance(order, str) else list(order or [])
    for name in orders:
        _require_there(frame, "order", name)
        kind_of_order = frame.schema[name].dataType
        if not isinstance(kind_of_order, AtomicType):
            raise InvalidArgumentError(
                f"order: the column '{name}' holds {kind_of_order.simpleString()}, where numbers, "
                "times or strings are wanted"
            )
    return PageColumns(names, tuple(orders), kind)
