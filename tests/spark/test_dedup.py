# SPDX-License-Identifier: Apache-2.0
"""facsim.spark.dedup decides each row as facsim.dedup does for the same pages in the same order."""

import json
import random

import pytest
from real_data import real_lines
from spark_world import frame_of, marks_of_one_machine, marks_of_spark, same_answer, with_all

OPTIONS = ["balanced", "strict", "thorough"]


def pages_of(name: str, count: int | None) -> list[dict]:
    """Returns documents of a set, with a number for their order and ids in another order."""
    rows = []
    for number, line in enumerate(real_lines(name, count)):
        page = json.loads(line)
        row = {"id": f"{number * 7919 % 1000003:07d}", "number": number}
        row |= {key: page.get(key) for key in ("text", "html", "url") if page.get(key)}
        rows.append(row)
    return rows


@pytest.mark.parametrize("profile", OPTIONS)
def test_equals_one_machine_on_terms(spark, profile):
    rows = pages_of("ota_terms", 700)
    counts = same_answer(spark, rows, profile=profile, partitions=3)
    assert counts["removed"] > 20


def test_equals_one_machine_whatever_the_partitions_and_tasks(spark):
    rows = pages_of("tidb_zh", 400)
    random.Random(3).shuffle(rows)
    for partitions, tasks in ((1, 1), (3, 2), (8, 5)):
        same_answer(spark, rows, partitions=partitions, tasks=tasks)


def test_keeps_the_newest_by_any_kind_of_time(spark):
    rows = pages_of("ota_terms", 150)
    for number, row in enumerate(rows):
        row["time"] = float(number * 7919 % 1009) * 86_400
    expected = same_answer(spark, rows, keep="newest")["removed"]
    frame = frame_of(spark, rows)
    for kind in ("timestamp_seconds(time)", "cast(timestamp_seconds(time) as date)"):
        timed = frame.selectExpr("id", "number", "text", "html", "url", f"{kind} as time")
        found = marks_of_spark(timed, keep="newest")
        assert found == marks_of_one_machine(with_all(rows), keep="newest")
        assert sum(mark["removed"] for mark in found.values()) == expected


def test_other_policies_and_hosts(spark):
    rows = pages_of("ota_html_dev", 120)
    same_answer(spark, rows, keep="longest", remove="exact,content,layout", scope="host")
    same_answer(spark, rows, keep="last", profile="compact")
