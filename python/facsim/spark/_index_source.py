# SPDX-License-Identifier: Apache-2.0
"""``format("facsim_index")``: reads and writes index folders of pages.

A written index is as one of ``facsim index build``: ``facsim index``, ``facsim dedup --against``
and ``facsim store load`` open it. Each task writes its own segment; the driver adds all of them to
the index in one commit, or none.
"""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pyarrow as pa
from pyspark.sql.datasource import (
    DataSourceArrowWriter,
    DataSourceReader,
    InputPartition,
    WriterCommitMessage,
)
from pyspark.sql.types import BinaryType, DataType, LongType, StringType, StructType

from .. import _core
from .._profile import judge_of
from ..errors import InvalidArgumentError
from ._sources import (
    OwnSource,
    arrow_column,
    local_path,
    number_of,
    paths_of,
    require_options,
)

_NAME = "facsim_index"
_COLUMNS: dict[str, DataType] = {
    "id": StringType(),
    "url": StringType(),
    "file": StringType(),
    "offset": LongType(),
    "root": StringType(),
    "facts": BinaryType(),
    "order": LongType(),
    "fingerprint": LongType(),
    "units": LongType(),
    "shingles": LongType(),
}
_USUAL = ("id", "url", "file", "offset", "root", "facts", "order")
# These columns are derived from the facts. They are accepted, so that a frame read from an index
# can be written as it is.
_DERIVED = ("order", "fingerprint", "units", "shingles")
_OPTIONS = ("path", "paths", "columns", "profile", "recipe", "partition_pages", "max_distance", "memory",
            "tmp", "wait_ms")  # fmt: skip
_PAGES_AT_ONCE = 4096
_DISTANCE_MOST = 12


@dataclass
class PagesOfSegment(InputPartition):
    """A range of entries in one segment of one state of the index."""

    generation: int
    segment: int
    begin: int
    end: int


@dataclass
class WrittenSegment(WriterCommitMessage):
    """The segment that a task wrote: path, entries, bytes, digest."""

    segment: tuple[str, int, int, int]


def require_facts(schema: StructType, what: str) -> None:
    """Raises InvalidArgumentError if an index cannot store the columns of a frame of facts."""
    if "facts" not in schema.names or "id" not in schema.names:
        raise InvalidArgumentError(
            f"{what}: the columns id and facts are wanted, there are: {', '.join(schema.names)}; "
            "facsim.spark.page_facts() makes them"
        )
    for field in schema.fields:
        ours = _COLUMNS.get(field.name)
        if ours is None:
            raise InvalidArgumentError(
                f"{what}: an index keeps no column '{field.name}'; drop it before"
            )
        if field.name not in _DERIVED and field.dataType != ours:
            raise InvalidArgumentError(
                f"{what}: column '{field.name}' is {field.dataType.simpleString()}, "
                f"{ours.simpleString()} is wanted"
            )


def _one_path(options: Mapping[str, str]) -> str:
    require_options(options, _OPTIONS, _NAME)
    paths = paths_of(options, _NAME)
    if len(paths) != 1:
        raise InvalidArgumentError(f"{_NAME}: one folder is wanted, not {len(paths)}")
    return local_path(paths[0])


class IndexReader(DataSourceReader):
    """Reads ranges of entries, each from one segment."""

    def __init__(self, options: Mapping[str, str], schema: StructType) -> None:
        self._folder = _one_path(options)
        self._profile = options.get("profile", "balanced")
        self._recipe = options.get("recipe")
        self._pages = number_of(options, "partition_pages", 500_000, 1, 1 << 40)
        self._names = schema.names

    def _open(self) -> _core.FactsIndex:
        judge = judge_of(self._profile, self._recipe)
        return _core.FactsIndex(self._folder, judge, False)

    def partitions(self) -> Sequence[PagesOfSegment]:
        index = self._open()
        made = [
            PagesOfSegment(index.generation, segment, begin, min(begin + self._pages, entries))
            for segment, entries in enumerate(index.segments)
            for begin in range(0, entries, self._pages)
        ]
        # Spark needs at least one partition.
        return made or [PagesOfSegment(index.generation, 0, 0, 0)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, PagesOfSegment)
        if partition.begin == partition.end:
            return
        index = self._open()
        if index.generation != partition.generation:
            raise InvalidArgumentError(
                f"{self._folder}: the index was changed while Spark read it; read it again"
            )
        kinds = {LongType(): pa.int64(), BinaryType(): pa.binary()}
        for begin in range(partition.begin, partition.end, _PAGES_AT_ONCE):
            end = min(begin + _PAGES_AT_ONCE, partition.end)
            some = index.read(partition.segment, begin, end, self._names)
            columns = [
                arrow_column(some.column(name), kinds.get(_COLUMNS[name], pa.string()))
                for name in self._names
            ]
            yield pa.RecordBatch.from_arrays(columns, self._names)


class IndexWriter(DataSourceArrowWriter):
    """Writes one segment for each task to a folder beside the index, and commits all at once."""

    def __init__(self, options: Mapping[str, str], overwrite: bool) -> None:
        self._folder = Path(_one_path(options)).absolute()
        self._profile = options.get("profile", "balanced")
        self._recipe = options.get("recipe")
        self._overwrite = overwrite
        self._memory = number_of(options, "memory", 256 << 20, 64 << 20, 1 << 50)
        self._tmp = options.get("tmp")
        self._wait_ms = number_of(options, "wait_ms", 10_000, 0, 1 << 40)
        wanted = None
        if "max_distance" in options:
            wanted = number_of(options, "max_distance", 3, 0, _DISTANCE_MOST)
        self._distance = _core.facts_distance(
            str(self._folder), self._judge(), wanted, overwrite
        )
        # The folder is on the same disk as the index, so that segments can be renamed into it.
        self._staging = self._folder.parent / f".{self._folder.name}.spark-{uuid.uuid4().hex}"
        # Created here, since a task that Spark ends late would create it again after the commit.
        self._staging.mkdir(parents=True)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WrittenSegment:
        first = next(iterator, None)
        if first is None:
            return WrittenSegment(("", 0, 0, 0))
        data = pa.RecordBatchReader.from_batches(first.schema, chain([first], iterator))
        path = str(self._staging / f"{uuid.uuid4().hex}.seg")
        return WrittenSegment(
            _core.write_facts_segment(
                path, self._judge(), data, self._distance, self._memory,
                self._tmp or tempfile.gettempdir(),
            )
        )  # fmt: skip

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        segments = [each.segment for each in messages if isinstance(each, WrittenSegment)]
        try:
            _core.commit_facts_segments(
                str(self._folder), self._judge(), self._distance, self._overwrite, segments,
                self._wait_ms,
            )  # fmt: skip
        finally:
            self._clear()

    def _judge(self) -> _core.Judge:
        return judge_of(self._profile, self._recipe)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        self._clear()

    def _clear(self) -> None:
        """Renames the folder, so that tasks still writing to it fail, then removes it."""
        gone = self._staging.with_name(self._staging.name + ".gone")
        with suppress(FileNotFoundError):  # after a failed commit the folder is renamed already
            self._staging.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)


class IndexSource(OwnSource):
    """The format facsim_index: an index folder as a frame, and the reverse."""

    format_name = _NAME
    columns = _COLUMNS
    usual = _USUAL
    reads = IndexReader

    def writer(self, schema: StructType, overwrite: bool) -> IndexWriter:
        require_facts(schema, _NAME)
        return IndexWriter(dict(self.options), overwrite)
