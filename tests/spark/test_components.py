# SPDX-License-Identifier: Apache-2.0
"""Connected components are those of a union-find, with either algorithm."""

import random

import facsim
import pytest
from facsim.spark import components


def union_find(edges: list[tuple]) -> dict:
    """Returns each node with the smallest one connected to it, computed in the obvious way."""
    parents: dict = {}

    def root(node):
        parents.setdefault(node, node)
        while parents[node] != node:
            node = parents[node]
        return node

    for one, other in edges:
        first, second = sorted((root(one), root(other)))
        parents[second] = first
    return {node: root(node) for node in list(parents)}


def found(spark, edges: list[tuple], kind: str = "bigint", **settings) -> dict:
    frame = spark.createDataFrame(edges, f"a {kind}, b {kind}").repartition(3)
    rows = components(frame, **settings).collect()
    assert len(rows) == len({row.node for row in rows})
    return {row.node: row.component for row in rows}


def tangle(seed: int) -> list[tuple[int, int]]:
    """Returns sparse random edges, a chain, a star, a loop, negative nodes and repeated edges."""
    chance = random.Random(seed)
    nodes = [chance.randrange(-(1 << 63), 1 << 63) for _ in range(150)]
    edges = [(chance.choice(nodes), chance.choice(nodes)) for _ in range(70)]
    edges += [(1000 + i, 1001 + i) for i in range(40)]
    edges += [(5, 2000 + i) for i in range(30)] + [(7, 7), (8, 9), (9, 8), (8, 9)]
    chance.shuffle(edges)
    return edges


def test_one_task_equals_union_find(spark):
    for seed in (1, 2):
        edges = tangle(seed)
        assert found(spark, edges) == union_find(edges)


def test_rounds_over_the_cluster_equal_union_find(spark):
    edges = tangle(3)
    assert found(spark, edges, one_task_links=0) == union_find(edges)


def test_strings_are_nodes_too(spark):
    edges = [("b", "a"), ("c", "b"), ("x", "y"), ("z", "z")]
    assert found(spark, edges, "string") == union_find(edges)


def test_no_edges_are_no_components_and_nulls_are_left_out(spark):
    assert found(spark, [(None, 3), (4, None)]) == {}


def test_refuses_what_is_no_graph(spark):
    with pytest.raises(facsim.Error, match="two columns are wanted, not 1"):
        components(spark.range(3))
    with pytest.raises(facsim.Error, match="'a' and 'b' hold double and bigint"):
        components(spark.createDataFrame([(1.0, 2)], "a double, b bigint"))


@pytest.mark.whole
def test_a_long_chain_by_rounds(spark):
    edges = [(i, i + 1) for i in range(2000)]
    random.Random(5).shuffle(edges)
    assert set(found(spark, edges, one_task_links=0).values()) == {0}
