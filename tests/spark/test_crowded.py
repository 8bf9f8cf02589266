# SPDX-License-Identifier: Apache-2.0
"""Spark cuts crowded groups where a run on one machine does: corpora that reach each limit."""

import random

import pytest
from facsim.spark import _dedup, _keys
from spark_world import frame_of, marks_of_one_machine, marks_of_spark, same_answer, with_all

VOCABULARY = [f"word{number}" for number in range(20_000)]


def rows_of(texts: list[str]) -> list[dict]:
    return [{"id": f"p{number * 37 % 10_007}", "number": number, "text": text}
            for number, text in enumerate(texts)]  # fmt: skip


def of_one_template(pages: int, shared: int, own: int) -> list[dict]:
    """Returns pages of one template; each tenth repeats the one before."""
    chance = random.Random(1)
    template = chance.choices(VOCABULARY, k=shared)
    texts = [" ".join(template + chance.choices(VOCABULARY, k=own)) for _ in range(pages)]
    for number in range(10, pages, 10):
        texts[number] = texts[number - 1] + " end"
    return rows_of(texts)


def with_one_notice() -> list[dict]:
    """Returns short and long pages around one notice, each with two slightly different copies.

    More than 50 pages have the anchors of the notice, so these anchors are ignored. In a task with
    few of the pages they would not be: half of a short page is found in long ones.
    """
    chance = random.Random(2)
    notice = chance.choices(VOCABULARY, k=120)
    texts = []
    for number in range(40):
        own = chance.choices(VOCABULARY, k=90 if number % 10 == 1 else 600)
        at = len(own) // 2
        words = own[:at] + notice + own[at:]
        texts += [" ".join([*words, *["again"] * copy]) for copy in range(3)]
    return rows_of(texts)


def test_pages_with_more_candidates_than_are_asked(spark):
    counts = same_answer(spark, of_one_template(1400, 90, 20), partitions=3, tasks=2)
    assert counts["truncated"] > 0


def test_more_than_2048_fingerprints_under_one_mask(spark):
    counts = same_answer(spark, of_one_template(2300, 400, 4), partitions=3, tasks=2)
    assert counts["crowded_buckets"] > 0


def test_anchors_that_lead_nowhere_in_the_whole_lead_nowhere_in_a_task(spark, monkeypatch):
    rows = with_one_notice()
    counts = same_answer(spark, rows, profile="thorough", tasks=7)
    assert counts["crowded_anchors"] > 0 and counts["components"] > 7
    # Without the crowded anchors in tasks the result must differ, or this test would show nothing.
    monkeypatch.setattr(_dedup, "crowded_of", lambda *_: None)
    untold = marks_of_spark(frame_of(spark, rows), profile="thorough", tasks=7)
    assert untold != marks_of_one_machine(with_all(rows), profile="thorough")


def test_a_giant_component_has_a_task_of_its_own(spark, monkeypatch):
    monkeypatch.setattr(_dedup, "_GIANT_PAGES", 20)
    same_answer(spark, of_one_template(120, 60, 3), tasks=3)


def test_a_text_that_comes_often_is_one_node(spark):
    rows = of_one_template(6, 60, 40)
    many = [dict(rows[number % 6], id=f"c{number}", number=number) for number in range(300)]
    counts = same_answer(spark, many, partitions=3)
    assert counts["links"] < 10 and counts["removed"] == 294


@pytest.mark.whole
def test_a_template_by_the_thorough_profile(spark):
    counts = same_answer(spark, of_one_template(2600, 60, 40), profile="thorough", tasks=3)
    assert counts["crowded_anchors"] > 0 and counts["truncated"] > 0


@pytest.mark.parametrize(
    ("pages", "parallelism", "parts"),
    [(0, 200, 1), (300, 200, 1), (10_000, 200, 5), (1_000_000, 200, 200), (200_000_000, 200, 400)],
)  # fmt: skip
def test_keys_of_few_pages_are_dealt_into_few_parts(monkeypatch, pages, parallelism, parts):
    monkeypatch.setattr(_keys, "_PART_PAGES_MIN", 2_000)
    assert _keys.parts_of(pages, parallelism) == parts
