# SPDX-License-Identifier: Apache-2.0
"""Does the judge judge? A tiny corpus whose every figure is computed by hand, and rows that lie.

Texts are sequences of numbered words, so shingles can be counted: 24 words make 20 shingles of
five, and a changed word at position p changes min(p + 1, 5, 24 - p) of them.
"""

import json
from pathlib import Path

import judging
import pytest

WORDS = [f"w{i}" for i in range(24)]
OTHER = [f"o{i}" for i in range(24)]


def changed(words: list[str], *positions: int) -> str:
    return " ".join("x" + w if i in positions else w for i, w in enumerate(words))


# id, text, resemblance to "base": shared shingles / all shingles
BASE = ("base", changed(WORDS))
FIRST = ("first", changed(WORDS, 0))  # 19 / 21 = .9048
SECOND = ("second", changed(WORDS, 1))  # 18 / 22 = .8182
THIRD = ("third", changed(WORDS, 2))  # 17 / 23 = .7391
MIDDLE = ("middle", changed(WORDS, 12))  # 15 / 25 = .6
STRANGER = ("stranger", changed(OTHER))
SHORT = ("short", "w0 w1 w2 w3 w4")
SHORT_AGAIN = ("short again", "W0, w1 w2 w3 -- w4!")
SHORT_NEAR = ("short near", "w0 w1 w2 w3 w4 w5")  # 1 / 2
PAGES = [BASE, FIRST, SECOND, THIRD, MIDDLE, STRANGER, SHORT, SHORT_AGAIN, SHORT_NEAR]
IDS = [page_id for page_id, _ in PAGES]


class Case:
    """A corpus and rows about it."""

    def __init__(self, folder: Path, pages: list[tuple[str, str]] = PAGES) -> None:
        self.corpus = folder / "corpus.jsonl"
        self.duplicates = folder / "duplicates.jsonl"
        self.offsets = []
        offset = 0
        with self.corpus.open("wb") as out:
            for page_id, text in pages:
                line = json.dumps({"id": page_id, "text": text}).encode() + b"\n"
                self.offsets.append(offset)
                offset += len(line)
                out.write(line)

    def verdict(self, *rows: dict) -> dict:
        self.duplicates.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return judging.judge(self.corpus, self.duplicates)

    def row(
        self, page: str, representative: str, resemblance: float | None, **other: object
    ) -> dict:
        return {
            "id": page,
            "offset": self.offsets[IDS.index(page)],
            "representative": representative,
            "representative_offset": self.offsets[IDS.index(representative)],
            "kind": "content",
            "resemblance": resemblance,
        } | other


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


def counts(verdict: dict) -> dict:
    return {name: fault["count"] for name, fault in verdict["faults"].items() if fault["count"]}


def test_the_right_rows_are_praised(case: Case) -> None:
    verdict = case.verdict(
        case.row("first", "base", 0.9048),
        case.row("second", "base", 0.8182),
        case.row("short again", "short", 1),
    )
    # The greedy leader keeps base, third (.739), middle (.6), stranger, short and short near.
    assert verdict["greedy_removals"] == 3
    assert verdict["greedy_short_removals"] == 1
    assert verdict["removals"] == verdict["good"] == 3
    assert (verdict["precision"], verdict["recall"], verdict["f1"], verdict["bad"]) == (1, 1, 1, 0)
    assert counts(verdict) == {}
    assert verdict["worst"][0]["id"] == "second"
    assert verdict["worst"][0]["resemblance"] == pytest.approx(18 / 22)
    assert judging.complaints(verdict, recall_min=1) == []


def test_between_bad_and_good_costs_precision_only(case: Case) -> None:
    verdict = case.verdict(
        case.row("first", "base", 0.9048),
        case.row("second", "base", 0.8182),
        case.row("third", "base", 0.7391),
    )
    assert verdict["precision"] == pytest.approx(2 / 3)
    assert verdict["recall"] == pytest.approx(2 / 3)
    assert verdict["f1"] == pytest.approx(2 / 3)
    assert verdict["bad"] == 0
    assert counts(verdict) == {}


def test_a_bad_removal_is_found(case: Case) -> None:
    verdict = case.verdict(case.row("middle", "base", 0.6), case.row("stranger", "base", 0.0))
    assert verdict["bad"] == 2
    assert verdict["bad_share"] == 1
    assert verdict["precision"] == 0
    assert [worst["id"] for worst in verdict["worst"]] == ["stranger", "middle"]
    assert any("bad removals: 2" in line for line in judging.complaints(verdict, recall_min=0))


