# SPDX-License-Identifier: Apache-2.0
"""Runs the same pages on Spark and on one machine, and compares the answers row by row."""

import facsim
import facsim.spark
from pyspark.sql import types

SCHEMA = types.StructType([
    types.StructField("id", types.StringType()),
    types.StructField("number", types.LongType()),
    types.StructField("text", types.StringType()),
    types.StructField("html", types.StringType()),
    types.StructField("url", types.StringType()),
    types.StructField("time", types.DoubleType()),
])  # fmt: skip
NOTHING = {
    "removed": False, "representative": None, "kind": None, "resemblance": None,
    "agreement": None, "cluster": None, "copies": 0,
}  # fmt: skip


def frame_of(spark, rows: list[dict], partitions: int = 2):
    """Returns the rows as a frame of SCHEMA, partitioned by their ids."""
    values = [tuple(row.get(name) for name in SCHEMA.names) for row in rows]
    return spark.createDataFrame(values, SCHEMA).repartition(partitions, "id")


def marks_of_one_machine(rows: list[dict], **settings) -> dict[str, dict]:
    """Returns the expected struct of each id."""
    ordered = sorted(rows, key=lambda row: (row["number"], row["id"]))
    result = facsim.dedup(ordered, id="id", text="text", html="html", url="url", time="time",
                          matches="none", **settings)  # fmt: skip
    marks = {row["id"]: dict(NOTHING) for row in rows}
    for removed, table in ((True, result.duplicates), (False, result.reported)):
        for row in table:
            chosen = ("representative", "kind", "resemblance", "agreement")
            marks[row["id"]] |= {"removed": removed} | {name: row[name] for name in chosen}
            if removed:
                marks[row["id"]]["cluster"] = row["representative"]
    for row in result.clusters:
        marks[row["id"]] |= {"cluster": row["id"], "copies": row["size"] - 1}
    return marks


def with_all(rows: list[dict]) -> list[dict]:
    """Returns the rows with every member, since one machine rejects missing ones."""
    return [{name: row.get(name) for name in SCHEMA.names} for row in rows]


def marks_of_spark(frame, **settings) -> dict[str, dict]:
    """Returns the struct of each id."""
    columns = {"text": "text", "html": "html", "url": "url", "time": "time"}
    found = facsim.spark.dedup(frame, id="id", order="number", **(columns | settings))
    return {row.id: row.facsim.asDict() for row in found.select("id", "facsim").collect()}


def same_answer(
    spark, rows: list[dict], partitions: int = 2, tasks: int | None = None, one_task_links=None,
    **settings,
) -> dict:  # fmt: skip
    """Requires that both answers are the same; returns the counts of Spark."""
    counts: dict = {}
    few = {} if one_task_links is None else {"one_task_links": one_task_links}
    expected = marks_of_one_machine(with_all(rows), **settings)
    found = marks_of_spark(
        frame_of(spark, rows, partitions), tasks=tasks,
        progress=lambda _step, said: counts.update(said), **few, **settings,
    )  # fmt: skip
    assert len(found) == len(rows)
    wrong = [(key, found[key], expected[key]) for key in expected if found[key] != expected[key]]
    assert not wrong, (len(wrong), wrong[:3])
    assert counts["removed"] == sum(mark["removed"] for mark in expected.values())
    return counts
