# SPDX-License-Identifier: Apache-2.0
"""Runs the one-machine engine over whole components, one run for each task.

Candidates of a page are always in its component. A run over some whole components, in the order of
the complete run, therefore decides as the complete run, if it knows two facts about the whole: the
number of pages (which chooses the tables of fingerprints) and the crowded anchors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa

from .. import _core
from .._run_settings import RunSettings
from ._keys import Batches
from ._pages import PageColumns

Piece = tuple[int, pa.RecordBatch]


@dataclass(frozen=True)
class TaskRun:
    """The run of each task."""

    columns: PageColumns
    settings: RunSettings
    pages_in_all: int

    def schema(self) -> str:
        """Returns the schema of the rows that decided() yields."""
        kind = self.columns.id_type.simpleString()
        return (
            f"id {kind}, removed boolean, representative {kind}, kind string, "
            f"resemblance double, agreement double, cluster {kind}, copies bigint, "
            "verified bigint, truncated bigint"
        )


def _pieces(batches: Batches) -> Iterator[Piece]:
    """Splits each batch where the task changes."""
    for batch in batches:
        if batch.num_rows == 0:
            continue
        tasks = batch.column("task").to_numpy(zero_copy_only=False)
        cuts = np.flatnonzero(np.diff(tasks)) + 1
        bounds = [0, *cuts.tolist(), batch.num_rows]
        for begin, end in zip(bounds, bounds[1:]):
            yield int(tasks[begin]), batch.slice(begin, end - begin)


def _crowded_and_pages(pieces: Iterator[pa.RecordBatch]) -> tuple[list[int], Batches]:
    """Returns the crowded keys, which come before the pages of a task, and the pages."""
    keys: list[int] = []
    if_empty: Batches = iter(())
    for batch in pieces:
        column = batch.column("crowded")
        number = len(column) - column.null_count
        keys += column.slice(0, number).view(pa.uint64()).to_pylist()
        if number < len(column):
            return keys, chain([batch.slice(number)], pieces)
    return keys, if_empty


def _ids(held: list[pa.Array], kind: pa.DataType) -> pa.Array:
    return pa.concat_arrays(held) if held else pa.array([], kind)


def _matches(table: _core.Table, ids: pa.Array, removed: bool) -> dict[str, Any]:
    rows = pa.array(table.column("row")).cast(pa.int64())
    others = pa.array(table.column("representative_row")).cast(pa.int64())
    representative = ids.take(others)
    return {
        "id": ids.take(rows),
        "removed": pa.array(np.full(len(rows), removed)),
        "representative": representative,
        "kind": pa.array(table.column("kind")).cast(pa.string()),
        "resemblance": pa.array(table.column("resemblance")),
        "agreement": pa.array(table.column("agreement")),
        "rows": rows,
    }


class _Decided:
    """The result of one run, as rows of TaskRun.schema()."""

    def __init__(self, found: dict, ids: pa.Array) -> None:
        self._ids = ids
        sizes = found["clusters"]
        at = pa.array(sizes.column("row")).cast(pa.int64()).to_pylist()
        self._copies = dict(zip(at, pa.array(sizes.column("size")).to_pylist(), strict=True))
        self._removed = _matches(found["duplicates"], ids, True)
        self._reported = _matches(found["reported"], ids, False)
        self._summary = json.loads(found["summary"])

    def _batch(self, columns: dict[str, Any]) -> pa.RecordBatch:
        count = len(columns["id"])
        zeros = pa.array(np.zeros(count, np.int64))
        return pa.RecordBatch.from_pydict(
            {name: columns[name] for name in (
                "id", "removed", "representative", "kind", "resemblance", "agreement", "cluster",
                "copies")}
            | {"verified": zeros, "truncated": zeros}
        )  # fmt: skip

    def _kept(self, rows: pa.Array, matches: dict[str, Any]) -> dict[str, Any]:
        """Returns kept pages with their cluster and the number of their copies."""
        copies = [self._copies.get(row, 1) - 1 for row in rows.to_pylist()]
        has_copies = pa.array([count > 0 for count in copies], pa.bool_())
        ids = self._ids.take(rows)
        cluster = pa.compute.if_else(has_copies, ids, pa.scalar(None, ids.type))
        return matches | {"cluster": cluster, "copies": pa.array(copies, pa.int64())}

    def batches(self) -> Batches:
        removed = self._removed
        cluster = removed["representative"]
        zeros = pa.array(np.zeros(len(cluster), np.int64))
        yield self._batch(removed | {"cluster": cluster, "copies": zeros})
        yield self._batch(self._kept(self._reported["rows"], self._reported))
        reported = set(self._reported["rows"].to_pylist())
        plain = pa.array([row for row in self._copies if row not in reported], pa.int64())
        nothing = {
            name: pa.nulls(len(plain), kind)
            for name, kind in (("representative", self._ids.type), ("kind", pa.string()),
                               ("resemblance", pa.float64()), ("agreement", pa.float64()))
        }  # fmt: skip
        alone = nothing | {"id": self._ids.take(plain), "removed": pa.array([False] * len(plain), pa.bool_())}
        yield self._batch(self._kept(plain, alone))
        yield self._counts()

    def _counts(self) -> pa.RecordBatch:
        """Returns one row without an id that has the counts of the run."""
        empty = {name: pa.nulls(1, kind) for name, kind in (
            ("id", self._ids.type), ("removed", pa.bool_()), ("representative", self._ids.type),
            ("kind", pa.string()), ("resemblance", pa.float64()), ("agreement", pa.float64()),
            ("cluster", self._ids.type), ("copies", pa.int64()))}  # fmt: skip
        verified = self._summary["verification"]["pairs"]
        counts = {"verified": verified, "truncated": self._summary["truncated"]}
        return pa.RecordBatch.from_pydict(
            empty | {name: pa.array([value], pa.int64()) for name, value in counts.items()}
        )


def _one(task: TaskRun, pieces: Iterator[pa.RecordBatch]) -> Batches:
    crowded, pages = _crowded_and_pages(pieces)
    first = next(pages, None)
    if first is None:
        return
    run = task.settings.run(
        threads=1, matches="none", of_files=False, pages_in_all=task.pages_in_all,
        crowded_anchors=crowded,
    )  # fmt: skip
    held: list[pa.Array] = []

    def read() -> Batches:
        for batch in chain([first], pages):
            held.append(batch.column("id"))
            yield batch.select(task.columns.read)

    schema = first.select(task.columns.read).schema
    source = pa.RecordBatchReader.from_batches(schema, read())
    found = run.of_rows(source, task.columns.fields(), None)
    yield from _Decided(found, _ids(held, first.column("id").type)).batches()


def decided(task: TaskRun) -> Callable[[Batches], Batches]:
    """Returns a function for mapInArrow. Input: pages with their task, in order of (task, crowded
    keys first, order). Output: rows of pages that repeat another or are repeated, and a row of
    counts for each run.
    """

    def of_batches(batches: Batches) -> Batches:
        for _, pieces in groupby(_pieces(batches), key=itemgetter(0)):
            yield from _one(task, (batch for _, batch in pieces))

    return of_batches