def test_a_representative_that_went_is_found(case: Case) -> None:
    # second to first: the first two words differ, so shingles 2..19 of 20 are shared: 18 / 22.
    verdict = case.verdict(
        case.row("first", "base", 0.9048), case.row("second", "first", 18 / 22)
    )
    assert counts(verdict) == {"not_kept": 1}
    assert verdict["faults"]["not_kept"]["first"][0]["id"] == "second"


def test_a_row_that_exaggerates_is_found(case: Case) -> None:
    verdict = case.verdict(
        case.row("first", "base", 19 / 21 + 0.0006), case.row("second", "base", 18 / 22 + 0.0004)
    )
    assert counts(verdict) == {"wrong_resemblance": 1}
    verdict = case.verdict(case.row("first", "base", None))
    assert counts(verdict)["wrong_resemblance"] == 1


def test_missed_pages_and_second_choices_are_found(case: Case) -> None:
    assert counts(case.verdict()) == {"missed": 2}
    # second resembles first as much as base; with third kept as well, third's best is base.
    verdict = case.verdict(
        case.row("first", "base", 0.9048), case.row("second", "third", 17 / 23)
    )
    assert counts(verdict)["not_best"] == 1


def test_strange_rows_are_found(case: Case) -> None:
    first = case.row("first", "base", 0.9048)
    assert counts(case.verdict(first, first))["removed_twice"] == 1
    assert counts(case.verdict(case.row("first", "base", 0.9048, offset=7)))["unknown_offset"] == 1
    assert counts(case.verdict(case.row("first", "base", 0.9048, id="x")))["wrong_id"] == 1


def test_short_texts_may_be_merged_only_when_equal(case: Case) -> None:
    verdict = case.verdict(case.row("short near", "short", 0.5))
    assert counts(verdict)["short_not_equal"] == 1


def test_repeated_ids_are_told_apart_by_offset(tmp_path: Path) -> None:
    case = Case(tmp_path, [("same", text) for _, text in PAGES])
    row = case.row("first", "base", 0.9048) | {"id": "same", "representative": "same"}
    verdict = case.verdict(row)
    assert counts(verdict) == {"missed": 1}
    assert verdict["good"] == 1


def test_lines_that_are_no_pages_are_counted(case: Case) -> None:
    with case.corpus.open("ab") as out:
        out.write(b'{"id": "no text"}\nnot json\n')
    assert case.verdict()["bad_lines"] == 2


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="cannot be read"):
        judging.judge(tmp_path / "none.jsonl", tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("", []),
        ("-- !?_", []),
        ("Snake_case, 2nd Try", ["snake", "case", "2nd", "try"]),
        ("Straße ﬁne ２３", ["strasse", "fine", "23"]),
        ("漢字と한국", ["漢", "字", "と", "한", "국"]),
        ("abc漢def", ["abc", "漢", "def"]),
        ("e\u0301te\u0301", ["été"]),
        ("so\u00adft ta\u200bb", ["soft", "tab"]),
        ("don't", ["don", "t"]),
    ],
)
def test_units(text: str, units: list[str]) -> None:
    said = judging.printed(judging.judge_program(), "--units", stdin=text)
    assert said.splitlines() == units


def test_rows_that_name_nobody_are_measured_against_the_best_kept_page(case: Case) -> None:
    """Kept are second, middle, short and short near; of these the best, earlier or later."""
    removed = ("base", "first", "third", "stranger", "short again")
    case.duplicates.write_text(
        "".join(json.dumps({"offset": case.offsets[IDS.index(page)]}) + "\n" for page in removed)
    )
    verdict = judging.judge(case.corpus, case.duplicates, "--best-kept")
    assert (verdict["removals"], verdict["good"], verdict["bad"]) == (5, 3, 1)
    found = {row["id"]: (row["representative"], row["resemblance"]) for row in verdict["worst"]}
    assert found["base"] == ("second", pytest.approx(18 / 22))
    assert found["first"] == ("second", pytest.approx(18 / 22))
    assert found["third"] == ("second", pytest.approx(17 / 23))
    assert found["short again"] == ("short", 1)
    assert found["stranger"] == ("stranger", 0)
    assert counts(verdict) == {}


def test_several_files_of_rows_are_judged_each_by_itself(case: Case) -> None:
    rows = [case.row("first", "base", 0.9048), case.row("stranger", "base", 0.0)]
    alone = [case.verdict(row) for row in rows]
    files = [case.corpus.with_name(f"rows-{number}.jsonl") for number in range(2)]
    for path, row in zip(files, rows, strict=True):
        path.write_text(json.dumps(row) + "\n")
    assert judging.judge(case.corpus, *files) == alone
