# SPDX-License-Identifier: Apache-2.0
"""facsim report about a run against an index: pages of the index are read where they stood, and what is missing says why."""

import shutil
from pathlib import Path

import pytest
from making import near, words, write_jsonl
from running import facsim
from test_report import data_of

GONE = "of a page of the index that is not where it stood"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """Each new page repeats one of the index; files of one name at one place hold both kinds."""
    (tmp_path / "old").mkdir()
    write_jsonl(tmp_path / "old/day.jsonl", [{"id": f"old-{i}", "text": near(i, 0)} for i in range(4)])
    facsim.done("index", "build", "old", "-o", "seen.idx", cwd=tmp_path)
    (tmp_path / "new").mkdir()
    write_jsonl(tmp_path / "new/day.jsonl", [{"id": f"new-{i}", "text": near(i, 1)} for i in range(4)])
    facsim.done("dedup", "new", "-o", "out", "--against", "seen.idx", cwd=tmp_path)
    return tmp_path


def report(world: Path, *flags: str) -> str:
    facsim.done("report", "out", "-o", "page.html", "--force", *flags, cwd=world)
    return (world / "page.html").read_text()


def with_text(page: str) -> list[str]:
    return sorted(pair["page"]["id"] for pair in data_of(page)["pairs"] if "passages" in pair)


ALL = [f"new-{i}" for i in range(4)]


def test_pages_of_the_index_come_with_their_texts(world: Path):
    page = report(world)
    data = data_of(page)
    assert with_text(page) == ALL and "Texts come with" not in page
    for pair in data["pairs"]:
        number = pair["other"]["id"].removeprefix("old-")
        assert pair["other"]["in_index"] and pair["page"]["id"] == f"new-{number}"
        # Both files are called day.jsonl: each side has its own text.
        for column, text in ((3, near(int(number), 1)), (4, near(int(number), 0))):
            differing = [p[column] for p in pair["passages"] if not p[0] and p[column]]
            assert all(word in text for word in differing)
        assert any(p[3] != p[4] for p in pair["passages"] if not p[0]), "both sides are one page"
        counted = [sum(p[column] for p in pair["passages"]) for column in (1, 2)]
        assert counted == [len(near(int(number), v).split()) for v in (1, 0)]


def test_an_index_whose_files_are_gone_says_so_and_not_the_size_of_texts(world: Path):
    shutil.rmtree(world / "old")
    page = report(world)
    assert with_text(page) == []
    assert "Texts of 1 file of the index are missing: " in page
    assert "Texts come with 0 of 4 listed pairs" in page and f"Without: 4 {GONE}" in page
    assert "--text-size" not in page and "facsim show has" not in page


def test_another_page_at_that_place_is_not_taken_for_it(world: Path):
    old = world / "old/day.jsonl"
    lines = old.read_text().splitlines(keepends=True)
    changed = lines[1].replace("old-1", "new-9")
    assert len(changed) == len(lines[1]) and changed != lines[1]
    old.write_text("".join([lines[0], changed, *lines[2:]]))
    page = report(world)
    assert with_text(page) == ["new-0", "new-2", "new-3"]
    assert f"Texts come with 3 of 4 listed pairs, those nearest to the threshold first. Without: 1 {GONE}" in page


def test_an_index_that_is_gone(world: Path):
    shutil.rmtree(world / "seen.idx")
    page = report(world)
    assert with_text(page) == []
    assert "Texts of the pages of the index are missing: seen.idx" in page and f"Without: 4 {GONE}" in page


def test_an_index_that_was_made_from_standard_input(world: Path):
    ran = facsim("index", "build", "-", "-o", "piped.idx", cwd=world, stdin=(world / "old/day.jsonl").read_bytes())
    assert ran.status == 0, ran.err
    facsim.done("dedup", "new", "-o", "out", "--force", "--against", "piped.idx", cwd=world)
    page = report(world)
    assert len(data_of(page)["pairs"]) == 4 and with_text(page) == []
    assert "-: the index does not say where that file is" in page and f"Without: 4 {GONE}" in page


def test_of_index_files_with_one_name_the_one_with_the_page_is_read(world: Path):
    (world / "older").mkdir()
    write_jsonl(world / "older/day.jsonl", [{"id": f"far-{i}", "text": words(("far", i))} for i in range(4)])
    facsim.done("index", "build", "older", "-o", "both.idx", cwd=world)
    facsim.done("index", "add", "both.idx", "old", cwd=world)
    facsim.done("dedup", "new", "-o", "out", "--force", "--against", "both.idx", cwd=world)
    assert with_text(report(world)) == ALL


def test_only_the_size_of_texts_is_mended_by_text_size(world: Path):
    page = report(world, "--text-size", "0")
    assert with_text(page) == []
    assert "Without: 4 beyond the size of all texts (see --text-size)." in page and GONE not in page
    assert "facsim show has the others." in page


def test_an_input_that_is_gone_is_told_apart(world: Path):
    shutil.rmtree(world / "new")
    page = report(world)
    assert with_text(page) == [] and "Without: 4 of a page that is gone or has changed." in page
    assert "--text-size" not in page and GONE not in page
