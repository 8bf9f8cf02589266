# SPDX-License-Identifier: Apache-2.0
"""--remove partial does what it says, or the row says which bound kept the page."""

import json
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import Dedup, facsim

ALL = ("--remove", "exact,content,layout,partial")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Quotes of 200 words, each in a page of 500."""
    quotes = [{"id": f"quote{i}", "text": words(("quote", i), 200)} for i in range(6)]
    pages = [
        {"id": f"page{i}", "text": " ".join([words(("a", i), 150), quotes[i]["text"], words(("b", i), 150)])}
        for i in range(6)
    ]
    write_jsonl(tmp_path / "a.jsonl", [*quotes, *pages])
    return tmp_path


def kept_by(run: Dedup) -> set[tuple[str, str | None]]:
    return {(row["kind"], row["kept_by"]) for row in run.rows("reported.jsonl")}


def test_the_bound_of_the_profile_is_said(folder: Path) -> None:
    out = folder / "out"
    done = facsim("dedup", "a.jsonl", "-o", out, "--profile", "thorough", *ALL,
                  "--min-containment", ".05", cwd=folder)  # fmt: skip
    assert done.status == 0
    assert "partial 6: less than 90 % of the page is in the other (min_containment_to_remove)" in done.err
    assert "warning: --min-containment 0.05 only reports more pages" in done.err
    summary = json.loads((out / "summary.json").read_text())
    assert summary["options"]["min_containment_to_remove"] == 0.9
    assert summary["kept_by_containment"]["partial"] == 6
    shown = facsim("show", out, "page1", cwd=folder).out
    assert "less than 0.9000 of it is in the other (--min-containment-to-remove)" in shown


@pytest.mark.parametrize("profile", ["thorough", "balanced"])
def test_the_flag_sets_the_bound(folder: Path, profile: str) -> None:
    flags = ("--profile", profile, *ALL, "--min-containment", ".05")
    low = Dedup(folder, "a.jsonl", *flags, "--min-containment-to-remove", ".3")
    assert low.summary["options"]["min_containment_to_remove"] == 0.3
    assert "only reports more" not in low.done.err
    high = Dedup(folder, "a.jsonl", *flags, "--min-containment-to-remove", "1")
    found = len(low.rows())
    assert found == 6 or profile == "balanced"
    assert high.rows() == [] and len(high.rows("reported.jsonl")) == found
    assert kept_by(high) <= {("partial", "min_containment_to_remove")}
    # As a run with this flag, and back.
    for bound, other in ((".3", low), ("1", high)):
        again = facsim("recluster", high.out, "--min-containment-to-remove", bound, "--quiet")
        assert again.status == 0, again.err
        assert high.removed() == other.removed()
        assert high.summary["options"]["min_containment_to_remove"] == float(bound)


def test_a_kind_that_is_not_removed_is_kept_by_remove(folder: Path) -> None:
    run = Dedup(folder, "a.jsonl", "--profile", "thorough")
    assert kept_by(run) == {("partial", "remove")}
    assert run.summary["kept_by_containment"]["total"] == 0
    assert "less than" not in facsim("show", run.out, "page1").out.splitlines()[0]


def test_without_a_bound_of_the_profile_it_follows_min_containment(tmp_path: Path) -> None:
    """A long page is not removed for a short one that it holds, nor is it without a word."""
    short = words("short", 150)
    pages = [{"id": "short", "text": short}, {"id": "long", "text": short + " " + words("more", 250)}]
    write_jsonl(tmp_path / "a.jsonl", pages)
    flags = ("--min-resemblance", ".99", *ALL)
    run = Dedup(tmp_path, "a.jsonl", *flags, "--profile", "thorough", "--min-containment-to-remove", ".5")
    assert kept_by(run) == {("partial", "min_containment_to_remove")}
    again = facsim("recluster", run.out, "--min-containment-to-remove", ".3", "--quiet")
    assert again.status == 0 and run.removed() == {"long": "short"}


def test_recluster_warns_of_a_bound_that_stays(folder: Path) -> None:
    run = Dedup(folder, "a.jsonl", "--profile", "thorough")
    done = facsim("recluster", run.out, *ALL, "--min-containment", ".6")
    assert "--min-containment 0.6 only reports more pages" in done.err
    done = facsim("recluster", run.out, *ALL, "--min-containment", ".95")
    assert "only reports more" not in done.err


@pytest.mark.parametrize("value", ["0", "-1", "1.1", "nan", "much"])
def test_what_is_no_bound(folder: Path, value: str) -> None:
    done = facsim("dedup", "a.jsonl", "-o", "out", "--min-containment-to-remove", value, cwd=folder)
    assert done.status == 2 and "--min-containment-to-remove" in done.err


def test_help_and_compare_know_the_bound(folder: Path) -> None:
    help_text = facsim("dedup", "--help").out
    assert "--min-containment-to-remove" in help_text and "thorough: 0.9" in help_text
    done = facsim("compare", "a.jsonl#quote1", "a.jsonl#page1", "--min-containment-to-remove", ".3",
                  cwd=folder)  # fmt: skip
    assert done.status == 0 and "partial" in done.out
