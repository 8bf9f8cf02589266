# SPDX-License-Identifier: Apache-2.0
"""facsim recluster: copies, refusals, damage, and pairs that are not there."""

import os
import random
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import Dedup, facsim, fewer, read_jsonl, tree
from test_recluster import (
    MADE,
    ROWS,
    as_folder,
    as_jsonl,
    assert_same_rows,
    forget_unmeasured,
    graded_pages,
    recluster,
)


@pytest.mark.parametrize("corpus", MADE[:3], ids=lambda corpus: corpus.__name__)
@pytest.mark.parametrize("mode", ["remove", "annotate", "report"])
def test_copies_are_written_anew(tmp_path: Path, corpus, mode: str) -> None:
    inputs = corpus(tmp_path)
    link = ["--link"] if corpus is as_folder else []
    run = Dedup(tmp_path, *inputs, *link, "--mode", mode)
    before = tree(run.out)
    flags = ["--min-resemblance", ".6", "--remove", "exact,content,partial"]
    assert recluster(run, *flags).status == 0
    # The rows are new, the copies are not, and summary.json says so.
    changed = {name for name, digest in tree(run.out).items() if digest != before[name]}
    rows = {*ROWS, "summary.json", *(["annotations.jsonl"] if mode == "annotate" else [])}
    assert changed == rows & set(before)
    has_copies = mode == "remove" or (mode == "annotate" and corpus is as_jsonl)
    assert run.summary["copies_are_current"] == (not has_copies)

    assert recluster(run, *flags, "--apply").status == 0
    assert run.summary["copies_are_current"]
    fresh = Dedup(tmp_path, *inputs, *link, "--mode", mode, *flags)
    made, expected = tree(run.out), tree(fresh.out)
    assert set(made) == set(expected)
    different = {name for name in made if made[name] != expected[name]}
    # matches.facsim stays that of the run, and rows may lack an agreement.
    written = {"pages.jsonl"} if mode == "annotate" and corpus is as_jsonl else set()
    assert different <= {"matches.facsim", *rows, *written}
    for name in written or rows & {"annotations.jsonl"}:
        rows = (read_jsonl(made.out / name) for made in (run, fresh))
        for mine, other in zip(*rows, strict=True):
            mine, other = mine.get("facsim", mine), other.get("facsim", other)
            forget_unmeasured(mine, other)
            assert mine == other
    assert_same_rows(run.out, fresh.out)
    # And back: whatever was tried, what is not asked for is as the run had it.
    assert recluster(run, "--apply").status == 0
    again = tree(run.out)
    assert {name for name in again if again[name] != before.get(name)} == {"summary.json"}
    assert set(again) == set(before)


def test_another_mode_needs_copies(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path), "--mode", "report")
    done = recluster(run, "--mode", "remove")
    assert done.status == 2
    assert "--mode: another one than the run's (report) needs --apply" in done.err
    assert recluster(run, "--mode", "remove", "--apply").status == 0
    kept = (run.out / "pages.jsonl").read_text().splitlines()
    assert len(kept) == run.summary["pages_kept"] < run.summary["pages_read"]


def damaged_input(kind: str, path: Path) -> str:
    if kind == "gone":
        path.rename(path.with_suffix(".elsewhere"))
        return "was an input and is gone"
    if kind == "longer":
        path.write_text(path.read_text() + "{}\n")
    else:
        os.utime(path, (1, 1))
    return "has changed since the run"


@pytest.mark.parametrize("kind", ["gone", "longer", "touched"])
def test_inputs_must_be_as_they_were(tmp_path: Path, kind: str) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    before = tree(run.out)
    words_said = damaged_input(kind, tmp_path / "pages.jsonl")
    done = recluster(run, "--min-resemblance", ".9", "--apply")
    assert done.status == 1
    assert "pages.jsonl: " + words_said in done.err
    assert tree(run.out) == before
    # Rows need no input.
    assert recluster(run, "--min-resemblance", ".9").status == 0


@pytest.mark.parametrize("other", ["other recipe", "other inputs", "no matches"])
def test_matches_of_another_run_are_refused(tmp_path: Path, other: str) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    if other == "other recipe":
        second = Dedup(tmp_path, *as_jsonl(tmp_path), "--recipe", "words")
    elif other == "other inputs":
        second = Dedup(tmp_path, write_jsonl(tmp_path / "few.jsonl", graded_pages(3)))
    else:
        second = Dedup(tmp_path, *as_jsonl(tmp_path), "--matches", "none")
    (second.out / "matches.facsim").write_bytes((run.out / "matches.facsim").read_bytes())
    before = tree(second.out)
    done = recluster(second, "--min-resemblance", ".99")
    assert done.status == 2
    assert "matches.facsim: is of another run than summary.json beside it" in done.err
    assert tree(second.out) == before


