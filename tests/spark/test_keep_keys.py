# SPDX-License-Identifier: Apache-2.0
"""Several keep keys, columns without a value, and the bound of containment, as on one machine."""

import random

import facsim
import pytest
from facsim.spark import dedup
from spark_world import frame_of, marks_of_spark

ALL = ["exact", "content", "layout", "partial"]


def text_of(seed: object, count: int = 120) -> str:
    chance = random.Random(str(seed))
    return " ".join(f"w{chance.randrange(10**6)}" for _ in range(count))


def rows_of(chance: random.Random) -> list[dict]:
    return [
        {
            "id": f"{number:03}",
            "text": text_of(number % 4) + " x" * chance.randrange(3),
            "quality": float(chance.randrange(3)),
            "rank": chance.randrange(2),
            "time": chance.randrange(3),
        }
        for number in range(40)
    ]


@pytest.mark.parametrize(
    "keep",
    [
        "field:quality,longest,first",
        ["field:rank", "field:quality", "last"],
        "newest,field:rank",
        ["input", "oldest", "longest"],
    ],
    ids=str,
)
def test_keys_are_those_of_one_machine(spark, keep):
    rows = rows_of(random.Random(4))
    settings = {"time": "time", "keep": keep, "min_resemblance": 0.5}
    one = facsim.dedup(rows, id="id", **settings)
    expected = {row["id"]: row["representative"] for row in one.duplicates}
    assert len(expected) == 36
    schema = "id string, text string, quality double, rank int, time int"
    frame = spark.createDataFrame([tuple(row.values()) for row in rows], schema).repartition(3)
    found = dedup(frame, id="id", **settings).where("facsim.removed").collect()
    assert {row.id: row.facsim.representative for row in found} == expected


def test_columns_without_a_value_are_refused(spark):
    schema = "id string, text string, n double, t timestamp"
    frame = spark.createDataFrame([("a", text_of(1), None, None)], schema)
    for settings, words in (
        ({"keep": ["longest", "field:n"]}, "'n' never holds a number"),
        ({"keep": "oldest,longest", "time": "t"}, "'t' never holds a time"),
    ):
        with pytest.raises(facsim.Error, match=words):
            dedup(frame, id="id", **settings)
    with pytest.raises(facsim.Error, match="keep='newest' needs time="):
        dedup(frame, id="id", keep=["longest", "newest"])
    with pytest.raises(KeyError, match="field: there is no column 'm'"):
        dedup(frame, id="id", keep="longest,field:m")


def test_the_bound_of_containment(spark):
    quote = text_of("quote", 200)
    rows = [
        {"id": "a", "text": quote},
        {"id": "b", "text": " ".join([text_of("one", 150), quote, text_of("two", 150)])},
    ]
    settings = {"profile": "thorough", "remove": ALL}
    marks = marks_of_spark(frame_of(spark, rows), **settings)
    assert not marks["b"]["removed"] and marks["b"]["kind"] == "partial"
    marks = marks_of_spark(frame_of(spark, rows), min_containment_to_remove=0.3, **settings)
    assert marks["b"]["removed"]
