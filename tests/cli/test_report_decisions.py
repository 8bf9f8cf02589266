# SPDX-License-Identifier: Apache-2.0
"""facsim report and people's decisions: a page is at one with the run that it is about, whether that asked them or not."""

import json
from pathlib import Path

import pytest
from making import near, write_jsonl
from running import facsim, read_jsonl
from test_recluster import graded_pages
from test_report import data_of

NOT_ASKED = "out/decisions.tsv has 1 decision that this run did not ask: rows and counts are those of the rules alone."
OBEYS = NOT_ASKED + " facsim recluster obeys what lies there."
WHAT_IF = "if it did not obey the decisions that lie there"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    lone = [{"id": f"lone-{i}", "text": near("lone", i)} for i in range(2)]  # they resemble nobody else
    write_jsonl(tmp_path / "pages.jsonl", [*graded_pages(families=4), *lone])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    return tmp_path


def decide(world: Path, decision: str) -> tuple[str, str]:
    """Decides otherwise than the rules on a pair of the result, and judges again."""
    if decision == "different":
        row = next(row for row in read_jsonl(world / "out/duplicates.jsonl") if row["id"] == "lone-1")
    else:
        row = read_jsonl(world / "out/reported.jsonl")[0]
    (world / "d.tsv").write_text(f"{row['id']}\t{row['representative']}\t{decision}\t\n")
    facsim.done("recluster", "out", "--decisions", "d.tsv", cwd=world)
    return row["id"], row["representative"]


def report(world: Path) -> str:
    facsim.done("report", "out", "-o", "page.html", "--force", cwd=world)
    return (world / "page.html").read_text()


def expect_at_one(data: dict, world: Path) -> None:
    """The head, the curve and the list say the same of the result as its summary and its rows."""
    summary = json.loads((world / "out/summary.json").read_text())
    counts = [summary["removed"]["total"], summary["reported"]["total"]]
    assert [data["removed"], data["reported"]] == counts
    now = [step for step in data["steps"] if step[0] == data["threshold"]]
    assert [step[1:] for step in now] == [counts]
    assert data["pairs_all"] == len(data["pairs"])
    listed = [frozenset((pair["page"]["id"], pair["other"]["id"])) for pair in data["pairs"]]
    assert len(set(listed)) == len(listed), "a pair is listed twice"
    states = [pair["state"] for pair in data["pairs"]]
    assert [states.count("removed"), states.count("reported")] == counts


def pair_of(data: dict, names: tuple[str, str]) -> dict:
    [pair] = [p for p in data["pairs"] if {p["page"]["id"], p["other"]["id"]} == set(names)]
    return pair


@pytest.mark.parametrize(("decision", "by_rules", "obeyed"),
                         [("different", "removed", "apart"), ("same", "reported", "removed")])
def test_a_run_that_did_not_ask_them(world: Path, decision: str, by_rules: str, obeyed: str):
    names = decide(world, decision)
    page = report(world)
    asked = data_of(page)
    expect_at_one(asked, world)
    assert pair_of(asked, names)["state"] == obeyed and asked["decided_all"] == 1
    assert asked["decisions_not_asked"] == 0 and WHAT_IF not in page and NOT_ASKED not in page

    facsim.done("dedup", "pages.jsonl", "-o", "out", "--force", "--report", "page.html", cwd=world)
    page = (world / "page.html").read_text()
    data = data_of(page)
    expect_at_one(data, world)
    assert data["removed"] != asked["removed"], "the decision changes nothing"
    assert pair_of(data, names)["state"] == by_rules
    # Nobody has to judge the pair again.
    assert pair_of(data, names)["decided"] == decision and data["decided_all"] == 1
    assert data["decisions_not_asked"] == 1 and OBEYS in page and WHAT_IF in page
    assert report(world) == page

    facsim.done("recluster", "out", cwd=world)
    assert data_of(report(world)) == asked


def test_where_recluster_cannot_judge_again_it_is_not_named(world: Path):
    decide(world, "different")
    facsim.done("dedup", "pages.jsonl", "-o", "out", "--force", "--matches", "none", cwd=world)
    page = report(world)
    assert NOT_ASKED in page and OBEYS not in page


def test_a_run_without_decisions_says_nothing_of_them(world: Path):
    page = report(world)
    expect_at_one(data_of(page), world)
    assert "that this run did not ask" not in page and data_of(page)["decisions_not_asked"] == 0