def test_standard_input(tmp_path: Path) -> None:
    pages = write_jsonl(tmp_path / "pages.jsonl", graded_pages(8))
    run = Dedup(tmp_path, "-", stdin=pages.read_bytes())
    before = tree(run.out)
    done = recluster(run, "--apply")
    assert done.status == 2
    assert "-: standard input cannot be read again; leave out --apply" in done.err
    assert tree(run.out) == before
    assert recluster(run, "--min-resemblance", ".6").status == 0
    assert_same_rows(run.out, Dedup(tmp_path, "-", "--min-resemblance", ".6",
                                    stdin=pages.read_bytes()).out)


def test_from_another_folder(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    (tmp_path / "elsewhere").mkdir()
    done = facsim("recluster", "../out-0", "--apply", "--remove", "exact", "--quiet",
                  cwd=tmp_path / "elsewhere")
    assert done.status == 0, done.err
    assert run.summary["removed"]["total"] == run.summary["removed"]["exact"] > 0
    kept = (run.out / "pages.jsonl").read_text().splitlines()
    assert len(kept) == run.summary["pages_kept"]


REFUSED = [
    (["--min-resemblance", ".45"], "--min-resemblance: 0.45 is below 0.5, the lowest for which"),
    (["--min-containment", ".3"], "--min-containment: 0.3 is below 0.5"),
    (["--keep", "field:size"], "--keep field:size: the run did not read that field"),
    (["--keep", "best"], "--keep: 'best' is not one of"),
    (["--threads", "2"], "recluster has no flag '--threads', which belongs to"),
]


@pytest.mark.parametrize("flags, said", REFUSED, ids=lambda value: " ".join(value)[:30])
def test_what_cannot_be_asked(tmp_path: Path, flags: list[str], said: str) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    before = tree(run.out)
    done = recluster(run, *flags)
    assert done.status == 2
    assert said in done.err
    assert tree(run.out) == before


def test_a_lower_floor(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path), "--min-resemblance", ".3")
    assert run.summary["matches"]["floor"] == 0.3
    assert recluster(run, "--min-resemblance", ".3", "--min-containment", ".4").status == 0


def test_without_matches(tmp_path: Path) -> None:
    inputs = as_jsonl(tmp_path)
    run = Dedup(tmp_path, *inputs, "--matches", "none")
    assert run.summary["matches"] is None and run.summary["what_if"] == []
    assert not (run.out / "matches.facsim").exists()
    done = recluster(run)
    assert done.status == 1
    assert "has no matches.facsim, which facsim dedup writes unless" in done.err
    done = facsim("recluster", tmp_path / "nowhere")
    assert done.status == 1
    assert done.err.endswith("nowhere: is no result of 'facsim dedup': there is no such folder\n")
    assert facsim("recluster").status == facsim("recluster", "a", "b").status == 2


def test_a_run_against_an_index_has_none(tmp_path: Path) -> None:
    inputs = as_jsonl(tmp_path)
    (tmp_path / "days").mkdir()
    index = ["--against", tmp_path / "days/seen.idx", "--update"]
    first = Dedup(tmp_path, inputs[0], *index)
    assert first.summary["matches"] is None
    run = Dedup(tmp_path, inputs[0], *index[:2])
    assert run.summary["matches"] is None
    assert "--against" in recluster(run).err


def test_single_linkage_has_none(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path), "--cluster", "single")
    assert run.summary["matches"] is None
    assert "--cluster single" in recluster(run).err


def test_leaders_only(tmp_path: Path) -> None:
    """Fewer pairs: never a row that the full list would not verify, and the pages are counted."""
    inputs = as_jsonl(tmp_path)
    whole = Dedup(tmp_path, *inputs)
    run = Dedup(tmp_path, *inputs, "--matches", "leaders")
    assert 0 < run.summary["matches"]["pairs"] < whole.summary["matches"]["pairs"]
    assert run.summary["matches"]["pages_cut"] > 0
    rows = (run.out / "duplicates.jsonl").read_bytes()
    assert recluster(run).status == 0
    assert (run.out / "duplicates.jsonl").read_bytes() == rows
    assert recluster(run, "--min-resemblance", ".95").status == 0
    assert run.summary["truncated"] == run.summary["matches"]["pages_cut"]
    assert all(row["resemblance"] >= 0.95 for row in run.rows())
    assert recluster(whole, "--min-resemblance", ".95").status == 0
    assert 0 < run.summary["removed"]["total"] <= whole.summary["removed"]["total"]


def test_long_lists_are_cut(tmp_path: Path) -> None:
    """A family of 150: each page is measured against 64 others at most."""
    chance = random.Random(3)
    pages = []
    for version in range(150):
        text = words("family", 200).split()
        for _ in range(6):
            text[chance.randrange(200)] = f"other{chance.randrange(10**6)}"
        pages.append({"id": str(version), "text": " ".join(text)})
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    run = Dedup(tmp_path, path)
    matches = run.summary["matches"]
    assert 0 < matches["pages_cut"] < 150
    assert matches["pairs"] < 150 * 74
    shared = {(row["id"], row["representative"]) for row in run.rows()}
    assert recluster(run).status == 0
    # All pairs that the run needed are there, whatever was cut.
    assert {(row["id"], row["representative"]) for row in run.rows()} == shared
    assert recluster(run, "--keep", "last").status == 0
    assert run.summary["truncated"] == matches["pages_cut"]
    assert all(row["resemblance"] >= 0.8 for row in run.rows())


