# SPDX-License-Identifier: Apache-2.0
"""A closed standard stream is an error that names it, never an empty file or a lost result."""

from pathlib import Path

import pytest
from making import words, write_jsonl
from running import PROGRAM, Result, run

READERS = [
    ("dedup", "-", "-o", "out"),
    ("dedup", "-", "--dry-run"),
    ("dedup", "a.jsonl", "-", "-o", "out"),
    ("fingerprint", "-"),
    ("extract", "-"),
    ("store", "load", "s", "-"),
    ("index", "build", "-", "-o", "i"),
    ("compare", "a.jsonl", "-"),
]
WRITERS = [
    ("fingerprint", "a.jsonl"),
    ("dedup", "a.jsonl", "--dry-run", "--summary", "json"),
    ("extract", "a.jsonl"),
    ("help",),
    ("version",),
]


def closing(folder: Path, closed: str, *arguments: str) -> Result:
    """The program with a redirection of the shell."""
    write_jsonl(folder / "a.jsonl", [{"id": "a", "text": words(1)}])
    return run(["bash", "-c", f'exec "$@" {closed}', "bash", PROGRAM, *arguments], cwd=folder)


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
def test_closed_standard_input(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = closing(tmp_path, "<&-", *arguments)
    assert done.status == 1, (done.status, done.err)
    assert "facsim: standard input: cannot be read: Bad file descriptor" in done.err
    left = {path.name for path in tmp_path.iterdir()} - {"a.jsonl"}
    assert "out" not in left, left


def test_closed_standard_input_that_nobody_reads(tmp_path: Path) -> None:
    assert closing(tmp_path, "<&-", "fingerprint", "a.jsonl").status == 0
    done = closing(tmp_path, "<&-", "dedup", "a.jsonl", "-o", "out")
    assert done.status == 0 and (tmp_path / "out" / "a.jsonl").exists()


@pytest.mark.parametrize("arguments", WRITERS, ids=" ".join)
def test_closed_standard_output(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = closing(tmp_path, ">&-", *arguments)
    assert done.status == 1, (done.status, done.err)
    assert "standard output: " in done.err and "Bad file descriptor" in done.err


def test_all_closed(tmp_path: Path) -> None:
    done = closing(tmp_path, "<&- >&- 2>&-", "fingerprint", "-")
    assert (done.status, done.out, done.err) == (1, "", "")
