#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares checks by several programs of `facsim serve`, in turns over one store.

    bench/whole/service_pairs.py PROGRAM PROGRAM... [--pages N] [--rounds N] [--batch N]
                                 [--load PROGRAM]

On a shared machine, runs of one program differ by a fifth, so two runs of two programs prove
little. Here each program serves hard links of the same files, and each round sends each of them the
same pages for a second, in turns; the ratio within a round counts. No round repeats pages of an
earlier one, so caches of queried pages help no more than with new pages. The first program fills
the store; pages are made as in service.py.
"""

import argparse
import os
import shutil
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path

import measuring
import service
from service_servers import Facsim

LINKED = (".sst", ".seg")  # their bytes never change
WARM_SECONDS = 4
FLAGS = ("--threads", "2", "--memory", "4G")


def linked(store: Path, copy: Path) -> Path:
    """Returns a separate store with the same large files."""
    for folder, _, names in os.walk(store):
        place = copy / Path(folder).relative_to(store)
        place.mkdir(parents=True)
        for name in names:
            if name.endswith(LINKED):
                os.link(Path(folder) / name, place / name)
            else:
                shutil.copy(Path(folder) / name, place / name)
    return copy


def rate(run: service.Run, server: Facsim, first: int, seconds: int) -> float:
    """Returns the pages a second of the server's CPU, for checks from page `first` on."""
    words = ["--from", first, "--count", 100_000_000, "--batch", run.chosen.batch]
    command = run.load("facts", *run.at(server), *words, "--seconds-max", seconds)
    answer = measuring.spawn_or_stop(command).answer
    return answer["pages"] / answer["server_cpu_seconds"]


def measure(run: service.Run) -> list[list[float]]:
    """Returns the rates of each program, round by round."""
    with Facsim(run.chosen.facsim, run.store, *FLAGS) as server:
        service.fill(run, server)
        service.settle(run, server)
    rates: list[list[float]] = [[] for _ in run.chosen.programs]
    with ExitStack() as open_servers:
        servers = [
            open_servers.enter_context(
                Facsim(program, linked(run.store, run.folder / f"{place}.store"), *FLAGS)
            )
            for place, program in enumerate(run.chosen.programs)
        ]
        # More than a second's pages, so that rounds do not overlap.
        apart = 3 * int(max(rate(run, each, run.pages, WARM_SECONDS) for each in servers))
        for round_number in range(1, run.chosen.rounds + 1):
            turns = list(enumerate(servers))
            for place, server in turns if round_number % 2 else reversed(turns):
                first = run.pages + round_number * apart
                rates[place].append(rate(run, server, first, 1))
    return rates


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path, nargs="+")
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--load", type=Path, default=service.LOAD)
    chosen = parser.parse_args()
    if any(measuring.corpus(name) is None for name in ("ota_terms", "ota_html_dev")):
        return 0  # the missing part was reported
    chosen.facsim, chosen.quick = chosen.programs[0], False
    with tempfile.TemporaryDirectory(
        prefix="facsim-pairs-", dir=measuring.scratch_folder()
    ) as folder:
        rates = measure(service.Run(chosen, Path(folder)))
    head = ["program", "pages a CPU second, median", "ratio to the first, median", "quartiles"]
    rows = []
    for program, own in zip(chosen.programs, rates, strict=True):
        ratios = [a / b for a, b in zip(own, rates[0], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        found = [f"{statistics.median(own):,.0f}", f"{middle:.2f}", f"{low:.2f} to {high:.2f}"]
        rows.append([program.name, *found])
    words = f"bench/whole/service_pairs.py --pages {chosen.pages} --rounds {chosen.rounds}"
    text = measuring.heading("Checks by several programs, in turns", words)
    print(f"{text}\n{measuring.table(head, rows)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
