# SPDX-License-Identifier: Apache-2.0
"""Runs a service under mixed load for MINUTES (10), and checks that nothing grows unexpectedly.

    MINUTES=10 build/venv/bin/python tests/service/soak.py

Connections add, erase, crawl and query, and each erases as many pages as it adds, so memory, files
and segments must stay constant after a warm-up. Prints a table; the status is 1 if one grew.
"""

import os
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from clients import Client, Journal, Worker, begin, compare, settle_crawls  # noqa: E402
from measures import MIB, Others, disk_of, files_of, memory_of  # noqa: E402
from running import facsim  # noqa: E402
from service_world import DEFAULT, Service  # noqa: E402

CONNECTIONS = 4
PAGES_EACH = 300
SEGMENTS_MOST = 12
FLAGS = ("--front-pages", "200", "--memory", "64M", "--threads", "2", "--workers", "8")
COLUMNS = ("seconds", "memory", "log", "sst", "seg", "other", "segments", "front", "files")


@dataclass
class Soak:
    """The measured values, a row for each second."""

    rows: list[dict[str, int]] = field(default_factory=list)
    pages: int = 0
    changes: int = 0
    milliseconds: tuple[float, float, float] = (0, 0, 0)  # median, p99, most
    warnings: list[dict] = field(default_factory=list)

    def part(self, name: str, begin: float, end: float) -> list[int]:
        """Returns a column between two shares of the time."""
        count = len(self.rows)
        return [row[name] for row in self.rows[int(begin * count) : int(end * count)]]

    def complaints(self, slack: int) -> list[str]:
        """Returns what grew by over a tenth and `slack` bytes from the middle third to the last."""
        said = [f"the log says: {line}" for line in self.warnings]
        most = max(row["segments"] for row in self.rows)
        if most > SEGMENTS_MOST:
            said.append(f"merges do not keep up: {most} segments")
        for name in ("memory", "log", "sst", "seg", "other"):
            how = statistics.median if name == "memory" else max
            before, after = how(self.part(name, 0.33, 0.66)), how(self.part(name, 0.66, 1))
            if after > before * 1.1 + slack:
                said.append(f"{name} grows: {before / MIB:.1f} MiB, then {after / MIB:.1f} MiB")
        before, after = max(self.part("files", 0.33, 0.66)), max(self.part("files", 0.66, 1))
        if after > before + 24:
            said.append(f"open files grow: {before}, then {after}")
        return said

    def table(self) -> str:
        """Returns ten rows of the table, and the waiting times of others."""
        lines = [" ".join(f"{name:>9}" for name in COLUMNS)]
        for i in sorted({round(j * (len(self.rows) - 1) / 10) for j in range(11)}):
            cells = [self.rows[i][name] for name in COLUMNS]
            lines.append(" ".join(
                f"{cell / MIB:9.1f}" if name in COLUMNS[1:6] else f"{cell:9}"
                for name, cell in zip(COLUMNS, cells)))  # fmt: skip
        median, p99, most = self.milliseconds
        lines.append(f"memory and files in MiB; {self.changes} changes, {self.pages} pages at the end")
        lines.append(f"others waited {median:.1f} ms (median), {p99:.1f} ms (p99), {most:.0f} ms (most)")
        return "\n".join(lines)


def soak(folder: Path, seconds: float, connections: int = CONNECTIONS) -> Soak:
    """Runs the load, and then checks that the store is as the clients know it."""
    store, journal, seen = folder / "store", Journal(folder / "expected.jsonl"), Soak()
    failures: list[BaseException] = []
    with Service(store, *FLAGS) as service:
        begin(service, journal)
        client, began = Client(service), time.monotonic()
        workers = [Worker(service, journal, 1, number) for number in range(connections)]

        def work(worker: Worker) -> None:
            worker.most, worker.keyed = PAGES_EACH, 0.02
            try:
                worker.run(lambda: time.monotonic() - began < seconds and not failures)
            except BaseException as failure:  # noqa: BLE001: raised below
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
        with Others(service) as others:
            for thread in threads:
                thread.start()
            while time.monotonic() - began < seconds and not failures:
                time.sleep(1)
                figures = client.request("GET", DEFAULT).json()
                seen.rows.append(disk_of(store) | {
                    "seconds": round(time.monotonic() - began), "memory": memory_of(service),
                    "segments": figures["segments"], "front": figures["front_pages"],
                    "files": files_of(service)})  # fmt: skip
            for thread in threads:
                thread.join()
        if failures:
            raise failures[0]
        assert service.process.poll() is None, "the service ended"
        seen.milliseconds = tuple(others.milliseconds(share) for share in (0.5, 0.99, 1))
        seen.changes = sum(1 for line in journal.lines() if "added" in line or "erased" in line)
        settle_crawls(client, journal)
        seen.pages = compare(service, journal, gone_most=2000)
        assert service.stop().status == 0
        seen.warnings = [line for line in service.log if line["level"] != "info"]
    for verb in ("check", "rebuild", "check"):
        done = facsim("store", verb, store)
        assert done.status == 0, done.err
    with Service(store, *FLAGS) as service:
        assert compare(service, journal, gone_most=2000) == seen.pages
    return seen


def main() -> None:
    """Runs the load for MINUTES."""
    seconds = 60 * float(os.environ.get("MINUTES", "10"))
    with tempfile.TemporaryDirectory(prefix="facsim_soak_") as folder:
        seen = soak(Path(folder), seconds)
    print(seen.table())
    complaints = seen.complaints(slack=8 * MIB)
    for complaint in complaints:
        print(f"soak: {complaint}")
    print(f"soak: {seconds:.0f} seconds, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
