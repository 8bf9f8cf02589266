# SPDX-License-Identifier: Apache-2.0
"""Two programs that change one index: the second waits for the first, and says so."""

import os
import subprocess
import time
from pathlib import Path

import pytest
from conftest import write_jsonl
from index_world import BLOCKS, add, build, write_hex
from running import facsim as run
from running import words

PROGRAM = os.environ.get("FACSIM_PROGRAM", "facsim")


def wait_for_holder(index: Path, name: str) -> None:
    for _ in range(1000):
        if (index / "LOCK").exists() and name in (index / "LOCK").read_text():
            return
        time.sleep(0.01)
    raise AssertionError("nobody took the lock")


class Holder:
    """'facsim index add' with a pipe for its input: it has the lock until the pipe is closed."""

    def __init__(self, index: Path, *flags: str) -> None:
        command = [PROGRAM, "index", "add", str(index), "-", "--input", "hex", "--quiet", *flags]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for_holder(index, "index add")

    def let_go(self, line: bytes = b"") -> None:
        _, err = self.process.communicate(line)
        assert self.process.returncode == 0, err


@pytest.fixture
def index(facsim, tmp_path: Path) -> Path:
    folder = tmp_path / "idx"
    build(facsim, folder, write_hex(tmp_path / "in.hex", [1, 2, 3]))
    add(facsim, folder, write_hex(tmp_path / "more.hex", [5, 6]))
    return folder


def exported(index: Path) -> list[str]:
    done = run("index", "export", index)
    assert done.status == 0, done.err
    return [line.split("\t")[0].lstrip("0") for line in done.out.splitlines()]


def change(index: Path, *words: object) -> subprocess.Popen:
    command = [PROGRAM, "index", *map(str, words)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=index.parent)


@pytest.mark.parametrize(
    "words", [("compact", "idx", "--design", BLOCKS[3]), ("delete", "idx", "2"),
              ("add", "idx", "more.hex")], ids=lambda words: words[0])  # fmt: skip
def test_a_writer_waits_and_says_for_whom(index: Path, words: tuple) -> None:
    holder = Holder(index)
    second = change(index, *words)
    assert "facsim index add" in second.stderr.readline()  # which comes after a second
    assert second.poll() is None
    holder.let_go(b"00000000000000ff\n")
    err = second.stderr.read()
    assert second.wait() == 0, err
    values = exported(index)
    # What the first one added is there, whatever the second one did.
    assert "ff" in values
    assert (words[0] != "delete") == ("2" in values)
    assert run("index", "check", index).status == 0


def test_the_sentence_names_the_index_the_holder_and_the_longest_wait(index: Path) -> None:
    holder = Holder(index)
    done = run("index", "compact", index, "--wait", "2")
    first, *_, last = done.err.splitlines()
    expected = f"facsim: index {index}: waiting up to 2 s for process {holder.process.pid} on "
    assert first.startswith(expected), done.err
    assert first.endswith("(facsim index add)")
    assert "still being written by process" in last and "after 2 s; wait for it" in last
    assert done.status == 1
    holder.let_go()


def test_zero_fails_at_once_and_says_nothing_of_waiting(index: Path) -> None:
    holder = Holder(index)
    began = time.monotonic()
    done = run("index", "delete", index, "2", "--wait", "0")
    assert time.monotonic() - began < 1
    assert done.status == 1 and "waiting" not in done.err
    assert ": being written by process" in done.err
    holder.let_go()


def test_quiet_waits_without_a_word(index: Path) -> None:
    holder = Holder(index)
    done = run("index", "delete", index, "2", "--wait", "2", "--quiet")
    assert done.status == 1 and "waiting" not in done.err
    holder.let_go()


def test_an_interrupt_ends_the_waiting(index: Path) -> None:
    holder = Holder(index)
    second = change(index, "compact", "idx", "--wait", "600")
    second.stderr.readline()
    second.terminate()
    assert second.wait(10) != 0
    holder.let_go()


def test_an_update_waits_for_a_compaction_of_the_index(facsim, tmp_path: Path) -> None:
    """compact beside dedup --update: the pages of both are there in the end."""
    first = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": words("a")}])
    later = write_jsonl(tmp_path / "b.jsonl", [{"id": "b", "text": words("b")}])
    assert run("index", "build", first, "-o", tmp_path / "idx").status == 0
    # The lock of a compaction that takes long.
    import fcntl

    with open(tmp_path / "idx" / "LOCK", "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [PROGRAM, "dedup", str(later), "-o", "out", "--against", "idx", "--update"]
        update = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
        assert ": waiting up to 10 s for " in update.stderr.readline()
    update.communicate()
    assert update.returncode == 0
    done = run("index", "info", tmp_path / "idx")
    assert "entries\t2\n" in done.out


@pytest.mark.parametrize("verb", ["build", "update"])
def test_who_waited_for_the_first_build_finds_the_index_that_it_made(
    facsim, tmp_path: Path, verb: str
) -> None:
    """What was true before the lock was taken is asked again behind it."""
    pages = write_jsonl(tmp_path / "b.jsonl", [{"id": "b", "text": words("b")}])
    first = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": words("a")}])
    command = [PROGRAM, "index", "build", "-", "-o", "idx", "--quiet"]
    builder = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tmp_path)
    wait_for_holder(tmp_path / "idx", "index build")
    command = ["index", "build", str(pages), "-o", "idx"]
    if verb == "update":
        command = ["dedup", str(pages), "-o", "out", "--against", "idx", "--update"]
    second = subprocess.Popen([PROGRAM, *command], stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert "waiting" in second.stderr.readline()
    builder.communicate(first.read_bytes())
    assert builder.returncode == 0
    _, err = second.communicate()
    entries = run("index", "info", tmp_path / "idx").out.split("entries\t")[1].split("\n")[0]
    if verb == "build":
        assert second.returncode == 1 and "there is an index already" in err
        assert entries == "1"
    else:
        assert second.returncode == 0, err
        assert entries == "2"


def test_the_seconds_are_a_whole_number(facsim, tmp_path: Path) -> None:
    done = run("index", "compact", tmp_path, "--wait", "-1")
    assert done.status == 2 and "--wait" in done.err
