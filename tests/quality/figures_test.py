# SPDX-License-Identifier: Apache-2.0
"""Do the scripts measure what they say? Each by hand, or beside a slow twin."""

import random

import embedded
import figures
import html_pairs
import pytest
import texts


def textbook(first: list[str], second: list[str]) -> float:
    row = [0] * (len(second) + 1)
    for unit in first:
        diagonal = 0
        for j, other in enumerate(second, 1):
            above = row[j]
            row[j] = diagonal + 1 if unit == other else max(row[j], row[j - 1])
            diagonal = above
    return row[-1] / max(len(first), len(second))


def test_agreement_is_the_longest_common_subsequence() -> None:
    chance = random.Random(1)
    for _ in range(300):
        first = [chance.choice("abcdef") for _ in range(chance.randrange(1, 40))]
        second = [chance.choice("abcdefgh") for _ in range(chance.randrange(1, 40))]
        assert texts.agreement(first, second) == pytest.approx(textbook(first, second))
    assert texts.agreement([], []) == 1
    assert texts.agreement(["a"], []) == 0


def test_containment_is_of_shingles_of_five() -> None:
    part = [f"w{i}" for i in range(10)]
    assert texts.containment(part, ["x", *part, "y"]) == 1
    assert texts.containment(part, part[:7]) == pytest.approx(3 / 6)
    assert texts.containment(part[:3], part) == 0  # one shingle of three
    assert texts.containment([], part) == 0


def test_units_of_several_texts_are_cut_in_one_call() -> None:
    assert texts.units_of([]) == []
    assert texts.units_of(["One, two.", "", "三 four"]) == [["one", "two"], [], ["三", "four"]]


def test_intervals_and_f1() -> None:
    low, high = figures.wilson(90, 100)
    assert (low, high) == (pytest.approx(0.8256, abs=1e-4), pytest.approx(0.9448, abs=1e-4))
    assert figures.wilson(0, 0) == (0, 1)
    counts = {"right": 30, "wrong": 5, "missed": 10}
    whole = figures.f1("a", "a", counts, None)
    assert whole.measured == pytest.approx(2 * 30 / (2 * 30 + 5 + 10))
    assert whole.interval[0] < whole.measured < whole.interval[1]
    without = figures.f1("a", "a", counts, None, equal=20)
    assert without.measured == pytest.approx(2 * 10 / (2 * 10 + 5 + 10))


def test_a_goal_is_met_or_not() -> None:
    assert figures.share("a", "a", 99, 100, 0.99).is_met
    assert not figures.share("a", "a", 9989, 10000, 0.999).is_met
    assert not figures.share("a", "a", 0, 0, 0.5).is_met
    assert not figures.share("a", "a", 2, 100, 0.01, at_most=True).is_met
    row = figures.share("a", "what", 1, 4, 0.5, remarks="why").cells()
    assert row == ["what", "0.2500", "0.046 to 0.699", "4", ">= 0.5", "**short**", "why"]


def test_scripts_and_styles_are_not_shown() -> None:
    html = "<p>one &amp; two<script>three()</script><style>four</style> five"
    assert html_pairs.shown_text(html).split() == ["one", "&", "two", "five"]


def test_captures_that_show_most_of_both_versions_are_told_apart() -> None:
    long = [f"w{i}" for i in range(100)]
    versions = {"a": long[:40], "b": long, "c": [f"x{i}" for i in range(50)]}
    rows = [
        {"id": "a", "html": f"<p>{' '.join(long)}</p>"},
        {"id": "b", "html": f"<p>{' '.join(long)}</p>"},
        {"id": "c", "html": f"<p>{' '.join(long[:40])} {' '.join(versions['c'])}</p>"},
    ]
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert html_pairs.show_the_same(pairs, versions, rows) == {("a", "b")}


@pytest.mark.parametrize("how", embedded.EDITS)
def test_edits_change_as_much_as_they_say(how: str) -> None:
    units = [f"w{i}" for i in range(200)]
    changed = embedded.edited(units, how, 0.25, random.Random(2))
    places = [i for i in range(200) if changed[i] != units[i]]
    assert len(changed) == 200 and len(places) == 50
    assert (places[-1] - places[0] == 49) == (how == "passage")


def test_embedded_pages_stand_in_pages_that_are_used_once() -> None:
    chance = random.Random(3)
    pages = [[f"{i}w{j}" for j in range(chance.randrange(100, 900))] for i in range(60)]
    made = embedded.embeddings(pages, 100, seed=4)
    assert len(made) >= 15
    hosts = [
        {unit.split("w")[0] for unit in pair["whole"] if unit[0] != "e"}
        - {pair["part"][0].split("w")[0]}
        for pair in made
    ]
    assert all(len(host) == 1 for host in hosts)
    names = [pair["part"][0].split("w")[0] for pair in made] + [host.pop() for host in hosts]
    assert len(set(names)) == len(names)
    for pair in made:
        assert 1 <= pair["ratio"] <= 6
        assert pair["containment"] == texts.containment(pair["part"], pair["whole"])
