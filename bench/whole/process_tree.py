# SPDX-License-Identifier: Apache-2.0
"""The resources used by this process and all its descendants: Spark is a tree of processes."""

import os
import threading
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK_SECONDS = 0.5
# The last known processor time of each process, by its id and its start.
_SEEN: dict[tuple[int, str], int] = {}


def _own() -> dict[int, list[str]]:
    """Returns the fields of /proc/PID/stat after the name, for this process and its descendants."""
    parents, fields = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = stat.read_text().rsplit(")", 1)
        except OSError:
            continue
        pid = int(name.split()[0])
        fields[pid] = rest.split()
        parents[pid] = int(fields[pid][1])

    def is_own(pid: int) -> bool:
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return {pid: each for pid, each in fields.items() if is_own(pid)}


def processor_seconds() -> float:
    """Returns user and system time of all processes that were seen here, including ended ones.

    Spark ends idle Python workers, and no process waits for them, so call look_often().
    """
    for pid, fields in _own().items():
        _SEEN[pid, fields[19]] = sum(map(int, fields[11:13]))
    return sum(_SEEN.values()) / TICKS


def look_often() -> None:
    """Starts a thread that checks the processes as long as this one lives."""

    def look() -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            processor_seconds()

    threading.Thread(target=look, daemon=True).start()


def resident_bytes() -> int:
    """Returns the current memory; memory that processes share counts for each."""
    return sum(int(fields[21]) for fields in _own().values()) * PAGE


class PeakMemory:
    """Checks the memory twice a second, and holds the largest value."""

    def __init__(self) -> None:
        self.bytes = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        while not self._is_over.wait(0.5):
            self.bytes = max(self.bytes, resident_bytes())

    def __enter__(self) -> "PeakMemory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
