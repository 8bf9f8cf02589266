# SPDX-License-Identifier: Apache-2.0
"""Pages in flight stay within --memory, however many threads there are and whatever the pages are.

The peak of a run is at most 1.5 times --memory and what its largest page takes by itself. What that
is, a run over one page with one thread says.
"""

import functools
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from flight_world import MIB, WORLDS, most
from making import write_jsonl
from running import NIGHTLY, Dedup, facsim, tree

MEMORY = 64 * MIB
# 12 pages of 15 MB take half an hour: `make memory` asks for them, and for all numbers of threads.
THREADS = (1, 2, 6, 64) if "FACSIM_FLIGHT" in os.environ else (6, 64)
BY_DAY = not NIGHTLY and "FACSIM_FLIGHT" not in os.environ
PAGES, PAGE_MIB = map(int, os.environ.get("FACSIM_FLIGHT", "8 2").split())
PAGE_BYTES = PAGE_MIB * MIB
BOUNDS = {"seconds": 3600, "address_bytes": 16 << 30} if "FACSIM_FLIGHT" in os.environ else {}
measured = functools.partial(facsim.measured, **BOUNDS)


def some_threads(number: int) -> tuple[int, ...]:
    """All numbers of threads at night, by day one of them: every other kind of pages has the other."""
    return (THREADS[number % len(THREADS)],) if BY_DAY else THREADS


def dedup(source: Path, out: Path, threads: int, memory: str = "64M") -> int:
    """The peak of a run."""
    flags = ("--tmp", out.parent, "--memory", memory, "--threads", threads)
    run, peak = measured("dedup", source, "-o", out, *flags)
    assert run.status == 0, run.out
    return peak


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Path]]:
    """One page of a kind, and many of them; each kind is made once."""

    @functools.cache
    def made(name: str) -> tuple[Path, Path]:
        one, many = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("many")
        return WORLDS[name](one, 1, PAGE_BYTES), WORLDS[name](many, PAGES, PAGE_BYTES)

    return made


@pytest.mark.bounds_memory
@pytest.mark.parametrize("name", WORLDS)
def test_pages_in_flight_stay_within_memory(tmp_path: Path, world: Callable, name: str) -> None:
    one, source = world(name)
    single = dedup(one, tmp_path / "out-one", 1)
    trees = []
    for threads in some_threads(list(WORLDS).index(name)):
        out = tmp_path / f"out-{threads}"
        assert dedup(source, out, threads) <= most(MEMORY, single), threads
        trees.append(tree(out))
    if not BY_DAY:  # test_same_answer.py compares answers by day, of smaller pages
        out = tmp_path / "out-4G"
        dedup(source, out, 1, "4G")
        trees.append(tree(out))
    assert all(found == trees[0] for found in trees)


PRINTING = [
    ("extract",),
    ("fingerprint", "--columns", "id,fingerprint,visible,sketch"),
    ("fingerprint", "--json"),
]


@pytest.mark.bounds_memory
@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_commands_that_print(tmp_path: Path, world: Callable, command: tuple[str, ...]) -> None:
    one, many = world("elements")
    flags = ("--memory", "64M", "--tmp", tmp_path)
    first, single = measured(*command, one, *flags, "--threads", 1)
    assert first.status == 0 and first.out.strip()
    printed = set()
    for threads in some_threads(PRINTING.index(command)):
        run, peak = measured(*command, many, *flags, "--threads", threads)
        assert run.status == 0, run.out
        assert peak <= most(MEMORY, single), threads
        assert first.out.rstrip("\n") in run.out, "that page is one of them"
        printed.add(run.out)
    assert len(printed) == 1


@pytest.mark.bounds_memory
def test_an_index_of_large_pages(tmp_path: Path, world: Callable) -> None:
    one, many = world("bombs")
    flags = ("--tmp", tmp_path, "--memory", "64M", "--quiet")
    index = tmp_path / "one.idx"
    build = ("index", "build")
    _, single = measured(*build, one, "-o", index, *flags, "--threads", 1)
    for threads in some_threads(1):
        index = tmp_path / f"{threads}.idx"
        run, peak = measured(*build, many, "-o", index, *flags, "--threads", threads)
        assert run.status == 0, run.out
        assert peak <= most(MEMORY, single), threads


@pytest.mark.bounds_memory
def test_an_index_that_is_large_enough_to_measure_the_machine_for(tmp_path: Path) -> None:
    """Measuring takes 256 MiB: only where --memory has room for it."""
    source = tmp_path / "in.u64"
    source.write_bytes(random.Random(1).randbytes(8 * 1_000_000))

    def peak(memory: str) -> int:
        flags = ("-o", tmp_path / memory, "--memory", memory, "--tmp", tmp_path, "--threads", 1)
        run, most_held = measured("index", "build", source, *flags)
        assert run.status == 0, run.out
        return most_held

    assert peak("64M") <= most(MEMORY, 0)
    assert peak("1G") > 256 * MIB


@pytest.mark.bounds_memory
def test_the_peak_is_the_programs_own_whoever_started_it(tmp_path: Path) -> None:
    held = bytearray(b"x") * (400 * MIB)
    page = write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": "one page of a few words"}])
    assert Dedup(tmp_path, page).summary["run"]["peak_memory_bytes"] < 200 * MIB
    assert dedup(page, tmp_path / "measured", 1) < 200 * MIB
    assert len(held) == 400 * MIB
