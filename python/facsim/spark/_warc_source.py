# SPDX-License-Identifier: Apache-2.0
"""``spark.read.format("facsim_warc").load(PATH)``: reads the pages of files as facsim does.

It reads WARC, ARC, JSON lines, tables, HTML and text, compressed or not, and folders of these. A
partition is a group of whole files. Each file is read as a stream, so memory is one batch and one
page.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.types import (
    BinaryType,
    LongType,
    StringType,
    StructType,
    TimestampType,
)

from .. import _core
from .._profile import judge_of
from .._settings import fields_of
from ..errors import Error, InvalidArgumentError
from ._sources import (
    OwnSource,
    arrow_column,
    local_path,
    number_of,
    paths_of,
    require_options,
)

_NAME = "facsim_warc"
_COLUMNS = {
    "id": StringType(),
    "url": StringType(),
    "text": StringType(),
    "html": StringType(),
    "time": TimestampType(),
    "file": StringType(),
    "offset": LongType(),
    "root": StringType(),
    "bytes": BinaryType(),
    "title": StringType(),
    "main_text": StringType(),
    "visible_text": StringType(),
    "canonical_url": StringType(),
    "language": StringType(),
    "skipped": LongType(),
    "problem": StringType(),
}
_USUAL = ("id", "url", "text", "html", "time", "file", "offset", "root")
_REPORT = ("skipped", "problem")
_OPTIONS = ("path", "paths", "columns", "mode", "text", "html", "id", "url", "time", "profile",
            "page_max", "partition_bytes")  # fmt: skip
_MODES = ("PERMISSIVE", "FAILFAST")
# Records that hold no page are no fault: an image, a robots.txt, a page without a text.
_NO_FAULTS = ("no_text", "not_a_page", "too_large")
_PAGES_AT_ONCE = 1024
_BYTES_AT_ONCE = 4 << 20
_LOG = logging.getLogger("facsim.spark")


@dataclass
class FileGroup(InputPartition):
    """The files of one partition: each path, and the file name that its pages get."""

    files: list[tuple[str, str]]


def _groups(files: Sequence[tuple[str, str, int]], bytes_max: int) -> list[FileGroup]:
    groups: list[FileGroup] = []
    room = 0
    for path, name, size in files:
        if not groups or size > room:
            groups.append(FileGroup([]))
            room = bytes_max
        groups[-1].files.append((path, name))
        room -= size
    return groups


class WarcReader(DataSourceReader):
    """Reads the files, one group for each partition."""

    def __init__(self, options: Mapping[str, str], schema: StructType) -> None:
        require_options(options, _OPTIONS, _NAME)
        self._paths = [local_path(path) for path in paths_of(options, _NAME)]
        self._mode = options.get("mode", "PERMISSIVE").upper()
        if self._mode not in _MODES:
            raise InvalidArgumentError(
                f"{_NAME}: option mode={options['mode']}: {' or '.join(_MODES)} is wanted"
            )
        self._names = schema.names
        self._fields = {name: options[name] for name in ("html", "id", "url", "time")
                        if name in options}  # fmt: skip
        self._text = options.get("text", "text")
        self._profile = options.get("profile", "balanced")
        judge_of(self._profile)
        self._page_max = number_of(options, "page_max", 16 << 20, 1, 1 << 40)
        self._partition_bytes = number_of(options, "partition_bytes", 128 << 20, 1, 1 << 50)
        self._columns = [name for name in self._names if name not in _REPORT]

    def _row_fields(self) -> _core.RowFields:
        return fields_of(text=self._text, **self._fields)

    def partitions(self) -> Sequence[FileGroup]:
        files, warnings = _core.input_files(self._paths, self._row_fields())
        for sentence in warnings:
            _LOG.warning("%s: %s", _NAME, sentence)
        # Spark needs at least one partition.
        return _groups(files, self._partition_bytes) or [FileGroup([])]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, FileGroup)
        for path, name in partition.files:
            yield from self._pages_of(path, name)

    def _pages_of(self, path: str, name: str) -> Iterator[pa.RecordBatch]:
        skipped: dict[str, int] = {}
        sentences: list[str] = []
        try:
            pages = _core.PageColumns(
                path, name, self._row_fields(), self._page_max, judge_of(self._profile),
                self._columns or ["offset"],
            )  # fmt: skip
            try:
                while (some := pages.next(_PAGES_AT_ONCE, _BYTES_AT_ONCE)) is not None:
                    yield self._batch(some)
            finally:
                skipped = pages.skipped
                sentences = list(pages.warnings)
        except Error as error:
            sentences.append(str(error))
            skipped.setdefault("unreadable", 1)
        yield from self._report(path, name, skipped, sentences)

    def _report(
        self, path: str, name: str, skipped: dict[str, int], sentences: list[str]
    ) -> Iterator[pa.RecordBatch]:
        """Reports skipped records of a file: yields a row if wanted, raises in FAILFAST mode."""
        if not skipped and not sentences:
            return
        counts = ", ".join(f"{count} {reason}" for reason, count in skipped.items())
        sentence = "; ".join(filter(None, [counts and f"skipped: {counts}", *sentences]))
        faults = [reason for reason in skipped if reason not in _NO_FAULTS]
        if faults and self._mode == "FAILFAST":
            raise InvalidArgumentError(f"{path}: {sentence}; mode=PERMISSIVE goes on")
        if faults:
            _LOG.warning("%s: %s: %s", _NAME, path, sentence)
        if any(name in self._names for name in _REPORT):
            said = {"file": name, "skipped": sum(skipped.values()), "problem": sentence}
            yield pa.RecordBatch.from_arrays(
                [pa.array([said.get(each)], self._kind(each)) for each in self._names], self._names
            )

    def _kind(self, name: str) -> pa.DataType:
        kinds = {LongType(): pa.int64(), BinaryType(): pa.binary(),
                 TimestampType(): pa.timestamp("us", tz="UTC")}  # fmt: skip
        return kinds.get(_COLUMNS[name], pa.string())

    def _batch(self, some: _core.Table) -> pa.RecordBatch:
        made = [
            pa.nulls(len(some), self._kind(name)) if name in _REPORT
            else arrow_column(some.column(name), self._kind(name))
            for name in self._names
        ]  # fmt: skip
        return pa.RecordBatch.from_arrays(made, self._names)


class WarcSource(OwnSource):
    """The format facsim_warc: the pages of files as a frame."""

    format_name = _NAME
    columns = _COLUMNS
    usual = _USUAL
    reads = WarcReader
