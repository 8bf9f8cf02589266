# SPDX-License-Identifier: Apache-2.0
"""What cannot be is refused with a sentence, most of it before anything runs; nulls are kept."""

import facsim
import pytest
from facsim.spark import dedup
from spark_world import frame_of, marks_of_spark

LONG = "The ferry leaves the old quay at seven in the morning, at noon and at five. " * 3


@pytest.fixture
def no_jobs(spark):
    """Fails the test where a job was begun."""
    tracker = spark.sparkContext.statusTracker()
    before = set(tracker.getJobIdsForGroup(None))
    yield
    assert set(tracker.getJobIdsForGroup(None)) == before


@pytest.mark.parametrize(
    ("schema", "settings", "error", "words"),
    [
        ("id string, text string", {"text": "body"}, KeyError, "no column 'body'; the columns are: id, text"),
        ("id string, text string", {"url": "url"}, KeyError, "url: there is no column 'url'"),
        ("id string, text string", {"order": "day"}, KeyError, "order: there is no column 'day'"),
        ("id double, text string", {}, facsim.Error, "id: the column 'id' holds double, where strings or whole numbers"),
        ("id string, text int", {}, facsim.Error, "text: the column 'text' holds int, where texts"),
        ("id string, text string, t string", {"time": "t"}, facsim.Error, "time: the column 't' holds string"),
        ("id string, text string", {"keep": "newest"}, facsim.Error, "needs time="),
        ("id string, text string", {"keep": "best"}, facsim.Error, "keep='best' is not one of"),
        ("id string, text string", {"keep": "field:n"}, KeyError, "field: there is no column 'n'"),
        ("id string, text string, url string", {"scope": "host"}, facsim.Error, "scope='host' needs url=, the column of the URL"),
        ("id string, text string", {"scope": "file"}, facsim.Error, "scope='file' is not one of all, host"),
        ("id string, text string", {"remove": "all"}, facsim.Error, "'all' is not one of"),
        ("id string, text string", {"profile": "lax"}, facsim.Error, "lax"),
        ("id string, text string", {"memory": "1K"}, ValueError, "below 64M"),
        ("id string, text string", {"tasks": 0}, ValueError, "tasks=0"),
        ("id string, text string, facsim int", {}, facsim.Error, "a column 'facsim', which the result needs"),
        ("id string, text string, id string", {}, facsim.Error, "2 columns have the name 'id'"),
        ("id string, text string, x int, x int", {}, facsim.Error, "2 columns have the name 'x'"),
        ("id string, text string, html string", {"text": "txet", "html": "html"}, KeyError, "no column 'txet'"),
        ("id string, text string, m map<string,int>", {"order": "m"}, facsim.Error, "order: the column 'm' holds map"),
    ],
)  # fmt: skip
def test_refused_before_anything_runs(spark, no_jobs, schema, settings, error, words):
    frame = spark.createDataFrame([], schema)
    with pytest.raises(error) as raised:
        dedup(frame, id="id", **settings)
    assert words in str(raised.value)


def test_null_ids_are_counted_and_named(spark):
    rows = [{"id": None, "text": LONG}, {"id": "b", "text": LONG}, {"id": None, "text": "x"}]
    with pytest.raises(facsim.Error, match="2 rows have a null in the column 'id'"):
        marks_of_spark(frame_of(spark, rows))


def test_repeated_ids_are_named(spark):
    rows = [{"id": "b", "text": LONG}, {"id": "b", "text": "x"}, {"id": "c", "text": "x"}]
    with pytest.raises(facsim.Error, match=r"values of the column 'id' repeat: 'b' \(2 rows\)"):
        marks_of_spark(frame_of(spark, rows))


def test_rows_without_a_text_are_kept_and_counted(spark):
    rows = [{"id": "a", "text": None}, {"id": "b", "text": None}, {"id": "c", "text": " "},
            {"id": "d", "text": LONG}, {"id": "e", "text": LONG},
            {"id": "f", "text": "big " * 5000}, {"id": "g", "text": "big " * 5000}]  # fmt: skip
    for number, row in enumerate(rows):
        row["number"] = number
    steps = {}
    found = marks_of_spark(frame_of(spark, rows), progress=steps.__setitem__, page_max=10_000)
    assert [key for key, mark in found.items() if mark["removed"]] == ["e"]
    assert found["e"]["representative"] == "d" and found["d"]["copies"] == 1
    assert steps["read"] == {"pages": 7, "no_text": 3, "too_large": 2, "too_short": 0}
    assert steps["verify"]["removed"] == 1


def test_all_columns_stay_whatever_their_names_and_ids_may_be_numbers(spark):
    rows = [(7, LONG, 1, [1.5]), (3, LONG, 2, None), (5, "else", 3, [])]
    schema = "`page.id` int, `a text` string, `it``s` int, list array<double>"
    frame = spark.createDataFrame(rows, schema)
    found = dedup(frame, id="page.id", text="a text")
    assert found.columns == [*frame.columns, "facsim"]
    assert found.schema["facsim"].dataType["representative"].dataType.simpleString() == "int"
    marks = {row[0]: row for row in found.collect()}
    assert marks[7].facsim.representative == 3 and marks[7].facsim.kind == "exact"
    assert marks[3].list is None and marks[3].facsim.copies == 1 and marks[7].list == [1.5]
    assert marks[5].facsim.removed is False and marks[5].facsim.cluster is None


def test_an_empty_frame_is_an_empty_answer(spark):
    assert dedup(spark.createDataFrame([], "id string, text string"), id="id").collect() == []
