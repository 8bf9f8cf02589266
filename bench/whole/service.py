# SPDX-License-Identifier: Apache-2.0
"""Measures `facsim serve` under load: one server and one bounded client on this machine.

    bench/whole/service.py [--pages N | --quick] [--memory SIZE] [--facsim PROGRAM]
                           [--load PROGRAM] [--write]

A store is filled over HTTP with the facts of N pages, then queried in several ways. A bare RocksDB
loop with the same rows and batches, and Redis (`appendfsync always`) with digests alone, are
measured in the same run. CPU seconds are the server's own, from /proc.

No real corpus of millions of pages is available here, so the pages that fill the store are *made*
from the facts of real pages, with random fingerprints, sketches and digests; one in five is a copy
of an earlier one (bench/service/made_pages.h). The texts and HTML of the queries are real pages.
--write stores the tables in bench/results/service-DATE.md.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import measuring
from service_pages import (
    TEXT_BYTES,
    Bodies,
    add_every_second,
    empty_bodies,
    html_bodies,
    text_bodies,
)
from service_servers import Facsim, Redis, folder_bytes, forget_files
from service_tables import tables

LOAD = measuring.ROOT / "build/bench/bench/service/facsim_service_load"
QUICK_PAGES = 100_000
CONNECTIONS = 4
BATCHES = (256, 1024)
ASK_SECONDS = 8
FILL_SECONDS = 3000
SETTLE_SECONDS = 600
# The service merges more after ten idle seconds: up to twenty seconds after the last page.
REST_SECONDS = 25


class Run:
    """One measurement: its files, its programs, and its results."""

    def __init__(self, chosen: argparse.Namespace, folder: Path) -> None:
        self.chosen = chosen
        self.folder = folder
        self.store = folder / "crawl.store"
        self.pages = QUICK_PAGES if chosen.quick else chosen.pages
        self.ask_seconds = 2 if chosen.quick else ASK_SECONDS
        self.html = html_bodies(folder)
        self.texts = {
            "texts of 2 to 6 KB": text_bodies(
                folder, "short", lambda size: TEXT_BYTES[0] <= size <= TEXT_BYTES[1]
            ),
            "texts of all sizes": text_bodies(folder, "texts", lambda size: True),
            "pages without a text": empty_bodies(folder),
        }
        self.found: dict = {"pages": self.pages, "rows": []}

    def load(self, mode: str, *words: object) -> list[str]:
        """Returns the command of the client."""
        tmp = ["--templates", str(self.html.path), "--folder", str(self.folder)]
        made = ["facts", "add", "redis", "rows"]
        return [str(self.chosen.load), mode, *(tmp if mode in made else []), *map(str, words)]

    def told(self, what: str, command: list[str]) -> dict:
        """Runs the client to its end, and adds its report to the results."""
        cost = measuring.spawn_or_stop(command)
        row = {"what": what, **cost.answer}
        self.found["rows"].append(row)
        print(json.dumps(row), flush=True)
        return row

    def at(self, server: Facsim | Redis, connections: int = CONNECTIONS) -> list[object]:
        """Returns the client's flags for a server: its address and the connections."""
        return ["--port", server.port, "--pid", server.pid, "--connections", connections]


