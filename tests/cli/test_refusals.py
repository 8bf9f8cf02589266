# SPDX-License-Identifier: Apache-2.0
"""What a run refuses, where it stops, and that it leaves nothing half done behind."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from making import html, many_pages, words, write_jsonl
from running import SECONDS_MAX, Dedup, Started, allowed, facsim, run

# --- where the result should go ---------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with room for one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
    if os.geteuid() != 0 or run(command).status != 0:
        pytest.skip("skipped: only who may mount can make a disk that is full soon")
    yield folder
    assert run(["umount", folder]).status == 0


def test_no_space_left_for_the_output(tmp_path: Path, small_disk: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", many_pages(3000))
    done = facsim("dedup", path, "-o", small_disk / "out", "--tmp", tmp_path)
    assert done.status == 1
    assert "space" in done.err
    assert str(small_disk) in done.err
    assert list(small_disk.iterdir()) == []


def test_no_space_left_for_temporary_files(tmp_path: Path, small_disk: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", many_pages(3000))
    out = tmp_path / "out"
    done = facsim("dedup", "-", "-o", out, "--tmp", small_disk, stdin=path.read_bytes())
    assert done.status == 1
    assert "space" in done.err
    assert "--tmp" in done.err
    assert list(small_disk.iterdir()) == []
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("written", ["matches", "copy", "standard input", "standard output"])
def test_a_file_that_may_not_grow_has_one_remedy(tmp_path: Path, written: str) -> None:
    """`ulimit -f`, or a file system of small files: no other folder helps."""
    (tmp_path / "tmp").mkdir()
    path = write_jsonl(tmp_path / "pages.jsonl", many_pages(300))
    dedup = ("dedup", "-", "-o", tmp_path / "out", "--tmp", tmp_path / "tmp")
    words = {
        "matches": ("dedup", path, *dedup[2:]),
        "copy": ("dedup", path, *dedup[2:], "--mode", "annotate"),
        "standard input": dedup,
        "standard output": ("extract", path),
    }
    limit = 65_536 if written == "copy" else 1024
    given = path.read_bytes() if written == "standard input" else b""
    with open(tmp_path / "said", "wb") as said:
        where = {"stdout": said} if written == "standard output" else {}
        done = facsim(*words[written], stdin=given, file_bytes=limit, **where)
    assert done.status == 1
    remedy = "may not grow further; raise the limit (ulimit -f) or choose another file system"
    assert remedy in done.err and "cannot be written" not in done.err
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["pages.jsonl", "said", "tmp"]
    assert list((tmp_path / "tmp").iterdir()) == []


def test_an_index_does_not_begin_among_files_of_others(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.html").write_text(html(words(1)))
    for command in (["index", "build", site, "-o", site],
                    ["dedup", site, "-o", tmp_path / "out", "--against", site, "--update"]):  # fmt: skip
        done = facsim(*command, "--tmp", tmp_path)
        assert done.status == 1
        assert f"{site}: has files that are no index (a.html)" in done.err
        assert [entry.name for entry in site.iterdir()] == ["a.html"]
    assert not (tmp_path / "out").exists()
    done = facsim("index", "build", site, "-o", site / "a.html" / "idx", "--tmp", tmp_path)
    assert f"{site / 'a.html'}: is a file" in done.err


def test_output_folder_that_is_not_empty(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", [{"id": "a", "text": words(1)}])
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    done = facsim("dedup", path, "-o", out, "--tmp", tmp_path)
    assert done.status == 1
    assert str(out) in done.err
    assert "--force" in done.err
    assert [entry.name for entry in out.iterdir()] == ["mine.txt"]

    (out / "duplicates.jsonl").write_text("old\n")
    (out / "annotations.jsonl").write_text("old\n")
    done = facsim("dedup", path, "-o", out, "--tmp", tmp_path, "--force")
    assert done.status == 0, done.err
    assert (out / "mine.txt").read_text() == "mine"
    assert (out / "duplicates.jsonl").read_text() == ""
    assert not (out / "annotations.jsonl").exists(), "a report of an earlier run"
    assert (out / "pages.jsonl").read_bytes() == path.read_bytes()
    assert json.loads((out / "summary.json").read_text())["pages_read"] == 1


def test_output_that_is_a_file(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", [{"id": "a", "text": words(1)}])
    (tmp_path / "out").write_text("mine")
    done = facsim("dedup", path, "-o", tmp_path / "out", "--tmp", tmp_path, "--force")
    assert done.status == 1
    assert (tmp_path / "out").read_text() == "mine"


def test_an_empty_output_folder_is_welcome(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", [{"id": "a", "text": words(1)}])
    (tmp_path / "out").mkdir()
    assert facsim("dedup", path, "-o", tmp_path / "out", "--tmp", tmp_path).status == 0
    assert (tmp_path / "out/pages.jsonl").exists()


def test_input_inside_the_output_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    path = write_jsonl(out / "pages.jsonl", [{"id": "a", "text": words(1)}] * 2)
    before = path.read_bytes()
    done = facsim("dedup", path, "-o", out, "--tmp", tmp_path, "--force")
    assert done.status != 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["duplicates.jsonl", "summary.json", "clusters.jsonl"])
def test_input_named_like_a_report(tmp_path: Path, name: str) -> None:
    path = write_jsonl(tmp_path / name, [{"id": "a", "text": words(1)}])
    run = Dedup(tmp_path, path)
    assert run.done.status == 1
    assert name in run.done.err
    assert not run.out.exists()


# --- the same again ---------------------------------------------------------------------------


def test_the_same_file_twice(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", [{"id": str(i), "text": words(i)} for i in (1, 2)])
    (tmp_path / "link.jsonl").symlink_to(path)
    (tmp_path / "elsewhere").mkdir()
    for again in (path, "./pages.jsonl", "elsewhere/../pages.jsonl", "link.jsonl"):
        run = Dedup(tmp_path, path, again)
        assert run.summary["pages_read"] == 2
        assert run.rows() == []
        assert len(run.done.warnings) == 1
        assert str(again) in run.done.warnings[0]


def test_a_file_and_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("a.html", "b.html"):
        (folder / name).write_text(html(words(name)))
    run = Dedup(tmp_path, folder / "a.html", folder)
    assert run.summary["pages_read"] == 2
    assert run.rows() == []
    assert len(run.done.warnings) == 1


def test_names_that_collide_keep_their_folders(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_jsonl(tmp_path / name / "pages.jsonl", [{"id": name, "text": words(name)}])
    run = Dedup(tmp_path, "a/pages.jsonl", "b/pages.jsonl")
    for name in ("a", "b"):
        original = tmp_path / name / "pages.jsonl"
        assert (run.out / name / "pages.jsonl").read_bytes() == original.read_bytes()


# --- the user ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dedupe", "x"],
        ["dedup"],
        ["dedup", "x.jsonl"],
        ["dedup", "-o", "out"],
        ["dedup", "x.jsonl", "-o"],
        ["dedup", "x.jsonl", "-o", "out", "--no-such-flag"],
        ["dedup", "x.jsonl", "-o", "out", "--keep", "best"],
        ["dedup", "x.jsonl", "-o", "out", "--keep", "field:"],
        ["dedup", "x.jsonl", "-o", "out", "--scope", "world"],
        ["dedup", "x.jsonl", "-o", "out", "--mode", "delete"],
        ["dedup", "x.jsonl", "-o", "out", "--remove", "exact,nearly"],
        ["dedup", "x.jsonl", "-o", "out", "--memory", "1M"],
        ["dedup", "x.jsonl", "-o", "out", "--memory", "lots"],
        ["dedup", "x.jsonl", "-o", "out", "--threads", "0"],
        ["dedup", "x.jsonl", "-o", "out", "--threads", "-1"],
        ["dedup", "x.jsonl", "-o", "out", "--min-resemblance", "1.5"],
        ["dedup", "x.jsonl", "-o", "out", "--min-resemblance", "nan"],
        ["dedup", "x.jsonl", "-o", "out", "--shingle-size", "0"],
        ["dedup", "x.jsonl", "-o", "out", "--profile", "perfect"],
        ["dedup", "x.jsonl", "-o", "out", "--recipe", "cake"],
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    write_jsonl(tmp_path / "x.jsonl", [{"id": "a", "text": words(1)}])
    done = facsim(*arguments, cwd=tmp_path)
    assert done.status == 2, done.err
    assert done.out == ""
    assert done.err.startswith("facsim: ")
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.jsonl"]


def test_missing_folder_for_temporary_files(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "x.jsonl", [{"id": "a", "text": words(1)}])
    done = facsim("dedup", "x.jsonl", "-o", "out", "--tmp", "none", cwd=tmp_path)
    assert done.status in (1, 2)
    assert "none" in done.err
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.jsonl"]


def start(folder: Path, *arguments: object) -> Started:
    """Starts a dedup, and waits until it has made its temporary folder."""
    (folder / "tmp").mkdir()
    flags = ("-o", folder / "out", "--tmp", folder / "tmp")
    process = facsim.start("dedup", *arguments, *flags, cwd=folder)
    process.until(lambda: any((folder / "tmp").iterdir()))
    return process


def assert_stopped(folder: Path, process: Started, left: set[str]) -> None:
    ended = process.result()
    assert ended.status == 130, ended.err
    assert list((folder / "tmp").iterdir()) == []
    assert {entry.name for entry in folder.iterdir()} == left | {"tmp"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_while_it_waits_for_standard_input(tmp_path: Path, number: int) -> None:
    process = start(tmp_path, "-")
    process.stdin.write(json.dumps({"id": "a", "text": words(1)}).encode() + b"\n")
    process.stdin.flush()
    process.send_signal(number)
    # The pipe stays open: nothing but the signal ends the wait.
    process.wait(allowed(SECONDS_MAX))
    assert_stopped(tmp_path, process, set())


@pytest.mark.parametrize("stage", ["read", "write"])
def test_interrupted_in_a_long_run(tmp_path: Path, stage: str) -> None:
    # Hundreds of megabytes, by hard links to one file: more work than a signal needs to arrive.
    folder = tmp_path / "site"
    folder.mkdir()
    first = write_jsonl(folder / "part-000.jsonl", many_pages(4000))
    for number in range(1, 60 if stage == "read" else 30):
        os.link(first, folder / f"part-{number:03}.jsonl")
    process = start(tmp_path, folder, "--mode", "annotate", "--threads", "2")
    if stage == "write":
        # The result's hidden folder is there from the start, copies in it come at the end.
        while not any(tmp_path.glob(".out.facsim-*/part-000.jsonl")) and process.poll() is None:
            time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    assert_stopped(tmp_path, process, {"site"})
