# SPDX-License-Identifier: Apache-2.0
"""An index among threads, processes and signals."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import facsim
import pytest
from making import corpus, words
from running import allowed, start
from running import facsim as program

PAGES = corpus(240)
FIELDS = {"text": "text", "id": "id", "url": "url"}
ENVIRONMENT = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}

# Has the index for itself until its input ends.
HOLDER = """
import fcntl, sys
lock = open(sys.argv[1] + "/LOCK", "r+")
fcntl.flock(lock, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with facsim.PageIndex.begin(tmp_path / "made.idx") as index:
        index.add(PAGES, **FIELDS)
    return tmp_path / "made.idx"


def started(code: str, *arguments: object):
    return start([sys.executable, "-c", code, *arguments], env=ENVIRONMENT)


def test_readers_beside_a_writer_and_the_program_beside_both(folder: Path) -> None:
    with facsim.PageIndex.open(folder) as reader, facsim.PageIndex.open(folder) as writer:
        before = len(reader)
        new = [{"id": f"new-{number}", "text": words(("new", number))} for number in range(40)]
        for number in range(0, 40, 10):
            writer.add(new[number : number + 10], id="id")
            program.done("index", "delete", folder, f"page-{number}")
        assert len(reader) == before and reader.ask(new[0]) == []
        assert reader.refresh() and len(reader) == before + 36
        assert reader.ask(new[0])[0].id == "new-0"
        assert reader.check() == []


CHILD = """
import facsim, sys
with facsim.PageIndex.open(sys.argv[1], wait=60) as index:
    for number in range(12):
        words = " ".join(f"word{sys.argv[2]}{number}x{i * i}" for i in range(40))
        index.add([{"id": f"{sys.argv[2]}-{number}", "text": words}], id="id")
"""


def test_two_processes_that_add_lose_nothing(folder: Path) -> None:
    with started(CHILD, folder, "a") as one, started(CHILD, folder, "b") as other:
        assert one.result().status == 0 and other.result().status == 0
    with facsim.PageIndex.open(folder) as index:
        assert len(index) == len(PAGES) + 24 and index.check() == []
        assert index.delete([f"{name}-{n}" for name in "ab" for n in range(12)]) == (24, [])


def test_who_finds_the_index_locked_waits_and_is_told(folder: Path) -> None:
    told: list[str] = []
    with facsim.PageIndex.open(folder, wait=1.3, on_wait=told.append) as index:
        with started(HOLDER, folder) as holder:
            assert holder.stdout.readline() == b"held\n"
            began = time.monotonic()
            for change in (lambda: index.add(["a"]), lambda: index.delete("page-1"), index.compact):
                with pytest.raises(facsim.errors.BusyError):
                    change()
            assert time.monotonic() - began > 3.5
            assert len(told) == 3 and all("made.idx" in text or "wait" in text for text in told)
            assert index.ask(PAGES[0]), "answers never wait"
            assert holder.result().status == 0
        assert index.add(["a"]) == 1

    def fails(sentence: str) -> None:
        raise ZeroDivisionError(sentence)

    with (
        facsim.PageIndex.open(folder, wait=None, on_wait=fails) as index,
        started(HOLDER, folder) as holder,
    ):
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ZeroDivisionError):
            index.add(["a"])


def test_after_a_fork(folder: Path) -> None:
    with facsim.PageIndex.open(folder) as index:
        assert index.ask(PAGES[0])
        child = os.fork()
        if child == 0:
            fine = index.ask(PAGES[0]) and len(index.ask_batch(PAGES)) > 300
            fine = fine and index.add([words("child")], id="id") == 1
            os._exit(0 if fine else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert index.refresh() and len(index) == len(PAGES) + 1


def test_threads_share_an_index(folder: Path) -> None:
    with facsim.PageIndex.open(folder, wait=60) as index:
        expected = list(index.ask_batch(PAGES, **{"url": "url"}))
        results: list[object] = []

        def ask() -> None:
            for _ in range(5):
                results.append(list(index.ask_batch(PAGES, url="url"))[:50] == expected[:50])

        def add() -> None:
            for number in range(5):
                results.append(index.add([words((threading.get_ident(), number))]) == 1)

        threads = [threading.Thread(target=work) for work in (ask, add, ask, add)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [True] * 20
        assert len(index) == len(PAGES) + 10


def test_closing_while_a_thread_asks(folder: Path) -> None:
    index = facsim.PageIndex.open(folder)
    said = []

    def ask() -> None:
        try:
            while True:
                index.ask_batch(PAGES)
        except facsim.errors.InvalidArgumentError as error:
            said.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    index.close()
    for thread in threads:
        thread.join()
    assert said == ["the index is closed; open it again"] * 3


PAGES_WITHOUT_END = """
import facsim, itertools, sys, time
def pages():
    for number in itertools.count():
        if number == 3000: print("at work", flush=True)
        yield " ".join(f"w{number}x{i * i}" for i in range(40))
index = facsim.PageIndex.open(sys.argv[1])
try:
    CALL
except KeyboardInterrupt:
    assert index.generation == 2 and len(index) == 240, (index.generation, len(index))
    index.add(["a page behind it"])
    print("stopped", flush=True)
"""
WAITING = """
import facsim, sys
index = facsim.PageIndex.open(sys.argv[1], wait=None)
def told(sentence):
    print("at work", flush=True)
index._on_wait = told
try:
    CALL
except KeyboardInterrupt:
    assert len(index) == 240
    print("stopped", flush=True)
"""


@pytest.mark.parametrize("call", ["index.add(pages())", "index.ask_batch(pages())"])
def test_ctrl_c_ends_a_call_that_reads(folder: Path, call: str) -> None:
    stopped_in_a_second(started(PAGES_WITHOUT_END.replace("CALL", call), folder))
    with facsim.PageIndex.open(folder) as index:
        assert len(index) == len(PAGES) + 1


@pytest.mark.parametrize("call", ["index.add(['a'])", "index.delete('page-1')", "index.compact()"])
def test_ctrl_c_ends_a_call_that_waits(folder: Path, call: str) -> None:
    with started(HOLDER, folder) as holder:
        assert holder.stdout.readline() == b"held\n"
        stopped_in_a_second(started(WAITING.replace("CALL", call), folder))


MANY = """
import facsim, numpy, sys
bits = numpy.random.default_rng(1).integers(0, 1 << 64, 8_000_000, dtype=numpy.uint64)
folder = facsim.HammingFolder.begin(sys.argv[1] + "/bits.idx")
folder.add(bits[:100_000])
print("at work", flush=True)
try:
    CALL
except KeyboardInterrupt:
    assert len(folder) == 100_000
    print("stopped", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "while True: facsim.HammingIndex(bits, max_distance=6)",
        "while True: facsim.close_pairs(bits, max_distance=6)",
        "while True: folder.join(bits, max_distance=6)",
        "while True: folder.query_batch(bits)",
        "folder.add(bits)",
    ],
)
def test_ctrl_c_ends_a_call_over_many_fingerprints(tmp_path: Path, call: str) -> None:
    stopped_in_a_second(started(MANY.replace("CALL", call), tmp_path))


def stopped_in_a_second(starting: object) -> None:
    with starting as process:
        said = process.stdout.readline()
        assert said == b"at work\n", process.result()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert process.stdout.readline() == b"stopped\n", process.result()
        # A second, and what a machine with much else to do takes for it.
        assert time.monotonic() - began < allowed(3)
        assert process.result().status == 0
