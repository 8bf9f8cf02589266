# SPDX-License-Identifier: Apache-2.0
"""What this process and all that it started have used so far: Spark is a tree of processes."""

import os
import threading
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK_SECONDS = 0.5
# What each process had used when it was last seen, by its id and its start.
_SEEN: dict[tuple[int, str], int] = {}


def _own() -> dict[int, list[str]]:
    """The fields of /proc/PID/stat behind the name, of this process and those below it."""
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
    """User and system time of all that were ever seen here, also of those that have ended.

    Spark ends Python's workers when they idle, and nobody waits for them. So look_often().
    """
    for pid, fields in _own().items():
        _SEEN[pid, fields[19]] = sum(map(int, fields[11:13]))
    return sum(_SEEN.values()) / TICKS


def look_often() -> None:
    """Has a thread look at the processes for as long as this one lives."""

    def look() -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            processor_seconds()

    threading.Thread(target=look, daemon=True).start()


def resident_bytes() -> int:
    """Memory now; what processes share counts for each."""
    return sum(int(fields[21]) for fields in _own().values()) * PAGE


class PeakMemory:
    """Looks at the memory twice a second; the most that it saw."""

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
