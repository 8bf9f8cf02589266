# SPDX-License-Identifier: Apache-2.0
"""What is known of each page alone, and the links between pages that may be candidates.

A *node* is all pages of one text (and scope, and title): an exact group. Nodes that share a key
(a band of the sketch, an anchor, fingerprints within reach) are linked as the one-machine run
links them, by its own code (facsim/dedup/key_links.h): what hangs together here holds every
component of that run whole.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame

from .. import _core
from .._profile import Profile, judge_of
from ._components import LINK, Stars
from ._pages import PageColumns

Batches = Iterator[pa.RecordBatch]

FACTS = (
    "node bigint, scope bigint, fingerprint bigint, bytes bigint, skip string, "
    "bands array<bigint>, anchors array<bigint>"
)
# As KeyChannel in facsim/dedup/key_links.h numbers them.
_BAND, _ANCHOR, _BUCKET = range(3)
# Nodes of which a task remembers that it has seen them, so that of a page that comes a million
# times a task sends the keys once: 100 bytes each.
_SEEN_MAX = 1_000_000
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
    profile: Profile
    scope: str
    memory_bytes: int
    page_bytes_max: int
    tmp: str | None


def _lists(keys: _core.Table, rows: int) -> pa.Array:
    at = np.asarray(keys.column("row"))
    offsets = np.searchsorted(at, np.arange(rows + 1, dtype=np.uint64)).astype(np.int32)
    values = pa.array(keys.column("key")).view(pa.int64())
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values)


def _signed(table: _core.Table, name: str) -> pa.Array:
    return pa.array(table.column(name)).view(pa.int64())


def page_facts(question: KeyQuestion) -> Callable[[Batches], Batches]:
    """For mapInArrow: pages in; their id, node, fingerprint and keys out."""

    def of_batches(batches: Batches) -> Batches:
        judge = judge_of(question.profile)
        columns = question.columns
        for batch in batches:
            if batch.num_rows == 0:
                continue
            pages, bands, anchors = _core.page_keys(
                batch.select(columns.read),
                columns.fields(),
                judge=judge,
                scope=question.scope,
                memory_bytes=question.memory_bytes,
                tmp=question.tmp or tempfile.gettempdir(),
                page_bytes_max=question.page_bytes_max,
            )
            made = {name: _signed(pages, name)
                    for name in ("node", "scope", "fingerprint", "bytes")}  # fmt: skip
            made["skip"] = pa.array(pages.column("skip")).cast(pa.string())
            made["bands"] = _lists(bands, batch.num_rows)
            made["anchors"] = _lists(anchors, batch.num_rows)
            yield pa.RecordBatch.from_pydict({"id": batch.column("id")} | made)

    return of_batches


def _unsigned(column: pa.Array) -> np.ndarray:
    return column.view(pa.uint64()).to_numpy(zero_copy_only=False)


def _new_nodes(nodes: pa.Array, seen: set[int]) -> pa.Array:
    """The places of those that this task has not met, each once."""
    values, places = np.unique(nodes.to_numpy(zero_copy_only=False), return_index=True)
    fresh = [place for value, place in zip(values.tolist(), places.tolist()) if value not in seen]
    if len(seen) < _SEEN_MAX:
        seen.update(values.tolist())
    return pa.array(fresh, pa.int64())


def _add(packed: _core.PackedKeys, channel: int, keys: pa.Array, *of_rows: pa.Array) -> None:
    packed.add(channel, _unsigned(keys), *(_unsigned(column) for column in of_rows))


def _taken(packed: _core.PackedKeys) -> pa.RecordBatch:
    parts = packed.take()
    numbers = pa.array([number for number, _ in parts], pa.int32())
    return pa.RecordBatch.from_arrays(
        [numbers, pa.array([keys for _, keys in parts], pa.binary())], ["part", "keys"]
    )


def packed_keys(max_distance: int, pages: int, parts: int) -> Callable[[Batches], Batches]:
    """For mapInArrow: facts of pages with a fingerprint in; their keys out, many of a part a row.

    ``pages``: of the whole set, by which the tables of fingerprints are chosen.
    """

    def add_batch(batch: pa.RecordBatch, packed: _core.PackedKeys) -> None:
        nodes, prints = batch.column("node"), batch.column("fingerprint")
        for channel, name in ((_BAND, "bands"), (_ANCHOR, "anchors")):
            lists = batch.column(name)
            at = pc.list_parent_indices(lists)
            _add(packed, channel, lists.flatten(), nodes.take(at), prints.take(at))
        if max_distance >= 0:
            scopes = _unsigned(batch.column("scope"))
            table = _core.bucket_keys(_unsigned(prints), scopes, max_distance, pages)
            at = pa.array(table.column("row")).cast(pa.int64())
            _add(packed, _BUCKET, _signed(table, "key"), nodes.take(at), prints.take(at))

    def of_batches(batches: Batches) -> Batches:
        seen: set[int] = set()
        packed = _core.PackedKeys(parts)
        for batch in batches:
            if batch.num_rows:
                add_batch(batch.take(_new_nodes(batch.column("node"), seen)), packed)
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
        tmp = question.tmp or tempfile.gettempdir()
        self._links = _core.LinksOfKeys(judge_of(question.profile), question.memory_bytes, tmp)

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

    Rows with is_crowded name a node and the key of an anchor that leads nowhere; they pass through
    as they are found, however many there are. Rows without a node have counts of the task, see
    _LinkReader.counts().
    """

    def of_batches(batches: Batches) -> Batches:
        reader = _LinkReader(question)
        stars = Stars()

        def taken() -> pa.RecordBatch:
            node, other = stars.take()
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
    with_print = facts.where("fingerprint is not null")
    parts = parts_of(pages, parallelism)
    keys = with_print.select("node", "scope", "fingerprint", "bands", "anchors").mapInArrow(
        packed_keys(max_distance, pages, parts), "part int, keys binary"
    )
    together = keys.repartitionById(parts, "part")
    return together.mapInArrow(links_by_keys(question), f"{LINK}, is_crowded boolean")
