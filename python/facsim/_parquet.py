# SPDX-License-Identifier: Apache-2.0
"""Reads wanted columns of Parquet files with pyarrow for the core, some rows at a time.

Columns and values are chosen as by the program's plug-in (plugins/parquet), so both give a page the
same id. pyarrow is imported only if there is a Parquet file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from ._arrow_columns import field_at, is_struct, values_at, way_to

# The size of an uncompressed batch, estimated from the sizes of columns in the footer. These do not
# show the length of single rows in a large group or in a group with a dictionary.
_BATCH_BYTES = 4 << 20
_ROWS_MOST = 1024
_ROWS_MOST_OF_UNEVEN = 64
_BUFFER_BYTES = 256 << 10

# The logical types of Parquet whose bytes are texts.
_TEXT_KINDS = ("NONE", "STRING", "ENUM", "JSON", "UNKNOWN")


class _Bytes:
    """A file object for pyarrow over a file that the core reads."""

    closed = False

    def __init__(self, size: int, read_at: Callable[[int, int], bytes]) -> None:
        self._size = size
        self._read_at = read_at
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def size(self) -> int:
        return self._size

    def tell(self) -> int:
        return self._at

    def seek(self, to: int, whence: int = os.SEEK_SET) -> int:
        self._at = to + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        there = max(self._size - self._at, 0)
        taken = self._read_at(self._at, there if size is None or size < 0 else min(size, there))
        self._at += len(taken)
        return taken

    def close(self) -> None:
        self.closed = True


def _is_uuid(kind: Any) -> bool:
    return getattr(kind, "extension_name", "") == "arrow.uuid"


def _plain(kind: Any) -> Any:
    """Returns the type of the values: the storage of an extension, the entries of a dictionary."""
    import pyarrow as pa

    while True:
        if isinstance(kind, pa.BaseExtensionType):
            kind = kind.storage_type
        elif pa.types.is_dictionary(kind):
            kind = kind.value_type
        else:
            return kind


def _use_of(kind: Any) -> str:
    """Returns the use of a type's values, as a word of the core: text, value or other."""
    from pyarrow import types

    kind = _plain(kind)
    views = [getattr(types, f"is_{name}_view", lambda _: False) for name in ("string", "binary")]
    texts = [types.is_string, types.is_large_string, types.is_binary, types.is_large_binary]
    if any(is_one(kind) for is_one in texts + views):
        return "text"
    values = (types.is_integer, types.is_floating, types.is_boolean, types.is_decimal,
              types.is_date, types.is_timestamp, types.is_time, types.is_duration,
              types.is_fixed_size_binary)  # fmt: skip
    return "value" if any(is_one(kind) for is_one in values) else "other"


def _canonical(array: Any) -> Any:
    """Returns an array as the core reads it: the storage of extensions, except UUIDs."""
    import pyarrow as pa

    while isinstance(array.type, pa.BaseExtensionType) and not _is_uuid(array.type):
        array = array.storage
    return array


def _column(batch: Any, name: str) -> Any:
    """Returns the column of a name; null where a struct around it is null."""
    way = way_to([*batch.schema], name)
    assert way is not None
    return values_at(batch.column(way[0]), way[1:])


class File:
    """One Parquet file, with the methods that python/src/parquet_entry.cc calls."""

    def __init__(self, size: int, read_at: Callable[[int, int], bytes]) -> None:
        import pyarrow.parquet

        try:
            self._file = pyarrow.parquet.ParquetFile(
                _Bytes(size, read_at),
                buffer_size=_BUFFER_BYTES,
                coerce_int96_timestamp_unit="us",
                page_checksum_verification=True,
            )
        except UnicodeDecodeError:
            said = "pyarrow does not read names of columns that are no UTF-8"
            raise NotImplementedError(said) from None
        metadata = self._file.metadata
        groups = range(metadata.num_row_groups)
        if groups and metadata.num_columns and metadata.row_group(0).column(0).file_path:
            raise NotImplementedError("its columns lie in other files")
        rows = [metadata.row_group(group).num_rows for group in groups]
        if min(rows, default=0) < 0 or sum(rows) != metadata.num_rows:
            raise ValueError("its row groups do not have as many rows as it says")
        self.rows = sum(rows)
        self._fields = [*self._file.schema_arrow]

    def column_names(self, depth_max: int) -> Iterator[str]:
        """Yields the names of the columns; a struct gives those of its members, with dots."""
        yield from self._names(self._fields, "", depth_max)

    def _names(self, fields: Any, prefix: str, depth_left: int) -> Iterator[str]:
        for field in fields:
            if is_struct(field.type) and depth_left > 0:
                yield from self._names([*field.type], f"{prefix}{field.name}.", depth_left - 1)
            else:
                yield prefix + field.name

    def use_of(self, name: str) -> str:
        """Returns text, value or other for a column, or none if the column does not exist."""
        way = way_to(self._fields, name) if name else None
        if way is None:
            return "none"
        use = _use_of(field_at(self._fields, way).type)
        return "other" if not self._is_of_use(name, use) else use

    def _is_of_use(self, name: str, use: str) -> bool:
        """True if the Parquet type allows the use: Arrow types do not show BSON and intervals."""
        kinds = [self._file.schema.column(leaf).logical_type.type for leaf in self._leaves({name})]
        of_text = use == "text"
        # The last of several columns with one name counts.
        return all((kind in _TEXT_KINDS) if of_text else kind != "INTERVAL" for kind in kinds[-1:])

    def batches(self, names: list[str]) -> Iterator[Any]:
        """Yields record batches whose column n has the values of ``names[n]``, if usable."""
        import pyarrow as pa

        wanted = {
            number: name
            for number, name in enumerate(names)
            if self.use_of(name) not in ("none", "other")
        }
        columns = list(dict.fromkeys(wanted.values()))
        leaves = self._leaves(set(columns))
        for group in range(self._file.metadata.num_row_groups):
            left = self._file.metadata.row_group(group).num_rows
            for batch in self._file.iter_batches(
                batch_size=self._rows_at_once(group, leaves),
                row_groups=[group],
                columns=columns,
                use_threads=False,
            ):
                arrays = [_canonical(_column(batch, wanted[at])) for at in wanted]
                left -= batch.num_rows
                if left < 0:
                    break
                yield pa.RecordBatch.from_arrays(arrays, names=[str(at) for at in wanted])
            if left != 0:
                raise ValueError("a column has other than as many values as rows")

    def _leaves(self, paths: set[str]) -> list[int]:
        schema = self._file.schema
        return [leaf for leaf in range(len(schema)) if schema.column(leaf).path in paths]

    def _rows_at_once(self, group: int, leaves: list[int]) -> int:
        metadata = self._file.metadata.row_group(group)
        chunks = [metadata.column(leaf) for leaf in leaves]
        size = max(1, sum(chunk.total_uncompressed_size for chunk in chunks))
        is_uneven = size > _BATCH_BYTES or any(chunk.has_dictionary_page for chunk in chunks)
        most = _ROWS_MOST_OF_UNEVEN if is_uneven else _ROWS_MOST
        return max(1, min(most, _BATCH_BYTES * metadata.num_rows // size))
