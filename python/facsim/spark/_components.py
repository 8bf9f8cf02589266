# SPDX-License-Identifier: Apache-2.0
"""What hangs together: connected components of a frame of links.

Links are shrunk to stars where they lie (facsim/cluster/link_forest.h). What is left of them goes
to one task where it is little, for 60 bytes a node. Where it is much, stars are joined round by
round over the cluster: large-star and small-star (Kiveris, Lattanzi, Mirrokni, Rastogi,
Vassilvitskii, "Connected Components in MapReduce and Beyond", SoCC 2014), whose rounds grow with
the logarithm of the longest chain. Both give the smallest node of each component.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import ByteType, IntegerType, LongType, ShortType, StringType

from .. import _core
from ..errors import Error, InvalidArgumentError

LINK = "node bigint, other bigint"
# Links that one task unites: some 2 GB of memory at most.
ONE_TASK_LINKS = 20_000_000
# Nodes of a forest that is given up for its stars: 250 MB.
_FOREST_NODES = 4_000_000
_ROUNDS_MAX = 100


class Stars:
    """Links in, fewer links that hang the same nodes together out."""

    def __init__(self) -> None:
        self._forest = _core.LinkForest()

    def add(self, node: pa.Array, other: pa.Array) -> None:
        pair = (each.view(pa.uint64()).to_numpy(zero_copy_only=False) for each in (node, other))
        self._forest.add(*pair)

    @property
    def is_full(self) -> bool:
        """So many nodes are known that their stars should be taken."""
        return len(self._forest) > _FOREST_NODES

    def take(self) -> tuple[pa.Array, pa.Array]:
        """(node, other), none of a node to itself; then nothing is known any more."""
        node, other = self.take_all()
        chosen = pc.not_equal(node, other)
        return node.filter(chosen), other.filter(chosen)

    def take_all(self) -> tuple[pa.Array, pa.Array]:
        """The same, each node that is linked to itself among them: the centres of the stars too."""
        table = self._forest.take_stars()
        node, other = (pa.array(table.column(name)).view(pa.int64()) for name in ("node", "other"))
        return node, other


def _star_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    stars = Stars()

    def taken() -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays(list(stars.take()), ["node", "other"])

    for batch in batches:
        stars.add(batch.column("node"), batch.column("other"))
        if stars.is_full:
            yield taken()
    yield taken()


def _forest_of_all(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Of all links in one task: each node with the smallest of its component."""
    stars = Stars()
    for batch in batches:
        stars.add(batch.column("node"), batch.column("other"))
    yield pa.RecordBatch.from_arrays(list(stars.take_all()), ["node", "other"])


def _large_star(links: DataFrame) -> DataFrame:
    """Each node links its larger neighbours to the smallest node around it."""
    both = links.union(links.select(sql.col("other").alias("node"), sql.col("node").alias("other")))
    least = both.groupBy("node").agg(sql.least(sql.min("other"), sql.first("node")).alias("least"))
    joined = both.join(least, "node").where("other > node")
    return joined.select(sql.col("other").alias("node"), sql.col("least").alias("other")).distinct()


def _small_star(links: DataFrame) -> DataFrame:
    """Each node links itself and its smaller neighbours to the smallest of them."""
    down = links.select(
        sql.greatest("node", "other").alias("node"), sql.least("node", "other").alias("other")
    ).where("node > other")
    least = down.groupBy("node").agg(sql.min("other").alias("least"))
    joined = down.join(least, "node")
    others = joined.select(sql.col("other").alias("node"), sql.col("least").alias("other"))
    own = least.select("node", sql.col("least").alias("other"))
    return others.union(own).where("node <> other").distinct()


def _state(links: DataFrame) -> tuple:
    """Equal for equal sets of links."""
    hashed = sql.xxhash64("node", "other")
    row = links.agg(
        sql.count("*"), sql.bit_xor(hashed), sql.sum(hashed.cast("decimal(38,0)"))
    ).collect()[0]
    return tuple(row)


def by_stars(links: DataFrame) -> DataFrame:
    """Large-star and small-star until nothing changes: (node, other), other the smallest."""
    now = links.where("node <> other").distinct().localCheckpoint()
    state = _state(now)
    for _ in range(_ROUNDS_MAX):
        now = _small_star(_large_star(now)).localCheckpoint()
        before, state = state, _state(now)
        if state == before:
            return now
    raise Error(f"components did not settle in {_ROUNDS_MAX} rounds")


def by_forest(links: DataFrame) -> DataFrame:
    """By one task: (node, other) of bigint, the smallest of a component among its own nodes."""
    return links.coalesce(1).mapInArrow(_forest_of_all, LINK)


def roots_of(links: DataFrame, count: int, one_task_links: int = ONE_TASK_LINKS) -> DataFrame:
    """(node, other) of each node that is linked, be it to itself: other is the smallest of all.

    ``count``: so many links there are, which decides where they are united.
    """
    if count <= one_task_links:
        return by_forest(links)
    found = by_stars(links)
    found = found.union(found.select(sql.col("other").alias("node"), "other").distinct())
    alone = links.where("node = other").distinct().join(found, "node", "left_anti")
    return found.union(alone.select("node", "other"))


def components(edges: DataFrame, *, one_task_links: int = ONE_TASK_LINKS) -> DataFrame:
    """Connected components of a graph: (node, component), component its smallest node.

    ``edges``: two columns of whole numbers or of strings, an edge a row, in either direction, as
    often as one likes; rows with a null are left out. A node that only names itself is a component
    of its own. ``one_task_links``: so many links, after each partition was shrunk, are united in
    one task; more go round by round over the cluster. No row comes to the driver.
    """
    if len(edges.columns) != 2:  # noqa: PLR2004
        raise InvalidArgumentError(f"edges: two columns are wanted, not {len(edges.columns)}")
    first, second = edges.columns
    links = edges.toDF("node", "other").where("node is not null and other is not null")
    kinds = [field.dataType for field in links.schema.fields]
    whole = (ByteType, ShortType, IntegerType, LongType)
    if all(isinstance(kind, whole) for kind in kinds):
        links = links.select(*(sql.col(name).cast("bigint").alias(name) for name in links.columns))
        shrunk = links.mapInArrow(_star_batches, LINK).localCheckpoint()
        roots = roots_of(shrunk, shrunk.count(), one_task_links)
    elif all(isinstance(kind, StringType) for kind in kinds):
        roots = by_stars(links)
    else:
        words = " and ".join(kind.simpleString() for kind in kinds)
        raise InvalidArgumentError(
            f"edges: the columns '{first}' and '{second}' hold {words}; whole numbers or strings "
            "are wanted in both"
        )
    nodes = links.select("node").union(links.select("other")).distinct()
    root = sql.coalesce("other", "node").alias("component")
    return nodes.join(roots, "node", "left").select("node", root)
