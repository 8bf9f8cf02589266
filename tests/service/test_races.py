# SPDX-License-Identifier: Apache-2.0
"""Exactly one of all who offer near-copies at once is told no: several processes with several
connections each, and a service that is killed and started again under them.

FACSIM_ROUNDS: how many rounds of each kind (default: 60, under sanitizers 20; `make races`: 10,000, and as many of
seen_store_threads_test.cc).
"""

import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from running import SANITIZED, Started, allowed, start
from service_world import Service

ROUNDS = int(os.environ.get("FACSIM_ROUNDS", "20" if SANITIZED else "60"))
PROCESSES = 2
THREADS = 3
KILLS = 2
FLAGS = ("--front-pages", "64", "--workers", "8", "--memory", "64M")
OFFER = Path(__file__).with_name("offer.py")


def verdicts(processes: list[Started]) -> dict[int, Counter]:
    """What all clients were told, by round."""
    found: dict[int, Counter] = {}
    for process in processes:
        out, err = process.communicate(timeout=allowed(300 + ROUNDS / 10))
        assert process.returncode == 0, err
        for line in out.decode().splitlines():
            first, letters = line.split(" ")
            for number, letter in enumerate(letters, int(first)):
                found.setdefault(number, Counter())[letter] += 1
    return found


@pytest.mark.parametrize("kind", ["id", "url", "text", "near"])
def test_one_no_across_processes_and_restarts(tmp_path: Path, kind: str) -> None:
    """Who lost an answer asks again with its key, so also the `no` of a killed service is told."""
    address = tmp_path / "address"
    processes: list[Started] = []
    batch = 1 + ROUNDS // 100
    for run in range(KILLS + 1):
        with Service(tmp_path / "store", *FLAGS) as service:
            (tmp_path / "new").write_text(f"{service.host}:{service.port}")
            (tmp_path / "new").rename(address)
            if run == 0:
                processes = [
                    start([sys.executable, OFFER, address, kind, 0, ROUNDS, process, THREADS, batch])
                    for process in range(PROCESSES)
                ]
            if run < KILLS:
                wanted = ROUNDS * (run + 1) // (KILLS + 2)
                deadline = time.monotonic() + allowed(120 + ROUNDS / 10)
                while service.get("/v1/collections/default").json()["last_row"] < wanted:
                    assert time.monotonic() < deadline
                    time.sleep(0.01)
                os.kill(service.process.pid, signal.SIGKILL)
                service.process.wait()
            else:
                found = verdicts(processes)
                last_row = service.get("/v1/collections/default").json()["last_row"]
    assert sorted(found) == list(range(ROUNDS))
    told = Counter(tuple(sorted(each.items())) for each in found.values())
    assert told == {(("n", 1), ("y", PROCESSES * THREADS - 1)): ROUNDS}
    each = 1 if kind in ("id", "url") else PROCESSES * THREADS
    assert last_row >= ROUNDS * each
