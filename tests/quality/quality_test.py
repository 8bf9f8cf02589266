# SPDX-License-Identifier: Apache-2.0
"""Are the removals right on real corpora, and are short distinct texts left alone?"""

import importlib
import json
from pathlib import Path

import judging
import pytest
from making import write_jsonl
from real_data import lacks
from run import MEASURED
from running import read_jsonl
from short_texts import SENTENCES

FLOORS = json.loads((Path(__file__).parent / "floors.json").read_text())

def packed(name: str) -> Path:
    return judging.data_file(name) or lacks(name)


def write_texts(folder: Path, texts: list[str]) -> Path:
    pages = [{"id": str(i), "text": text} for i, text in enumerate(texts)]
    return write_jsonl(folder / "short.jsonl", pages)


def assert_all_kept(tmp_path: Path, texts: list[str]) -> None:
    assert len(set(texts)) == len(texts) == 30
    corpus = write_texts(tmp_path, texts)
    summary = judging.dedup(corpus, tmp_path / "out")
    assert (tmp_path / "out/duplicates.jsonl").read_text() == ""
    assert summary["pages_read"] == summary["pages_kept"] == 30
    assert (tmp_path / "out/short.jsonl").read_bytes() == corpus.read_bytes()


# A sample of what `make quality` measures: small, and the same every time.
@pytest.mark.parametrize("script", MEASURED)
def test_figures_do_not_fall_below_their_floors(script: str) -> None:
    try:
        figures = importlib.import_module(script).figures(judging.program(), sample=True)
    except judging.NoDataError as error:
        pytest.skip(str(error))
    assert figures
    for figure in figures:
        floor = FLOORS["figures"][figure.name]
        is_kept = figure.measured <= floor if figure.at_most else figure.measured >= floor
        assert is_kept, f"{figure.what}: {figure.measured} (floor {floor}); {figure.remarks}"


# Lines enough to hold many versions of many pages, few enough for every change to be judged.
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("ota_terms", 1500),
        ("tidb_zh", 3000),
        ("spdx_licenses", None),
        ("reactnative_docs", None),
    ],
)
def test_removals_are_right(tmp_path: Path, name: str, lines: int | None) -> None:
    corpus = judging.unpack(packed(name), tmp_path / f"{name}.jsonl", lines)
    judging.dedup(corpus, tmp_path / "out")
    verdict = judging.judge(corpus, tmp_path / "out/duplicates.jsonl")
    floor = FLOORS[f"{name}:{lines or 'all'}"]
    assert verdict["greedy_removals"] == floor["greedy_removals"], "the data or the judge changed"
    assert judging.complaints(verdict, floor["recall"]) == []


def test_distinct_short_sentences_are_kept(tmp_path: Path) -> None:
    assert_all_kept(tmp_path, SENTENCES)


def test_distinct_short_poems_are_kept(tmp_path: Path) -> None:
    corpus = judging.unpack(packed("tangshi_two_editions"), tmp_path / "poems.jsonl", 400)
    poems = [row["text"] for row in read_jsonl(corpus)]
    short = list(dict.fromkeys(poem for poem in poems if len(poem) <= 60))
    assert_all_kept(tmp_path, short[:30])


def test_an_equal_short_text_is_removed(tmp_path: Path) -> None:
    corpus = write_texts(tmp_path, [*SENTENCES, SENTENCES[7]])
    judging.dedup(corpus, tmp_path / "out")
    rows = read_jsonl(tmp_path / "out/duplicates.jsonl")
    assert [(row["id"], row["representative"]) for row in rows] == [("30", "7")]
    verdict = judging.judge(corpus, tmp_path / "out/duplicates.jsonl")
    assert judging.complaints(verdict, recall_min=1) == []
    assert verdict["greedy_short_removals"] == 1
