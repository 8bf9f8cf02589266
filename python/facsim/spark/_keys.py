# SPDX-License-Identifier: Apache-2.0
"""What is known of each page alone, and the links between pages that may be candidates.

A *node* is all pages of one text (and scope, and title): an exact group. Nodes that share a key
(a band of the sketch, an anchor, fingerprints within reach) are linked as the one-machine run
links them, by its own code (facsim/dedup/key_links.h): what hangs together here holds every
component of that run whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame

from .. import _core
from .._run_settings import RunSettings
from ._components import LINK, Stars
from ._pages import PageColumns

Batches = Iterator[pa.RecordBatch]

# `keys` is what packed_page() makes of a page's keys (facsim/dedup/packed_keys.h): empty where a
# text is too short to have any, null where there is no text.
FACTS = "node bigint, bytes bigint, skip string, keys binary"
# Keys go to Spark packed, for a row costs it microseconds whatever is in it: so many bytes of all
# parts at once, and so many pages, of some 300 bytes of keys each, to a part at least.
_PACKED_BYTES = 32 << 20
_PART_PAGES = 500_000
# Of fewer pages than this a part costs more to begin than to do.
_PART_PAGES_MIN = 2_000


@dataclass(frozen=True)
class KeyQuestion:
    """What decides the keys, and what finding them may cost a task."""

    columns: PageColumns
    settings: RunSettings


def _signed(table: _core.Table, name: str) -> pa.Array:
    return pa.array(table.column(name)).view(pa.int64())


def page_facts(question: KeyQuestion) -> Callable[[Batches], Batches]:
    """For mapInArrow: pages in; their id, node and keys out."""

    def of_batches(batches: Batches) -> Batches:
        columns, settings = question.columns, question.settings
        for batch in batches:
            if batch.num_rows == 0:
                continue
            pages = _core.page_keys(
                batch.select(columns.read),
                columns.fields(),
                judge=settings.judge,
                scope=settings.scope,
                memory_bytes=settings.memory_bytes,
                tmp=settings.tmp_folder,
                page_bytes_max=settings.page_bytes_max,
            )
            made = {name: _signed(pages, name) for name in ("node", "bytes")}
            made["skip"] = pa.array(pages.column("skip")).cast(pa.string())
            made["keys"] = pa.array(pages.column("keys"), type=pa.binary())
            yield pa.RecordBatch.from_pydict({"id": batch.column("id")} | made)

    return of_batches


def _unsigned(column: pa.Array) -> np.ndarray:
    return column.view(pa.uint64()).to_numpy(zero_copy_only=False)


def _taken(packed: _core.PagePacker) -> pa.RecordBatch:
    parts = packed.take()
    numbers = pa.array([number for number, _ in parts], pa.int32())
    return pa.RecordBatch.from_arrays(
        [numbers, pa.array([keys for _, keys in parts], pa.binary())], ["part", "keys"]
    )


def packed_keys(max_distance: int, pages: int, parts: int) -> Callable[[Batches], Batches]:
    """For mapInArrow: node and keys of pages with a text in; keys out, many of a part a row.

    ``pages``: of the whole set, by which the tables of fingerprints are chosen.
    """

    def of_batches(batches: Batches) -> Batches:
        packed = _core.PagePacker(parts, max_distance, pages)
        for batch in batches:
            packed.add(_unsigned(batch.column("node")), batch.column("keys"))
            if packed.bytes > _PACKED_BYTES:
                yield _taken(packed)
        yield _taken(packed)

    return of_batches


def _found(table: _core.Table) -> pa.Table:
    return pa.table({
        "node": _signed(table, "node"),
        "other": _signed(table, "other"),
        "is_crowded": pa.array(table.column("is_crowded")),
    })  # fmt: skip


class _LinkReader:
    """Keys of one part in, their links out."""

    def __init__(self, question: KeyQuestion) -> None:
        settings = question.settings
        self._links = _core.LinksOfKeys(
            settings.judge, settings.memory_bytes, settings.tmp_folder
        )

    def links(self, batches: Batches) -> Iterator[pa.Table]:
        """Some at a time: node, other, is_crowded."""
        for batch in batches:
            for keys in batch.column("keys"):
                self._links.add(keys.as_py())
        self._links.sort()
        while len(table := self._links.next()):
            yield _found(table)

    def counts(self) -> pa.RecordBatch:
        """Without a node: how many anchors are crowded, and (not is_crowded) how many buckets."""
        counts = [self._links.crowded_anchors, self._links.crowded_buckets]
        return pa.RecordBatch.from_pydict({
            "node": pa.nulls(2, pa.int64()), "other": pa.array(counts, pa.int64()),
            "is_crowded": pa.array([True, False]),
        })  # fmt: skip


def links_by_keys(question: KeyQuestion) -> Callable[[Batches], Batches]:
    """For mapInArrow: rows of packed_keys(), no part in two tasks; links out, as stars.

    A node with more than one page, and the centre of each star, is linked to itself.

    Rows with is_crowded name a node and the key of an anchor that leads nowhere; they pass through
    as they are found, however many there are. Rows without a node have counts of the task, see
    _LinkReader.counts().
    """

    def of_batches(batches: Batches) -> Batches:
        reader = _LinkReader(question)
        stars = Stars()

        def taken() -> pa.RecordBatch:
            node, other = stars.take_all()
            flags = pa.array(np.zeros(len(node), bool), pa.bool_())
            return pa.RecordBatch.from_arrays([node, other, flags], ["node", "other", "is_crowded"])

        for found in reader.links(batches):
            is_crowded = found.column("is_crowded")
            yield from found.filter(is_crowded).to_batches()
            plain = found.filter(pc.invert(is_crowded)).combine_chunks()
            if plain.num_rows:
                stars.add(plain.column("node").chunk(0), plain.column("other").chunk(0))
            if stars.is_full:
                yield taken()
        yield taken()
        yield reader.counts()

    return of_batches


def parts_of(pages: int, parallelism: int) -> int:
    """Into how many parts the keys of so many pages are dealt; no result depends on it."""
    wanted = min(parallelism, -(-pages // _PART_PAGES_MIN))
    return max(wanted, -(-pages // _PART_PAGES), 1)


def links_of(
    facts: DataFrame, question: KeyQuestion, max_distance: int, pages: int, parallelism: int
) -> DataFrame:
    """Links (node, other, is_crowded) of all channels, by one shuffle of the keys."""
    parts = parts_of(pages, parallelism)
    keys = facts.where("node is not null").select("node", "keys").mapInArrow(
        packed_keys(max_distance, pages, parts), "part int, keys binary"
    )
    together = keys.repartitionById(parts, "part")
    return together.mapInArrow(links_by_keys(question), f"{LINK}, is_crowded boolean")
