# SPDX-License-Identifier: Apache-2.0
"""What the data sources share: their options and their columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader
from pyspark.sql.types import DataType, StructField, StructType

from ..errors import InvalidArgumentError


def paths_of(options: Mapping[str, str], name: str) -> list[str]:
    """The paths that load() was given."""
    if "paths" in options:
        return [str(path) for path in json.loads(options["paths"])]
    if options.get("path"):
        return [options["path"]]
    raise InvalidArgumentError(f"{name}: load() needs the path of a file or a folder")


def local_path(path: str) -> str:
    """A path that every machine of the cluster sees; of a URL only file: is one."""
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
    """A whole number of the options."""
    text = options.get(name, str(usual))
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise InvalidArgumentError(f"option {name}={text}: a number from {least} to {most} is wanted")
    return number


def require_options(options: Mapping[str, str], known: Sequence[str], source: str) -> None:
    """Refuses an option that would have no effect."""
    for option in options:
        if option.lower() not in known:
            raise InvalidArgumentError(
                f"{source}: there is no option '{option}'; the options are: {', '.join(known)}"
            )


def schema_of(columns: Mapping[str, DataType], names: Sequence[str], source: str) -> StructType:
    """Of these columns, in this order."""
    for name in names:
        if name not in columns:
            raise InvalidArgumentError(
                f"{source}: there is no column '{name}'; the columns are: {', '.join(columns)}"
            )
    if not names:
        raise InvalidArgumentError(f"{source}: at least one column is wanted")
    return StructType([StructField(name, columns[name]) for name in names])


def columns_option(options: Mapping[str, str], usual: Sequence[str]) -> list[str]:
    """The names that option("columns", "id, url") gives."""
    text = options.get("columns")
    return list(usual) if text is None else [name.strip() for name in text.split(",")]


def require_types(schema: StructType, columns: Mapping[str, DataType], source: str) -> None:
    """A schema that the caller wrote must name columns of ours, each with its type."""
    ours = schema_of(columns, schema.names, source)
    for wanted, field in zip(schema.fields, ours.fields, strict=True):
        if wanted.dataType != field.dataType:
            raise InvalidArgumentError(
                f"{source}: column '{field.name}' is {field.dataType.simpleString()}, "
                f"not {wanted.dataType.simpleString()}"
            )


class OwnSource(DataSource):
    """A format of ours, which facsim.spark.register() makes known: those below say what it has."""

    format_name: ClassVar[str]
    columns: ClassVar[Mapping[str, DataType]]
    usual: ClassVar[Sequence[str]]  # the columns that are there by default
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
    """A column of the extension module as Spark wants it."""
    if pa.types.is_timestamp(kind):
        seconds = pa.array(array).view(pa.int64())
        return seconds.cast(pa.timestamp("s", tz="UTC")).cast(kind)
    if kind == pa.int64():
        return pa.array(array).view(pa.int64())
    return pa.array(array, type=kind)
