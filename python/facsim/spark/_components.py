# SPDX-License-Identifier: Apache-2.0
"""Connected components of a frame of links.

Each partition shrinks its links to stars (facsim/cluster/link_forest.h). If few links remain, one
task unites them, with 60 bytes a node. If many remain, the cluster joins stars in rounds:
large-star and small-star (Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii, "Connected
Components in MapReduce and Beyond", SoCC 2014). The number of rounds grows with the logarithm of
the longest chain. Both ways give the smallest node of each component.
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
# The largest number of links that one task unites, with about 2 GB of memory at most.
ONE_TASK_LINKS = 20_000_000
# The number of nodes at which a forest is replaced by its stars: 250 MB.
_FOREST_NODES = 4_000_000
_ROUNDS_MAX = 100


class Stars:
    """Reduces links to fewer links that connect the same nodes."""

    def __init__(self) -> None:
        self._forest = _core.LinkForest()

    def add(self, node: pa.Array, other: pa.Array) -> None:
        pair = (each.view(pa.uint64()).to_numpy(zero_copy_only=False) for each in (node, other))
        self._forest.add(*pair)

    @property
    def is_full(self) -> bool:
        """True if so many nodes are stored that the caller should take their stars."""
        return len(self._forest) > _FOREST_NODES

    def take(self) -> tuple[pa.Array, pa.Array]:
        """Returns the links (node, other) without links of a node to itself, and forgets all."""
        node, other = self.take_all()
        chosen = pc.not_equal(node, other)
        return node.filter(chosen), other.filter(chosen)

    def take_all(self) -> tuple[pa.Array, pa.Array]:
        """Does what take() does, with links of nodes to themselves, such as centres of stars."""
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
    """For one task with all links: yields each node with the smallest node of its component."""
    stars = Stars()
    for batch in batches:
        stars.add(batch.column("node"), batch.column("other"))
    yield pa.RecordBatch.from_arrays(list(stars.take_all()), ["node", "other"])


def _large_star(links: DataFrame) -> DataFrame:
    """Links each node's larger neighbours to the smallest node among it and its neighbours."""
    both = links.union(links.select(sql.col("other").alias("node"), sql.col("node").alias("other")))
    least = both.groupBy("node").agg(sql.least(sql.min("other"), sql.first("node")).alias("least"))
    joined = both.join(least, "node").where("other > node")
    return joined.select(sql.col("other").alias("node"), sql.col("least").alias("other")).distinct()


def _small_star(links: DataFrame) -> DataFrame:
    """Links each node and its smaller neighbours to the smallest of them."""
    down = links.select(
        sql.greatest("node", "other").alias("node"), sql.least("node", "other").alias("other")
    ).where("node > other")
    least = down.groupBy("node").agg(sql.min("other").alias("least"))
    joined = down.join(least, "node")
    others = joined.select(sql.col("other").alias("node"), sql.col("least").alias("other"))
    own = least.select("node", sql.col("least").alias("other"))
    return others.union(own).where("node <> other").distinct()


def _state(links: DataFrame) -> tuple:
    """Returns a checksum that is equal for equal sets of links."""
    hashed = sql.xxhash64("node", "other")
    row = links.agg(
        sql.count("*"), sql.bit_xor(hashed), sql.sum(hashed.cast("decimal(38,0)"))
    ).collect()[0]
    return tuple(row)


def by_stars(links: DataFrame) -> DataFrame:
    """Repeats large-star and small-star until nothing changes. Returns (node, smallest node).

    Raises ``facsim.Error`` after 100 rounds.
    """
    now = links.where("node <> other").distinct().localCheckpoint()
    state = _state(now)
    for _ in range(_ROUNDS_MAX):
        now = _small_star(_large_star(now)).localCheckpoint()
        before, state = state, _state(now)
        if state == before:
            return now
    raise Error(f"components did not settle in {_ROUNDS_MAX} rounds")


def by_forest(links: DataFrame) -> DataFrame:
    """Unites links in one task. Returns (node, other) of bigint; other is the smallest node."""
    return links.coalesce(1).mapInArrow(_forest_of_all, LINK)


def roots_of(links: DataFrame, count: int, one_task_links: int = ONE_TASK_LINKS) -> DataFrame:
    """Returns (node, other) of each linked node; other is the smallest node of its component.

    Nodes that are only linked to themselves are included. ``count``: the number of links, which
    decides where they are united.
    """
    if count <= one_task_links:
        return by_forest(links)
    found = by_stars(links)
    found = found.union(found.select(sql.col("other").alias("node"), "other").distinct())
    alone = links.where("node = other").distinct().join(found, "node", "left_anti")
    return found.union(alone.select("node", "other"))


def components(edges: DataFrame, *, one_task_links: int = ONE_TASK_LINKS) -> DataFrame:
    """Returns the connected components of a graph: (node, component), with its smallest node.

    ``edges``: two columns of whole numbers or of strings. Each row is an edge, in either direction;
    repeated edges are allowed, and rows with a null are left out. A node with only an edge to
    itself is a component of its own. ``one_task_links``: up to this number of links, counted after
    each partition was reduced, one task unites all; more are united by the cluster in rounds
    (default: 20 million). No row comes to the driver. Raises ``InvalidArgumentError`` for another
    number of columns or other types.
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
