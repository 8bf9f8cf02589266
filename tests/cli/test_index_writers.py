# SPDX-License-Identifier: Apache-2.0
"""Writers of an index that are killed, stopped, short of room or two at once: old or new, whole."""

import fcntl
import json
import random
import re
import shutil
import signal
import socket
import time

import pytest
from index_world import exported, values_of, write_hex
from running import allowed, facsim, state_of


def test_two_writers(idx):
    """The second is told who holds it; readers are not disturbed."""
    before = state_of(idx)
    with open(idx / "LOCK", "r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(b"process 4711 on crawler.example.org since 2026-01-02T03:04:05Z (nightly)\n")
        lock.flush()
        for words in (["add", idx, idx.parent / "q.hex"], ["delete", idx, "page 9"],
                      ["compact", idx],
                      ["build", idx.parent / "q.hex", "-o", idx, "--force"]):  # fmt: skip
            run = facsim("index", *words, "--wait", 0)
            assert run.status == 1 and run.out == "", words
            assert "process 4711 on crawler.example.org" in run.err and str(idx) in run.err
        assert facsim("index", "query", idx, idx.parent / "q.hex").status == 0
        assert facsim("index", "check", idx).status == 0
        assert state_of(idx) == before
    assert facsim("index", "delete", idx, "page 9").status == 0  # nobody holds it any more


def test_a_writer_says_who_it_is(idx):
    """The real thing: one waits for its input, another is told its number, host and command."""
    first = facsim.start("index", "add", idx, "/dev/stdin", "--input", "hex", "--design", "paper-4")
    first.until(lambda: b"process" in (idx / "LOCK").read_bytes())
    run = facsim("index", "delete", idx, "page 9", "--wait", 0)
    assert run.status == 1 and f"process {first.pid} on {socket.gethostname()}" in run.err
    assert "facsim index add" in run.err
    ended = first.result(b"0123456789abcdef\n")
    assert ended.status == 0, ended.err
    assert facsim("index", "delete", idx, "page 9").status == 0
    assert exported(idx).endswith("0123456789abcdef\t2201\n")


def test_killed_at_any_moment(idx, tmp_path):
    """Old or new, never a mixture; and the next writer clears away what the dead one left."""
    draw = random.Random(3)
    more = write_hex(tmp_path / "more.hex", values_of(5, 150_000))
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = [more, "--design", "cover-6x21", "--tmp", tmp]
    said = exported(idx)
    first = state_of(idx)
    whole, killed = 0, 0
    for round_ in range(100):
        shutil.copytree(idx, tmp_path / "copy")
        copy = tmp_path / "copy"
        if round_ == 0:
            started = time.monotonic()
            assert facsim("index", "add", copy, *words).status == 0
            whole = time.monotonic() - started
            new = exported(copy)
            assert new.startswith(said) and new.count("\n") == said.count("\n") + 150_000
        elif facsim.start("index", "add", copy, *words).killed_after(draw.uniform(0, whole)):
            killed += 1
            assert facsim("index", "check", copy).status == 0
            if (copy / "MANIFEST").read_bytes() == first["MANIFEST"]:
                assert exported(copy) == said
            else:
                assert exported(copy) == new
            # A writer that changes nothing itself clears away what the dead one left.
            assert facsim("index", "delete", copy, "nobody").status == 0
        manifest = (copy / "MANIFEST").read_text()
        named = set(re.findall(r'"name": "([^"]+\.(?:seg|del))"', manifest))
        assert set(state_of(copy)) == named | {"MANIFEST"}
        shutil.rmtree(copy)
        if round_ > 12 and killed > 3:
            break
    assert killed > 3


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.1, 0.3, 0.6])
def test_killed_while_an_index_is_first_built(tmp_path, seconds):
    source = write_hex(tmp_path / "in.hex", values_of(6, 100_000))
    index = tmp_path / "new"
    words = [source, "-o", index, "--design", "cover-6x21"]
    if facsim.start("index", "build", *words).killed_after(seconds):
        run = facsim("index", "info", index)
        assert run.status == (0 if (index / "MANIFEST").exists() else 1)
    run = facsim("index", "build", *words, "--force")
    assert run.status == 0, run.err
    assert len(list(index.iterdir())) == 3
    assert len(exported(index).splitlines()) == 100_000


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_it_reads(idx, tmp_path, number):
    """A stopped writer cleans up behind itself, its folder in --tmp too."""
    before = state_of(idx)
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = ["add", idx, "/dev/stdin", "--input", "u64", "--design", "paper-4", "--tmp", tmp]
    run = facsim.start("index", *words)
    run.until(lambda: list(tmp.iterdir()))
    run.send_signal(number)
    deadline = time.monotonic() + allowed(60)
    try:
        while time.monotonic() < deadline:
            run.stdin.write(bytes(1 << 16))
    except BrokenPipeError:
        pass
    ended = run.result()
    assert ended.status == 130, ended.err
    assert state_of(idx) == before and list(tmp.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_it_builds(idx, tmp_path, number):
    """Sorting and writing take far longer than reading: a stop must not wait for their end."""
    more = tmp_path / "more.u64"
    more.write_bytes(random.Random(9).randbytes(8 * 1_500_000))
    before = state_of(idx)
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    words = ["add", idx, more, "--design", "cover-14x32", "--tmp", tmp, "--threads", "1"]
    run = facsim.start("index", *words)
    run.until(lambda: list(idx.glob(".*.tmp")))  # the new segment
    run.send_signal(number)
    ended = run.result()
    assert ended.status == 130, ended.err
    assert state_of(idx) == before and list(tmp.iterdir()) == []


def test_stopped_while_it_exports(tmp_path):
    """A reader stops too; what it wrote is cut, so its status says so."""
    source = tmp_path / "in.u64"
    source.write_bytes(random.Random(3).randbytes(8 * 200_000))
    assert facsim("index", "build", source, "-o", tmp_path / "x", "--design", "paper-4").status == 0
    run = facsim.start("index", "export", tmp_path / "x")
    first = run.stdout.read(1)  # it goes on until the pipe is full, and waits
    run.send_signal(signal.SIGINT)
    time.sleep(0.2)
    ended = run.result()
    assert ended.status == 130, ended.err
    assert len(first) == 1 and ended.out.count("\n") < 100_000


@pytest.mark.parametrize("bytes_max", [0, 100, 4096, 60_000, 300_000])
def test_the_disk_is_full(idx, tmp_path, bytes_max):
    more = write_hex(tmp_path / "more.hex", values_of(5, 20_000))
    fresh = tmp_path / "fresh"
    before, said = state_of(idx), exported(idx)
    tried = [["add", idx, more], ["build", more, "-o", idx, "--force"]]
    tried.append(["build", more, "-o", fresh])
    if bytes_max < 60_000:
        tried += [["compact", idx], ["add", idx, tmp_path / "q.hex"]][: 1 + (bytes_max < 4096)]
    if bytes_max < 100:
        tried.append(["delete", idx, "page 9"])
    for words in tried:
        design = () if words[0] == "delete" else ("--design", "paper-4")
        run = facsim("index", *words, *design, file_bytes=bytes_max)
        assert run.status == 1 and run.out == "", words
        assert run.err.count("\n") == 1 and str(tmp_path) in run.err, run.err
        assert state_of(idx) == before, words
        assert not fresh.exists()
    assert exported(idx) == said


def test_scratch_files_do_not_fit(idx, tmp_path):
    """Of a large input sorted in little memory; the message names --tmp's folder."""
    more = write_hex(tmp_path / "more.hex", values_of(5, 20_000))
    (tmp_path / "tmp").mkdir()
    column = tmp_path / "large.u64"
    column.write_bytes(random.Random(8).randbytes(8 * 3_500_000))
    before = state_of(idx)
    words = ["add", idx, column, "--memory", "64M", "--tmp", tmp_path / "tmp"]
    run = facsim("index", *words, "--design", "blocks-1-1", file_bytes=1 << 20)
    assert run.status == 1 and str(tmp_path / "tmp") in run.err, run.err
    assert state_of(idx) == before and list((tmp_path / "tmp").iterdir()) == []
    run = facsim("index", "add", idx, more, "--tmp", tmp_path / "none", "--design", "paper-4")
    assert run.status in (1, 2) and "none" in run.err and state_of(idx) == before


def test_a_folder_that_may_not_be_written(idx, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    run = facsim("index", "build", tmp_path / "q.hex", "-o", tmp_path / "file" / "idx")
    assert run.status == 1 and str(tmp_path / "file") in run.err
    (idx / "LOCK").unlink()  # what a copy of an index may lack
    assert facsim("index", "delete", idx, "page 9").status == 0
    assert json.loads(facsim("index", "info", idx, "--json").out)["entries"] == 2196
