# SPDX-License-Identifier: Apache-2.0
"""Results of earlier runs can still be explained, and tables of idf still weigh."""

import json
import re

import pytest
from kept_files import FOLDERS, FORMATS_1, answer, copy_of, done, removals
from running import read_jsonl

OUTS = [(kept, path.name) for kept in FOLDERS for path in sorted(kept.glob("out-*"))]
THRESHOLDS = {"balanced": "--min-resemblance", "thorough": "--min-agreement"}


def named(cases):
    return {"argvalues": cases, "ids": [f"{kept.name}/{name}" for kept, name in cases]}


def test_results_of_both_rules_are_kept():
    for profile in ("balanced", "thorough"):
        assert (FORMATS_1, f"out-{profile}") in OUTS
    for kept, out in OUTS:
        assert (kept / out / "matches.facsim").exists()
        assert removals(kept / out) == json.loads(answer(kept, f"{out}.rows.json"))


@pytest.mark.parametrize("kept,out", **named(OUTS))
def test_show_says_why_each_page_was_removed(kept, out, tmp_path):
    folder = copy_of(kept, tmp_path)
    then = removals(folder / out)
    assert len(then) > 12
    for page, (representative, kind) in then.items():
        shown = json.loads(done(folder, "show", out, page, "--json"))
        assert (shown["id"], shown["verdict"]) == (page, "removed")
        assert (shown["row"]["representative"], shown["row"]["kind"]) == (representative, kind)
        assert f"it repeats {representative}" in done(folder, "show", out, page)


@pytest.mark.parametrize("kept,out", **named(OUTS))
def test_show_finds_a_page_that_was_kept(kept, out, tmp_path):
    folder = copy_of(kept, tmp_path)
    shown = json.loads(done(folder, "show", out, "garden-0", "--json"))
    assert (shown["id"], shown["verdict"]) == ("garden-0", "kept")
    shown = json.loads(done(folder, "show", out, "stub.html", "--json"))
    assert (shown["id"], shown["verdict"]) == ("stub.html", "kept")


@pytest.mark.parametrize("kept,out", **named(OUTS))
def test_matches_are_clustered_again(kept, out, tmp_path):
    """Whatever recipes made them: no page is read."""
    folder = copy_of(kept, tmp_path)
    rows = read_jsonl(folder / out / "duplicates.jsonl")
    done(folder, "recluster", out)
    found = read_jsonl(folder / out / "duplicates.jsonl")
    # Rows of later programs have more members.
    assert [{name: row[name] for name in then} for row, then in zip(found, rows, strict=True)] == rows
    done(folder, "recluster", out, THRESHOLDS[out.removeprefix("out-")], ".97")
    then = json.loads(answer(kept, f"{out}.at-97.json"))
    assert removals(folder / out) == then != json.loads(answer(kept, f"{out}.rows.json"))


@pytest.mark.parametrize("kept", FOLDERS, ids=lambda kept: kept.name)
def test_a_table_of_idf_weighs_as_it_did(kept, tmp_path):
    """The recipe beside it names no version; the text is plain, so every program reads the same."""
    folder = copy_of(kept, tmp_path)
    now = done(folder, "fingerprint", "pages.jsonl", "--recipe", "weighed.toml")
    assert now == answer(kept, "weighed.tsv")
    table = folder / "words.idf"
    lines = table.read_text()
    assert "\nthe\t" in lines
    table.write_text(re.sub(r"(?m)^the\t.*$", "the\t90.5", lines))
    assert done(folder, "fingerprint", "pages.jsonl", "--recipe", "weighed.toml") != now


@pytest.mark.parametrize("kept", FOLDERS, ids=lambda kept: kept.name)
def test_a_crawl_with_revisits_is_judged_again(kept, tmp_path):
    """Its matches name revisits, a broken row of a table, a damaged record and a packed file."""
    folder = copy_of(kept, tmp_path)
    assert removals(folder / "crawl-out") == json.loads(answer(kept, "crawl-out.rows.json"))
    done(folder, "recluster", "crawl-out", "--keep", "last", "-q")
    assert removals(folder / "crawl-out") == json.loads(answer(kept, "crawl-out.last.json"))
    then = answer(kept, "crawl-out.revisits.jsonl")
    assert (folder / "crawl-out" / "revisits.jsonl").read_text() == then
    skipped = (kept / "crawl-out" / "skipped.jsonl").read_text()
    assert (folder / "crawl-out" / "skipped.jsonl").read_text() == skipped
    assert {"bad_row", "damaged_record"} == {json.loads(row)["reason"] for row in skipped.split("\n")[:-1]}


@pytest.mark.parametrize("kept", FOLDERS, ids=lambda kept: kept.name)
def test_keep_by_the_words_of_the_command(kept, tmp_path):
    folder = copy_of(kept, tmp_path)
    done(folder, "recluster", "out-balanced", "--keep", "input,longest")
