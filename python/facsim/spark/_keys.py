# SPDX-License-Identifier: Apache-2.0
"""The keys of each page, and the links between pages that may be candidates.

A *node* stands for all pages with one text (and scope, and title), an exact group. Nodes that share
a key (a band of the sketch, an anchor, fingerprints within the distance) are linked by the code of
the one-machine run (facsim/dedup/key_links.h), so each component here contains whole components of
that run.
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

# `keys`: the keys of a page, packed by packed_page() (facsim/dedup/packed_keys.h); empty if the
# text is too short to have any, null if there is no text.
FACTS = "node bigint, bytes bigint, skip string, keys binary"
# Keys are packed for Spark, since each row costs it microseconds, however small. The limits: bytes
# of all parts before they are sent, and pages of one part, with about 300 bytes of keys each.
_PACKED_BYTES = 32 << 20
_PART_PAGES = 500_000
# A part with fewer pages than this costs more to start than to process.
_PART_PAGES_MIN = 2_000


@dataclass(frozen=True)
class KeyQuestion:
    """The settings that decide the keys, and the limits of a task that finds them."""

    columns: PageColumns
    settings: RunSettings


def _signed(table: _core.Table, name: str) -> pa.Array:
    return pa.array(table.column(name)).view(pa.int64())


def page_facts(question: KeyQuestion) -> Callable[[Batches], Batches]:
    """Returns a function for mapInArrow that turns pages into their id, node and keys."""

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
    """Returns a function for mapInArrow that packs the nodes and keys of pages with a text.

    Each output row has many keys of one part. ``pages``: the number of pages of the whole set,
    which decides the tables of fingerprints.
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
    """Turns the keys of one part into links."""

    def __init__(self, question: KeyQuestion) -> None:
        settings = question.settings
        self._links = _core.LinksOfKeys(
            settings.judge, settings.memory_bytes, settings.tmp_folder
        )

    def links(self, batches: Batches) -> Iterator[pa.Table]:
        """Yields tables of some links: node, other, is_crowded."""
        for batch in batches:
            for keys in batch.column("keys"):
                self._links.add(keys.as_py())
        self._links.sort()
        while len(table := self._links.next()):
            yield _found(table)

    def counts(self) -> pa.RecordBatch:
        """Returns rows without a node: crowded anchors, and (not is_crowded) crowded buckets."""
        counts = [self._links.crowded_anchors, self._links.crowded_buckets]
        return pa.RecordBatch.from_pydict({
            "node": pa.nulls(2, pa.int64()), "other": pa.array(counts, pa.int64()),
            "is_crowded": pa.array([True, False]),
        })  # fmt: skip


def links_by_keys(question: KeyQuestion) -> Callable[[Batches], Batches]:
    """Returns a function for mapInArrow that turns rows of packed_keys() into links, as stars.

    All rows of a part must be in one task. Nodes with more than one page, and the centre of each
    star, are linked to themselves.

    Rows with is_crowded have a node and the key of a crowded anchor, which makes no links; they are
    passed on as they are found, in any number. Rows without a node have counts of the task; see
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
    """Returns the number of parts for the keys of ``pages`` pages; no result depends on it."""
    wanted = min(parallelism, -(-pages // _PART_PAGES_MIN))
    return max(wanted, -(-pages // _PART_PAGES), 1)


def links_of(
    facts: DataFrame, question: KeyQuestion, max_distance: int, pages: int, parallelism: int
) -> DataFrame:
    """Returns the links (node, other, is_crowded) of all channels, with one shuffle of the keys."""
    parts = parts_of(pages, parallelism)
    keys = facts.where("node is not null").select("node", "keys").mapInArrow(
        packed_keys(max_distance, pages, parts), "part int, keys binary"
    )
    together = keys.repartitionById(parts, "part")
    return together.mapInArrow(links_by_keys(question), f"{LINK}, is_crowded boolean")
