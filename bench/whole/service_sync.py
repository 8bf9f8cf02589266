#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures durable adding if a sync takes time, beside a bare RocksDB loop with the same rows.

    bench/whole/service_sync.py [--pages N] [--facsim PROGRAM] [--load PROGRAM]

On many virtual machines a sync returns at once; on disks it takes .1 to 10 milliseconds. Here each
sync of the service and of the loop first sleeps for such a time (bench/service/slow_sync.cc);
several times are measured. The pages are made as in service.py, four requests are in flight, and
the loop has one thread.
"""

import argparse
import tempfile
from pathlib import Path

import measuring
from service_pages import html_bodies
from service_servers import Facsim

SYNC_US = (0, 1000, 5000)
BATCHES = (256, 1024)
LOAD = measuring.ROOT / "build/bench/bench/service/facsim_service_load"
HEAD = ["a sync takes longer by, ms", "batch", "add, pages/s", "p99, ms", "bare RocksDB, rows/s"]
HEAD += ["of it (goal 0.50)"]


def pages_a_second(answer: dict) -> float:
    """Returns pages a second of wall time."""
    return answer["pages"] / answer["seconds"]


def measured(
    chosen: argparse.Namespace, folder: Path, templates: list, sync_us: int, batch: int
) -> list[str]:
    """Returns a row of the table."""
    slow = {
        "LD_PRELOAD": str(chosen.load.parent / "libfacsim_slow_sync.so"),
        "FACSIM_SYNC_US": str(sync_us),
    }
    count = [*templates, "--count", chosen.pages, "--batch", batch, "--seconds-max", 60]
    place = folder / f"{sync_us}-{batch}"
    (place / "bare").mkdir(parents=True)
    words = [chosen.load, "rows", *count, "--folder", place / "bare"]
    bare = measuring.spawn_or_stop([str(word) for word in words], slow).answer
    flags = ("--threads", "2")
    with Facsim(chosen.facsim, place / "crawl.store", *flags, environment=slow) as server:
        words = [chosen.load, "add", *count, "--folder", place, "--connections", 4]
        words += ["--port", server.port, "--pid", server.pid]
        own = measuring.spawn_or_stop([str(word) for word in words]).answer
    share = pages_a_second(own) / pages_a_second(bare)
    return [
        f"{sync_us / 1000:g}",
        str(batch),
        f"{pages_a_second(own):,.0f}",
        f"{own['p99_ms']:.0f}",
        f"{pages_a_second(bare):,.0f}",
        f"{share:.2f}",
    ]


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--facsim", type=Path, default=measuring.ROOT / "build/release/facsim")
    parser.add_argument("--load", type=Path, default=LOAD)
    chosen = parser.parse_args()
    if measuring.corpus("ota_html_dev") is None:
        return 0  # the missing part was reported
    with tempfile.TemporaryDirectory(
        prefix="facsim-sync-", dir=measuring.scratch_folder()
    ) as name:
        folder = Path(name)
        templates = ["--templates", html_bodies(folder).path]
        rows = [
            measured(chosen, folder, templates, sync_us, batch)
            for sync_us in SYNC_US
            for batch in BATCHES
        ]
    words = f"bench/whole/service_sync.py --pages {chosen.pages}"
    print(measuring.heading("Durable adding where a sync costs something", words))
    print(measuring.table(HEAD, rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
