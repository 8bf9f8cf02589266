#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how deleting by age (serve --retain-age) affects the p99 of other requests.

    bench/whole/service_retention.py [--turns N] [--seconds N] [--facsim PROGRAM]

A store of made pages in clusters of three is copied for each run. Clients send requests at fixed
times, nine checks and one check that adds. A latency counts from the time at which the request was
due, so waiting for another request counts, too. Each turn has one run with --retain-age 1s, for
which all stored pages are too old, and one without; the order alternates from turn to turn. The
table has the median and the spread of the turns.
"""

import argparse
import http.client
import json
import random
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path

import measuring
from service_servers import Facsim

COLLECTION = "/v1/collections/default"
DELETING = ("--retain-age", "1s")
WORDS = 80


def text_of(seed: int, version: int = 0) -> str:
    """Returns a unique text; its versions differ in one word."""
    rng = random.Random(seed)
    words = [f"{rng.choice('bdfgklmnprst')}{rng.randrange(10**6)}x" for _ in range(WORDS)]
    return " ".join([*words[:-1], f"version{version}"])


def fill(program: Path, store: Path, pages: int) -> None:
    """Stores pages in clusters of three, and ends the service."""
    with Facsim(program, store, "--durability", "none") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        for first in range(0, pages, 1000):
            lines = (json.dumps({"id": f"p{n}", "text": text_of(n // 3, n % 3)})
                     for n in range(first, min(pages, first + 1000)))  # fmt: skip
            fields = {"Content-Type": "application/x-ndjson"}
            connection.request("POST", COLLECTION + "/check:batch?add=true", "\n".join(lines), fields)
            if len(connection.getresponse().read().splitlines()) < 1:
                raise SystemExit("the store was not filled")


class Client(threading.Thread):
    """Sends requests at fixed times until the end, and records how long each took."""

    def __init__(self, server: Facsim, number: int, begin: float, chosen: argparse.Namespace) -> None:
        super().__init__()
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.number, self.begin, self.chosen = number, begin, chosen
        self.milliseconds: list[float] = []

    def run(self) -> None:
        """Sends all of its requests."""
        step = self.chosen.clients / self.chosen.rate
        first = self.begin + step * self.number / self.chosen.clients
        for turn in range(int(self.chosen.seconds / step)):
            seed = 10**6 * (self.number + 1) + turn
            body = json.dumps({"id": f"n{seed}", "text": text_of(seed)})
            query = "?add=true" if turn % 10 == 0 else ""
            due = first + step * turn
            time.sleep(max(0.0, due - time.monotonic()))
            fields = {"Content-Type": "application/json"}
            self.connection.request("POST", COLLECTION + "/check" + query, body, fields)
            answer = self.connection.getresponse()
            answer.read()
            self.milliseconds.append(1000 * (time.monotonic() - due))
            if answer.status != 200:
                raise SystemExit(f"a check got {answer.status}")


def deleted(server: Facsim) -> int:
    """Returns how many pages were deleted for their age."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    return next(int(float(line.split()[1])) for line in lines
                if line.startswith("facsim_retained_deleted_total "))  # fmt: skip


def run(chosen: argparse.Namespace, filled: Path, place: Path, flags: tuple) -> dict[str, float]:
    """Makes one run on a copy of the store."""
    shutil.copytree(filled, place)
    with Facsim(chosen.facsim, place, "--threads", "2", *flags) as server:
        begin = time.monotonic() + 1
        clients = [Client(server, number, begin, chosen) for number in range(chosen.clients)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        gone = deleted(server)
    shutil.rmtree(place)
    all_ = sorted(ms for client in clients for ms in client.milliseconds)
    if len(all_) < chosen.rate * chosen.seconds * 0.9:
        raise SystemExit("a client failed")
    return {"median": statistics.median(all_), "p99": all_[int(0.99 * len(all_))],
            "longest": all_[-1], "deleted": gone}  # fmt: skip


def spread(values: list[float]) -> str:
    """Returns median, smallest and largest value."""
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=60_000)
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--rate", type=int, default=400, help="requests a second of all clients")
    parser.add_argument("--facsim", type=Path, default=measuring.ROOT / "build/release/facsim")
    chosen = parser.parse_args()
    found: dict[tuple, list[dict[str, float]]] = {(): [], DELETING: []}
    with tempfile.TemporaryDirectory(prefix="facsim-retain-", dir=measuring.scratch_folder()) as name:
        filled = Path(name) / "filled.store"
        fill(chosen.facsim, filled, chosen.pages)
        for turn in range(chosen.turns):
            order = ((), DELETING) if turn % 2 == 0 else (DELETING, ())
            for flags in order:
                found[flags].append(run(chosen, filled, Path(name) / "run.store", flags))
    words = f"bench/whole/service_retention.py --turns {chosen.turns} --seconds {chosen.seconds:g}"
    print(measuring.heading("Deleting by age", words))
    rows = [[name, *(spread([each[what] for each in found[flags]]) for what in ("median", "p99", "longest")),
             f"{statistics.median(each['deleted'] for each in found[flags]):,.0f}"]
            for name, flags in (("off", ()), ("on", DELETING))]  # fmt: skip
    print(measuring.table(["deleting", "median, ms", "p99, ms", "longest, ms", "pages deleted in a run"], rows))
    more = [on["p99"] - off["p99"] for on, off in zip(found[DELETING], found[()], strict=True)]
    print(f"\nDifference of the p99 within a turn, ms: {spread(more)}; more with deleting in "
          f"{sum(each > 0 for each in more)} of {len(more)} turns")  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
