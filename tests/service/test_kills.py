# SPDX-License-Identifier: Apache-2.0
"""The service is killed at random moments, while several connections add, erase and crawl.

FACSIM_KILLS: how many times (default: 5; `make faults`: 500).
"""

import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest
from clients import Client, Journal, Known, Worker, ask_again, begin, compare, page_of, settle_crawls
from making import write_jsonl
from running import facsim
from service_world import Service

KILLS = int(os.environ.get("FACSIM_KILLS", "5"))
KILLS_OF_STORE = 5  # then a new one, or looking through it takes all the time
CONNECTIONS = 4
# Small fronts, so that segments are written all the time.
FLAGS = ("--front-pages", "40", "--workers", "6", "--threads", "2", "--memory", "64M")


def killed_under_load(service: Service, journal: Journal, run: int, seconds: float) -> None:
    """Kills it after so long."""
    workers = [Worker(service, journal, run, number) for number in range(CONNECTIONS)]
    failures: list[BaseException] = []

    def work(worker: Worker) -> None:
        try:
            worker.run(lambda: True)
        except AssertionError as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    os.kill(service.process.pid, signal.SIGKILL)
    for thread in threads:
        thread.join()
    assert service.process.wait() == -signal.SIGKILL
    if failures:
        raise failures[0]


def answers_of(store: Path, journal: Journal) -> list[dict]:
    """What the store says of each page that clients know of, by its text alone."""
    known = Known.of(journal).pages.values()
    pages = [{"text": page_of(page.family, page.copy)["text"]} for page in known]
    return facsim.done("store", "ask", store, write_jsonl(store.with_suffix(".jsonl"), pages)).rows()


@pytest.mark.parametrize("seed", range(-(-KILLS // KILLS_OF_STORE)))
def test_a_kill_loses_nothing(tmp_path: Path, seed: int) -> None:
    """Acknowledged pages are there, none twice, erased ones are not, a crawl has ended or has not,
    and the index says what one says that is made anew of the rows."""
    chance = random.Random(seed)
    store, journal = tmp_path / "store", Journal(tmp_path / "expected.jsonl")
    pages = keyed = 0
    for run in range(min(KILLS_OF_STORE, KILLS - seed * KILLS_OF_STORE)):
        with Service(store, *FLAGS) as service:
            if run == 0:
                begin(service, journal)
            killed_under_load(service, journal, seed * KILLS_OF_STORE + run + 1, chance.uniform(0.05, 0.6))
        checked = facsim("store", "check", store)
        assert (checked.status, "no damage found" in checked.err) == (0, True), checked
        with Service(store, *FLAGS) as service:
            keyed += ask_again(service, journal)
            settle_crawls(Client(service), journal)
            pages = compare(service, journal)
            assert not [line for line in service.log if line["level"] != "info"], service.log
    assert pages > 20
    assert keyed > 5
    before = answers_of(store, journal)
    facsim.done("store", "rebuild", store)
    assert answers_of(store, journal) == before
    assert facsim("store", "check", store).status == 0
