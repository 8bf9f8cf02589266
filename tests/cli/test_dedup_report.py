# SPDX-License-Identifier: Apache-2.0
"""facsim dedup --report: the page of facsim report behind the run, and the result whole whatever becomes of it."""

import json
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import facsim
from test_recluster import graded_pages
from test_report import data_of


@pytest.fixture
def world(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "pages.jsonl", graded_pages(families=4))
    return tmp_path


def dedup(world: Path, *flags: str, status: int = 0):
    ran = facsim("dedup", "pages.jsonl", "-o", "out", *flags, cwd=world)
    assert ran.status == status, ran.err
    return ran


def test_it_is_the_page_of_report(world: Path):
    ran = dedup(world, "--report", "page.html")
    assert "page.html: " in ran.err and " with their texts; " in ran.err
    facsim.done("report", "out", "-o", "again.html", cwd=world)
    page = (world / "page.html").read_text()
    assert page == (world / "again.html").read_text()
    assert any("passages" in pair for pair in data_of(page)["pairs"])


def test_without_text_and_with_the_summary_as_json(world: Path):
    ran = dedup(world, "--report", "page.html", "--no-text", "--summary", "json", "-q")
    assert ran.err == ""
    page = (world / "page.html").read_text()
    assert data_of(page)["removed"] == json.loads(ran.out)["removed"]["total"] > 0
    assert "Texts were left out (--no-text)." in page
    facsim.done("report", "out", "-o", "again.html", "--no-text", cwd=world)
    assert page == (world / "again.html").read_text()


def test_pages_of_standard_input_have_no_text_and_it_says_so(world: Path):
    ran = facsim("dedup", "-", "-o", "out", "--report", "page.html", cwd=world,
                 stdin=(world / "pages.jsonl").read_bytes())  # fmt: skip
    assert ran.status == 0, ran.err
    page = (world / "page.html").read_text()
    assert "Texts of 1 file are missing: -: is not there any more" in page
    assert data_of(page)["pairs"] and not any("passages" in p for p in data_of(page)["pairs"])


def test_against_an_index_and_with_an_update(world: Path):
    facsim.done("index", "build", "pages.jsonl", "-o", "old.idx", cwd=world)
    write_jsonl(world / "new.jsonl", [*graded_pages(families=2), {"id": "fresh", "text": words("fresh")}])
    ran = facsim("dedup", "new.jsonl", "-o", "out", "--against", "old.idx", "--update", "--report",
                 "page.html", cwd=world)  # fmt: skip
    assert ran.status == 0, ran.err
    page = (world / "page.html").read_text()
    summary = json.loads((world / "out/summary.json").read_text())
    assert data_of(page)["removed"] == summary["removed"]["total"] > 0
    assert any(pair["other"].get("in_index") for pair in data_of(page)["pairs"])
    assert "This result has no matches.facsim" in page


@pytest.mark.parametrize(("flags", "status", "says"), [
    ("--report out/page.html", 2, "lies in the output folder; name a file beside it with --report"),
    ("--report out", 2, "lies in the output folder"),
    ("--report pages.jsonl --force", 2, "lies among the inputs; name a file elsewhere with --report"),
    ("--report there", 2, "is a folder; name a file with --report"),
    ("--report none/page.html", 1, "none: there is no such folder; make it, or name another with --report"),
    ("--report there/mine.html", 1, "is there; name another with --report, or use --force"),
    ("--report old.idx/page.html --against old.idx", 2, "lies in the index; name a file elsewhere"),
    ("--report page.html --dry-run", 2, "with --dry-run there is no result to show"),
    ("--no-text", 2, "--no-text is for the page of --report; name its file with --report FILE"),
    ("--report=", 2, "--report"),
])
def test_what_cannot_be_is_refused_before_anything_runs(world: Path, flags: str, status: int, says: str):
    (world / "there").mkdir()
    (world / "there/mine.html").write_text("mine")
    before = (world / "pages.jsonl").read_bytes()
    ran = dedup(world, *flags.split(), status=status)
    assert says in ran.err
    assert not (world / "out").exists() and (world / "there/mine.html").read_text() == "mine"
    assert (world / "pages.jsonl").read_bytes() == before


def test_force_writes_over_an_earlier_page(world: Path):
    dedup(world, "--report", "page.html")
    first = (world / "page.html").read_text()
    assert "page.html: is there" in dedup(world, "--report", "page.html", status=1).err
    (world / "page.html").write_text("earlier")
    dedup(world, "--report", "page.html", "--force")
    assert (world / "page.html").read_text() == first


def test_a_page_that_cannot_be_written_leaves_the_result_whole(world: Path):
    """A name that is just short enough, but not for what is written beside it and renamed."""
    name = "p" * 250
    ran = dedup(world, "--report", name, status=1)
    assert f"the result in out is whole, but the page of --report was not written: {name}" in ran.err
    assert "'facsim report out -o FILE' writes it" in ran.err
    assert json.loads((world / "out/summary.json").read_text())["removed"]["total"] > 0
    assert sorted(p.name for p in world.iterdir()) == ["out", "pages.jsonl"]
    facsim.done("report", "out", "-o", "page.html", cwd=world)


DECISIONS = "# mine\na\tb\tdifferent\tanother edition\n"


def test_a_new_run_keeps_what_a_person_decided(world: Path):
    dedup(world)
    rows = [json.loads(line) for line in (world / "out/duplicates.jsonl").read_text().splitlines()]
    page, other = rows[0]["id"], rows[0]["representative"]
    (world / "d.tsv").write_text(f"{page}\t{other}\tdifferent\tanother edition\n")
    facsim.done("recluster", "out", "--decisions", "d.tsv", cwd=world)
    stored = (world / "out/decisions.tsv").read_bytes()
    ran = dedup(world, "--force", "--report", "page.html")
    assert (world / "out/decisions.tsv").read_bytes() == stored
    said = "decisions.tsv, decisions on an earlier result, was kept; this run did not ask it"
    assert said in ran.err and said in (world / "page.html").read_text()
    summary = json.loads((world / "out/summary.json").read_text())
    assert "decisions.tsv" in json.dumps(summary["run"]["outputs"])
    assert page in (world / "out/duplicates.jsonl").read_text(), "the run does not ask them"
    facsim.done("recluster", "out", cwd=world)
    removed = [json.loads(line) for line in (world / "out/duplicates.jsonl").read_text().splitlines()]
    assert not any((row["id"], row["representative"]) == (page, other) for row in removed)


def test_decisions_stay_as_they_are_byte_for_byte(world: Path):
    dedup(world)
    (world / "out/decisions.tsv").write_text(DECISIONS)
    for _ in range(2):
        dedup(world, "--force")
        assert (world / "out/decisions.tsv").read_text() == DECISIONS


def test_a_failed_run_leaves_decisions_where_they_were(world: Path):
    dedup(world)
    (world / "out/decisions.tsv").write_text(DECISIONS)
    facsim.done("dedup", "none.jsonl", "-o", "out", "--force", cwd=world, status=1)
    assert (world / "out/decisions.tsv").read_text() == DECISIONS


def test_decisions_that_cannot_be_read_are_named_before_the_run(world: Path):
    dedup(world)
    (world / "out/decisions.tsv").mkdir()
    ran = dedup(world, "--force", status=1)
    assert "decisions.tsv" in ran.err
    assert (world / "out/decisions.tsv").is_dir()