def parts(run: Run) -> dict[int, list[object]]:
    """Returns all pages: a quarter (100,000 at most) in the smaller batches, then the others."""
    small = min(run.pages // 4, 100_000)
    bounds = {BATCHES[0]: (0, small), BATCHES[1]: (small, run.pages - small)}
    return {
        batch: ["--from", first, "--count", count, "--batch", batch, "--seconds-max", FILL_SECONDS]
        for batch, (first, count) in bounds.items()
    }


def fill(run: Run, server: Facsim) -> None:
    """Adds the pages, and every second of the real pages."""
    for batch, words in parts(run).items():
        run.told(f"add {batch}", run.load("add", *run.at(server), *words))
    for bodies in (run.html, *run.texts.values()):
        add_every_second(server.port, bodies)


def settle(run: Run, server: Facsim) -> None:
    """Waits until segments are merged, so that merging does not count in the next measurement."""
    began, first = time.monotonic(), server.cpu_seconds()
    before, quiet, busy_to = first - 1, 0, began
    while quiet < REST_SECONDS and time.monotonic() - began < SETTLE_SECONDS:
        now = server.cpu_seconds()
        quiet = quiet + 1 if now - before < 0.02 else 0
        if quiet == 0:
            busy_to = time.monotonic()
        before = now
        time.sleep(1)
    run.found["settled"] = {"seconds": busy_to - began, "cpu": before - first}


def take(run: Run, server: Facsim, name: str) -> None:
    """Records what the store takes now, in memory and on the disk."""
    memory = server.memory()
    run.found[name] = {
        "memory": memory,
        "rows": folder_bytes(run.store / "rows"),
        "segments": folder_bytes(run.store / "pages.idx"),
    }
    print(json.dumps({name: run.found[name]}), flush=True)


def ask(run: Run, server: Facsim) -> None:
    """Runs every query without adding. The pages are the next ones: one in five is a copy."""
    limit = ["--seconds-max", run.ask_seconds]
    known = ["--from", run.pages, "--count", 100_000_000]
    for batch in BATCHES:
        words = [*run.at(server), *known, "--batch", batch, *limit]
        run.told(f"check {batch}", run.load("facts", *words))
    for count in (1, CONNECTIONS, 64):
        words = [*run.at(server, count), *known, "--batch", 1, *limit]
        run.told(f"check 1, {count} in flight", run.load("facts", *words))
    for name, bodies in run.texts.items():
        run.told(name, body_command(run, server, bodies))
    run.told("HTML", body_command(run, server, run.html))
    words = [*run.at(server), "--count", 100_000_000, *limit]
    run.told("GET /livez", run.load("live", *words))
    library = ["--bodies", run.html.path, "--type", "text/html", "--folder", run.folder]
    words = [*library, "--count", 100_000_000, *limit]
    run.told("HTML, library alone", run.load("library", *words))
    library[1] = run.texts["texts of 2 to 6 KB"].path
    library[3] = "application/json"
    words = [*library, "--count", 100_000_000, *limit]
    run.told("texts of 2 to 6 KB, library alone", run.load("library", *words))


def body_command(run: Run, server: Facsim, bodies: Bodies, seconds: int = 0) -> list[str]:
    """Returns the command that sends one request for each body, again and again."""
    words = ["--bodies", bodies.path, "--type", bodies.media_type, "--count", 100_000_000]
    limit = ["--seconds-max", seconds or run.ask_seconds]
    return run.load("bodies", *run.at(server), *words, *limit)


def ask_while_adding(run: Run, server: Facsim) -> None:
    """Checks short texts while another client adds batches as fast as it can."""
    count = min(run.pages // 2, 400_000)
    words = ["--from", run.pages, "--count", count, "--batch", BATCHES[1]]
    command = run.load("add", *run.at(server), *words, "--seconds-max", FILL_SECONDS)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as adding:
        text = run.texts["texts of 2 to 6 KB"]
        run.told("texts of 2 to 6 KB, while others add", body_command(run, server, text))
        output, _ = adding.communicate(timeout=FILL_SECONDS)
    row = {"what": "add 1024, while others ask", **json.loads(output)}
    run.found["rows"].append(row)
    print(json.dumps(row), flush=True)


def open_again(run: Run) -> None:
    """Measures the seconds until a store can be queried, with cold and with cached files."""
    opened = []
    for is_cold in (True, False):
        for verify in ([], ["--no-verify"]):
            if is_cold:
                forget_files(run.store)
            command = run.load("open", "--folder", run.store, *verify)
            answer = measuring.spawn_or_stop(command).answer
            opened.append({"cold": is_cold, "verify": not verify, **answer})
    forget_files(run.store)
    with Facsim(run.chosen.facsim, run.store) as server:
        run.found["start_seconds"] = server.start_seconds
    run.found["opened"] = opened
    print(json.dumps(opened), flush=True)


def peers(run: Run) -> None:
    """Measures the same rows in a bare loop, and the digests of the first million in Redis.

    The loop writes one batch after the other, as they were added.
    """
    for batch, words in parts(run).items():
        run.told(f"bare RocksDB {batch}", run.load("rows", *words))
    count = ["--from", 0, "--count", min(run.pages, 1_000_000)]
    run.found["redis_version"] = Redis.version()
    if run.found["redis_version"] is None:
        print("skipped: no redis-server")
        return
    for batch in BATCHES:
        with Redis(run.folder / f"redis-{batch}") as redis:
            before = redis.memory()["own"]
            words = [*run.at(redis), *count, "--batch", batch, "--seconds-max", 120]
            row = run.told(f"Redis {batch}", run.load("redis", *words))
            row["memory"] = redis.memory()["own"] - before
            row["disk"] = folder_bytes(run.folder / f"redis-{batch}")


def measure(chosen: argparse.Namespace, folder: Path) -> dict:
    """Runs all measurements."""
    run = Run(chosen, folder)
    words = ["--threads", "2", "--memory", chosen.memory]
    with Facsim(chosen.facsim, run.store, *words) as server:
        take(run, server, "empty")
        fill(run, server)
        settle(run, server)
        take(run, server, "filled")
        ask(run, server)
        take(run, server, "asked")
    peers(run)
    open_again(run)
    with Facsim(chosen.facsim, run.store, *words) as server:
        ask_while_adding(run, server)
        take(run, server, "grown")
    return run.found


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PAGES} pages, a minute")
    parser.add_argument("--memory", default="4G", help="the service's flag")
    parser.add_argument("--facsim", type=Path, default=measuring.ROOT / "build/release/facsim")
    parser.add_argument("--load", type=Path, default=LOAD)
    parser.add_argument("--write", action="store_true", help="into bench/results")
    chosen = parser.parse_args()
    if any(measuring.corpus(name) is None for name in ("ota_terms", "ota_html_dev")):
        return 0  # the missing part was reported
    began = time.monotonic()
    prefix = "facsim-service-"
    with tempfile.TemporaryDirectory(prefix=prefix, dir=measuring.scratch_folder()) as folder:
        found = measure(chosen, Path(folder))
    words = "--quick" if chosen.quick else f"--pages {chosen.pages}"
    words += f" --memory {chosen.memory}"
    text = measuring.heading("Load on the service", f"bench/whole/service.py {words}")
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    text += f"It took {time.monotonic() - began:.0f} s; load of the machine at its end: {load}.\n\n"
    text += tables(found)
    print(text)
    if chosen.write:
        print(measuring.write_result("service", text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
