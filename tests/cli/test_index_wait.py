# SPDX-License-Identifier: Apache-2.0
"""Two programs that change one index: the second waits for the first, and says so."""

import fcntl
import time
from pathlib import Path

import pytest
from index_world import BLOCKS, add, build, exported, write_hex
from making import words, write_jsonl
from running import Started, allowed, facsim


def has_lock(index: Path, name: str) -> bool:
    """Whether somebody holds the lock of an index by a command of this name."""
    return (index / "LOCK").exists() and name in (index / "LOCK").read_text()


def hold(index: Path) -> Started:
    """'facsim index add' with a pipe for its input: it has the lock until the pipe is closed."""
    holder = facsim.start("index", "add", index, "-", "--input", "hex", "--quiet")
    holder.until(lambda: has_lock(index, "index add"))
    return holder


def let_go(holder: Started, line: bytes = b"") -> None:
    ended = holder.result(line)
    assert ended.status == 0, ended.err


@pytest.fixture
def index(tmp_path: Path) -> Path:
    folder = tmp_path / "idx"
    build(folder, write_hex(tmp_path / "in.hex", [1, 2, 3]))
    add(folder, write_hex(tmp_path / "more.hex", [5, 6]))
    return folder


def values_in(index: Path) -> list[str]:
    return [line.split("\t")[0].lstrip("0") for line in exported(index).splitlines()]


@pytest.mark.parametrize(
    "words", [("compact", "idx", "--design", BLOCKS[3]), ("delete", "idx", "2"),
              ("add", "idx", "more.hex")], ids=lambda words: words[0])  # fmt: skip
def test_a_writer_waits_and_says_for_whom(index: Path, words: tuple) -> None:
    holder = hold(index)
    second = facsim.start("index", *words, cwd=index.parent)
    assert b"facsim index add" in second.stderr.readline()  # which comes after a second
    assert second.poll() is None
    let_go(holder, b"00000000000000ff\n")
    ended = second.result()
    assert ended.status == 0, ended.err
    values = values_in(index)
    # What the first one added is there, whatever the second one did.
    assert "ff" in values
    assert (words[0] != "delete") == ("2" in values)
    assert facsim("index", "check", index).status == 0


def test_the_sentence_names_the_index_the_holder_and_the_longest_wait(index: Path) -> None:
    holder = hold(index)
    done = facsim("index", "compact", index, "--wait", "2")
    first, *_, last = done.err.splitlines()
    expected = f"facsim: index {index}: waiting up to 2 s for process {holder.pid} on "
    assert first.startswith(expected), done.err
    assert first.endswith("(facsim index add)")
    assert "still being written by process" in last and "after 2 s; wait for it" in last
    assert done.status == 1
    let_go(holder)


def test_zero_fails_at_once_and_says_nothing_of_waiting(index: Path) -> None:
    holder = hold(index)
    began = time.monotonic()
    done = facsim("index", "delete", index, "2", "--wait", "0")
    assert time.monotonic() - began < allowed(5)  # without the flag it waits for 10 s
    assert done.status == 1 and "waiting" not in done.err
    assert ": being written by process" in done.err
    let_go(holder)


def test_quiet_waits_without_a_word(index: Path) -> None:
    holder = hold(index)
    done = facsim("index", "delete", index, "2", "--wait", "2", "--quiet")
    assert done.status == 1 and "waiting" not in done.err
    let_go(holder)


def test_an_interrupt_ends_the_waiting(index: Path) -> None:
    holder = hold(index)
    second = facsim.start("index", "compact", "idx", "--wait", "600", cwd=index.parent)
    second.stderr.readline()
    second.terminate()
    assert second.result().status != 0
    let_go(holder)


def test_an_update_waits_for_a_compaction_of_the_index(tmp_path: Path) -> None:
    """compact beside dedup --update: the pages of both are there in the end."""
    first = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": words("a")}])
    later = write_jsonl(tmp_path / "b.jsonl", [{"id": "b", "text": words("b")}])
    assert facsim("index", "build", first, "-o", tmp_path / "idx").status == 0
    # The lock of a compaction that takes long.
    with open(tmp_path / "idx" / "LOCK", "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        update = facsim.start("dedup", later, "-o", "out", "--against", "idx", "--update",
                              cwd=tmp_path)  # fmt: skip
        assert b": waiting up to 10 s for " in update.stderr.readline()
    assert update.result().status == 0
    done = facsim("index", "info", tmp_path / "idx")
    assert "entries\t2\n" in done.out


@pytest.mark.parametrize("verb", ["build", "update"])
def test_who_waited_for_the_first_build_finds_the_index_that_it_made(
    tmp_path: Path, verb: str
) -> None:
    """What was true before the lock was taken is asked again behind it."""
    pages = write_jsonl(tmp_path / "b.jsonl", [{"id": "b", "text": words("b")}])
    first = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": words("a")}])
    builder = facsim.start("index", "build", "-", "-o", "idx", "--quiet", cwd=tmp_path)
    builder.until(lambda: has_lock(tmp_path / "idx", "index build"))
    command = ["index", "build", pages, "-o", "idx"]
    if verb == "update":
        command = ["dedup", pages, "-o", "out", "--against", "idx", "--update"]
    second = facsim.start(*command, cwd=tmp_path)
    assert b"waiting" in second.stderr.readline()
    assert builder.result(first.read_bytes()).status == 0
    ended = second.result()
    entries = facsim("index", "info", tmp_path / "idx").out.split("entries\t")[1].split("\n")[0]
    if verb == "build":
        assert ended.status == 1 and "there is an index already" in ended.err
        assert entries == "1"
    else:
        assert ended.status == 0, ended.err
        assert entries == "2"


def test_the_seconds_are_a_whole_number(tmp_path: Path) -> None:
    done = facsim("index", "compact", tmp_path, "--wait", "-1")
    assert done.status == 2 and "--wait" in done.err