@pytest.mark.bounds_memory
def test_many_pages_that_all_stay(tmp_path: Path) -> None:
    """The rule asks about hundreds of kept pages for each; what is remembered of them is bounded."""
    chance = random.Random(1)
    template = words("template", 120).split()
    pages = []
    for number in range(1500):
        text, at = list(template), chance.randrange(120)
        for place in range(at, at + 13):
            text[place % 120] = f"own{chance.randrange(10**9)}"
        pages.append({"id": str(number), "text": " ".join(text)})
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    flags = ["--threads", "1", "--memory", "64M", "--matches"]
    without, run = Dedup(tmp_path, path, *flags, "none"), Dedup(tmp_path, path, *flags, "all")
    assert run.summary["removed"]["total"] == 0
    assert run.summary["verification"]["by_text"] > 400_000
    assert run.summary["matches"]["pairs"] <= 64 * 1500
    assert run.summary["matches"]["pages_cut"] > 1000
    peaks = [made.summary["run"]["peak_memory_bytes"] for made in (without, run)]
    assert peaks[1] - peaks[0] < 24 << 20
    assert recluster(run, "--min-resemblance", ".6").status == 0
    assert run.summary["removed"]["total"] > 500
    assert all(row["resemblance"] >= 0.6 for row in run.rows())


def test_all_or_nothing(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    (run.out / "reported.jsonl").unlink()
    (run.out / "reported.jsonl").mkdir()
    before = tree(run.out)
    done = recluster(run, "--min-resemblance", ".9")
    assert done.status == 1
    assert "reported.jsonl: stands in the way of a result; move it away" in done.err
    assert tree(run.out) == before
    (run.out / "reported.jsonl").rmdir()
    assert recluster(run, "--min-resemblance", ".9").status == 0
    assert {"reported.jsonl", "pages.jsonl", "matches.facsim"} <= {
        output["name"] for output in run.summary["run"]["outputs"]
    }
    # A later run with --force takes away what it does not write itself, copies included.
    flags = ["-o", run.out, "--force", "--quiet", "--mode", "report", "--matches", "none"]
    assert facsim("dedup", "pages.jsonl", *flags, cwd=tmp_path).status == 0
    assert not {"pages.jsonl", "matches.facsim"} & set(tree(run.out))


def test_damage_is_refused(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    path = run.out / "matches.facsim"
    whole = path.read_bytes()
    chance = random.Random(11)
    before = {name: digest for name, digest in tree(run.out).items() if name != path.name}
    for number in range(fewer(60)):
        if number % 3 == 0:
            path.write_bytes(whole[: chance.randrange(len(whole))])
        else:
            at = chance.randrange(len(whole))
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << number % 8]) + whole[at + 1 :])
        done = recluster(run)
        assert done.status == 1
        assert str(path) in done.err and "Traceback" not in done.err
        assert {n: d for n, d in tree(run.out).items() if n != path.name} == before
    path.write_bytes(whole)
    assert recluster(run).status == 0


def test_warnings_are_those_of_the_wish(tmp_path: Path) -> None:
    """What was said about flags and folders of the run is not said again; of the reading it is."""
    pages = [{"id": str(number), "text": words(number, 60)} for number in range(3)]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    path.write_text(path.read_text() + "no json\n")
    run = Dedup(tmp_path, path, "--keep", "shortest-url", "--link")
    left_out, link, no_url = run.summary["warnings"]
    assert "bad_json" in left_out and "--link" in link
    assert no_url == "no page has a URL; --keep shortest-url had no effect"
    assert recluster(run).status == 0
    assert run.summary["warnings"] == [left_out, no_url]
    assert recluster(run, "--keep", "first").status == 0
    assert run.summary["warnings"] == [left_out]
    before = tree(run.out)
    done = recluster(run, "--keep", "oldest")
    assert done.status == 2 and "no page has a time" in done.err
    assert tree(run.out) == before


@pytest.mark.parametrize("keep", ["newest", "field:rank"])
def test_no_pages_need_no_time(tmp_path: Path, keep: str) -> None:
    (tmp_path / "pages.jsonl").write_text('{"text": ""}\n')
    run = Dedup(tmp_path, "pages.jsonl", "--keep", keep)
    said = run.summary["warnings"]
    assert not any("decided nothing" in line for line in said)
    assert recluster(run).status == 0
    assert run.summary["warnings"] == said


def test_a_pipe_in_the_place_of_matches_is_not_waited_for(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    (run.out / "matches.facsim").unlink()
    os.mkfifo(run.out / "matches.facsim")
    done = recluster(run)
    assert done.status == 1 and "is no regular file" in done.err
