# SPDX-License-Identifier: Apache-2.0
"""The options and columns that the data sources share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader
from pyspark.sql.types import DataType, StructField, StructType

from ..errors import InvalidArgumentError


def paths_of(options: Mapping[str, str], name: str) -> list[str]:
    """Returns the paths given to load()."""
    if "paths" in options:
        return [str(path) for path in json.loads(options["paths"])]
    if options.get("path"):
        return [options["path"]]
    raise InvalidArgumentError(f"{name}: load() needs the path of a file or a folder")


def local_path(path: str) -> str:
    """Returns a path of the file system. Raises for URLs other than file: ones."""
    if path.startswith("file://"):
        return path.removeprefix("file://")
    if path.startswith("file:"):
        return path.removeprefix("file:")
    if "://" in path:
        raise InvalidArgumentError(
            f"{path}: facsim reads files of the file system; mount the store on every machine"
        )
    return path


def number_of(options: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """Returns a whole number of the options. Raises if it is out of bounds."""
    text = options.get(name, str(usual))
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise InvalidArgumentError(f"option {name}={text}: a number from {least} to {most} is wanted")
    return number


def require_options(options: Mapping[str, str], known: Sequence[str], source: str) -> None:
    """Raises InvalidArgumentError for an unknown option."""
    for option in options:
        if option.lower() not in known:
            raise InvalidArgumentError(
                f"{source}: there is no option '{option}'; the options are: {', '.join(known)}"
            )


def schema_of(columns: Mapping[str, DataType], names: Sequence[str], source: str) -> StructType:
    """Returns the schema of these columns, in this order."""
    for name in names:
        if name not in columns:
            raise InvalidArgumentError(
                f"{source}: there is no column '{name}'; the columns are: {', '.join(columns)}"
            )
    if not names:
        raise InvalidArgumentError(f"{source}: at least one column is wanted")
    return StructType([StructField(name, columns[name]) for name in names])


def columns_option(options: Mapping[str, str], usual: Sequence[str]) -> list[str]:
    """Returns the column names of option("columns", "id, url"), or the default ones."""
    text = options.get("columns")
    return list(usual) if text is None else [name.strip() for name in text.split(",")]


def require_types(schema: StructType, columns: Mapping[str, DataType], source: str) -> None:
    """Raises unless the caller's schema names known columns with their types."""
    ours = schema_of(columns, schema.names, source)
    for wanted, field in zip(schema.fields, ours.fields, strict=True):
        if wanted.dataType != field.dataType:
            raise InvalidArgumentError(
                f"{source}: column '{field.name}' is {field.dataType.simpleString()}, "
                f"not {wanted.dataType.simpleString()}"
            )


class OwnSource(DataSource):
    """The base of the formats of facsim, which facsim.spark.register() registers."""

    format_name: ClassVar[str]
    columns: ClassVar[Mapping[str, DataType]]
    usual: ClassVar[Sequence[str]]  # the default columns
    reads: ClassVar[Callable[[Mapping[str, str], StructType], DataSourceReader]]

    @classmethod
    def name(cls) -> str:
        return cls.format_name

    def schema(self) -> StructType:
        chosen = columns_option(self.options, self.usual)
        return schema_of(self.columns, chosen, self.format_name)

    def reader(self, schema: StructType) -> DataSourceReader:
        require_types(schema, self.columns, self.format_name)
        return type(self).reads(dict(self.options), schema)


def arrow_column(array: object, kind: pa.DataType) -> pa.Array:
    """Returns a column of the extension module with the type that Spark needs."""
    if pa.types.is_timestamp(kind):
        seconds = pa.array(array).view(pa.int64())
        return seconds.cast(pa.timestamp("s", tz="UTC")).cast(kind)
    if kind == pa.int64():
        return pa.array(array).view(pa.int64())
    return pa.array(array, type=kind)
