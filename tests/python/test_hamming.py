# SPDX-License-Identifier: Apache-2.0
"""HammingIndex and close_pairs against a scan."""

import random

import facsim
import numpy as np
import pytest

chance = random.Random(7)
VALUES = [chance.getrandbits(64) for _ in range(2000)]
VALUES += [value ^ 1 << chance.randrange(64) ^ 1 << chance.randrange(64) for value in VALUES[:300]]


def scan(query: int, k: int) -> list[tuple[int, int]]:
    near = [(number, (value ^ query).bit_count()) for number, value in enumerate(VALUES)]
    return sorted((pair for pair in near if pair[1] <= k), key=lambda pair: (pair[1], pair[0]))


@pytest.mark.parametrize("k", [0, 1, 3, 6])
def test_answers_are_those_of_a_scan(k: int) -> None:
    index = facsim.HammingIndex(np.array(VALUES, dtype=np.uint64), max_distance=k)
    assert len(index) == len(VALUES) and index.max_distance == k
    queries = VALUES[:50] + VALUES[-50:]
    table = index.query_batch(queries)
    rows = [(row["query"], row["number"], row["distance"]) for row in table]
    assert rows == [(n, *pair) for n, query in enumerate(queries) for pair in scan(query, k)]
    assert index.query(queries[0]) == scan(queries[0], k)
    assert index.query(queries[0], limit=1) == scan(queries[0], k)[:1]
    assert index.query(queries[0], max_distance=0) == scan(queries[0], 0)


def test_signed_and_read_only_arrays() -> None:
    array = np.array(VALUES, dtype=np.uint64)
    array.setflags(write=False)
    assert len(facsim.HammingIndex(array)) == len(VALUES)
    signed = facsim.HammingIndex(array.view(np.int64))
    assert signed.query(VALUES[3]) == scan(VALUES[3], 3)
    assert facsim.HammingIndex([]).query(1) == []


def test_close_pairs() -> None:
    pairs = {(row["first"], row["second"], row["distance"]) for row in facsim.close_pairs(VALUES, 2)}
    few = VALUES[:200] + VALUES[2000:2200]
    some = facsim.close_pairs(few, 2)
    expected = {(a, b) for a in range(len(few)) for b in range(a + 1, len(few))
                if (few[a] ^ few[b]).bit_count() <= 2}  # fmt: skip
    assert {(row["first"], row["second"]) for row in some} == expected
    assert len(pairs) >= 300
