# SPDX-License-Identifier: Apache-2.0
"""Text left out of pages has the same effect in Spark as in a run of dedup."""

import facsim.spark
from coverage_world import BOTH, NEW, OLD, REMOVED, removals
from facsim.spark import functions as F
from spark_world import frame_of, marks_of_spark

COLUMNS = {"id": "id", "text": "text", "html": "html", "url": "url"}


def removed(rows: list) -> dict[str, str]:
    """Returns the kinds of the removed pages, by case."""
    return removals((row.id, row.facsim.kind) for row in rows if row.facsim.removed)


def test_dedup(spark):
    frame = frame_of(spark, [page | {"number": i} for i, page in enumerate(BOTH)], 1)
    marks = marks_of_spark(frame, tasks=1)
    assert removals((id, mark["kind"]) for id, mark in marks.items() if mark["removed"]) == REMOVED


def test_subtract(spark):
    known = facsim.spark.page_facts(frame_of(spark, OLD, 1), **COLUMNS)
    found = facsim.spark.subtract(frame_of(spark, NEW, 1), known, **COLUMNS)
    assert removed(found.select("id", "facsim").collect()) == REMOVED


def test_compare(spark):
    pairs = [(new["id"], part, old[part], new[part]) for old, new in zip(OLD, NEW, strict=True)
             for part in ("text", "html") if part in new]  # fmt: skip
    frame = spark.createDataFrame(pairs, "id string, part string, old string, new string")
    kinds = []
    for part in ("text", "html"):
        compared = F.compare("old", "new", html=part == "html").alias("found")
        rows = frame.where(frame.part == part).select("id", compared).collect()
        kinds += [(row.id, row.found.kind) for row in rows]
    assert removals(kinds) == REMOVED
