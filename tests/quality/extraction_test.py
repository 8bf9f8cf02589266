# SPDX-License-Identifier: Apache-2.0
"""Do the measures of extraction and layout say what they should, and are the figures held?"""

import json
from collections import Counter

import extraction
import judging
import layout
import pytest
from real_data import lacks


def test_scores_of_small_texts():
    gold = extraction.bag("The ferry leaves. The ferry!")
    assert gold == Counter({"the": 2, "ferry": 2, "leaves": 1})
    half = extraction.score(extraction.bag("the FERRY menu menu"), gold)
    assert (half.precision, half.recall) == (0.5, 0.4)
    assert half.f1 == pytest.approx(2 * 0.5 * 0.4 / 0.9)
    nothing = extraction.bag("")
    assert extraction.score(nothing, nothing).f1 == 1
    assert extraction.score(nothing, gold) == extraction.Score(0, 0, 0)
    assert extraction.score(gold, nothing).f1 == 0


def test_shingles_keep_their_order():
    assert extraction.shingles("a b c d e") == Counter([("a", "b", "c", "d"), ("b", "c", "d", "e")])
    assert extraction.shingles("a b") == Counter([("a", "b")])
    assert extraction.shingles("") == Counter()
    assert extraction.shingles("a b c d") != extraction.shingles("a c b d")


def test_intervals_hold_the_mean_and_are_repeatable():
    values = [0.2, 0.9, 0.8, 0.7, 1.0, 0.4]
    low, high = extraction.interval(values)
    assert 0.2 < low < extraction.mean(values) < high < 1.0
    assert extraction.interval(values) == (low, high)
    assert extraction.interval([0.5]) == (0.5, 0.5)


def test_the_parts_are_all_pages():
    ids = [f"{number:x}" for number in range(50)]
    parts = [{page for page in ids if is_in(page)} for is_in in extraction.PARTS.values()]
    assert parts[0] == parts[1] | parts[2] and not parts[1] & parts[2]


def test_the_threshold_is_the_least_that_few_reach():
    counts = Counter({3: 9980, 40: 11, 41: 4, 60: 5})
    assert layout.threshold(counts) == 41
    assert layout.share(counts, 41) == pytest.approx(0.0009)
    assert layout.threshold(Counter({64: 1})) == 65  # none will do
    assert layout.likeness(64) == 1 and layout.likeness(0) == 0


def test_places_and_families():
    page = "dating/Some Site/Imprint@1660221064#94019553"
    assert layout.place_of("ota_html_dev", page, None) == ("Some Site", "", 1660221064)
    both = [layout.place_of("debian_zh_html", f"faq-zh-{x}/a.html", None) for x in ("cn", "tw")]
    assert both == [("faq", "faq-zh-cn", 0), ("faq", "faq-zh-tw", 0)]
    assert layout.place_of("numpy_html", "1.13/bugs.html", None) == ("numpy 1.13", "", 0)
    host = layout.place_of("article_extraction", "00", "https://www.example.org/a")
    assert host == ("example.org", "", 0)


def test_main_text_of_news_pages(tmp_path):
    packed = judging.data_file(extraction.SET) or lacks(extraction.SET)
    corpus = judging.unpack(packed, tmp_path / "pages.jsonl")
    rows = [json.loads(line) for line in corpus.read_text(encoding="utf-8").split("\n") if line]
    gold = {row["id"]: row["gold"] for row in rows}
    found = extraction.found_texts(corpus, judging.program(), with_peer=False)
    for cut, main_min in ((extraction.bag, 0.955), (extraction.shingles, 0.945)):
        scores = extraction.scores_of(found["facsim"], gold, cut).values()
        assert extraction.mean(one.f1 for one in scores) >= main_min
    held_out = [page for page in gold if not extraction.is_for_choosing(page)]
    scores = extraction.scores_of(found["facsim"], gold, extraction.bag)
    assert extraction.mean(scores[page].f1 for page in held_out) >= 0.955
    assert extraction.mean(scores[page].recall for page in held_out) >= 0.975


def test_layouts_of_pages_of_two_families(tmp_path):
    names = [name for name in layout.SETS if name != "numpy_html"]  # large
    for name in names:
        if judging.data_file(name) is None:
            lacks(name)
    program = judging.program()
    pages = [p for name in names for p in layout.drawn_pages(name, program, tmp_path, 6)]
    pairs = layout.Pairs(pages)
    usual = next(n for n in range(layout.BINS + 1) if layout.likeness(n) >= layout.LAYOUT_MIN)
    assert layout.share(pairs.two_families, usual) <= layout.FALSE_POSITIVES_MAX
    least = layout.threshold(pairs.two_families)
    assert layout.mean(layout.share(n, least) for n in pairs.close.values()) >= 0.93
