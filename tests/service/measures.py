# SPDX-License-Identifier: Apache-2.0
"""Measures of the resources of a running service, and of the waiting time of its clients."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from clients import Client
from running import allowed
from service_world import DEFAULT, Service, text_of

MIB = 1 << 20


def memory_of(service: Service) -> int:
    """Returns the bytes of its own memory, without mapped files."""
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) << 10


def files_of(service: Service) -> int:
    """Returns the number of its open files, connections included."""
    return sum(1 for _ in Path(f"/proc/{service.process.pid}/fd").iterdir())


def disk_of(store: Path) -> dict[str, int]:
    """Returns the bytes of its files by kind: log, sst, seg or other."""
    found = dict.fromkeys(("log", "sst", "seg", "other"), 0)
    for path in store.rglob("*"):
        try:
            kind = path.suffix[1:] if path.suffix[1:] in found else "other"
            found[kind] += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:  # removed meanwhile
            pass
    return found


class Others(threading.Thread):
    """A client that sends requests all the time while others attack; each must be answered."""

    def __init__(self, service: Service) -> None:
        super().__init__(daemon=True)
        self.client = Client(service)
        self.page = {"text": text_of(123_456)}
        self.ended = threading.Event()
        self.seconds: list[float] = []
        self.failures: list[BaseException] = []

    def run(self) -> None:
        """Repeats two requests and a short pause."""
        try:
            while not self.ended.wait(0.01):
                for method, path, body in (("GET", "/livez", None), ("POST", DEFAULT + "/check", self.page)):
                    began = time.monotonic()
                    answer = self.client.request(method, path, body)
                    self.seconds.append(time.monotonic() - began)
                    assert answer.status == 200, answer.body
        except BaseException as failure:  # noqa: BLE001: said where it is stopped
            self.failures.append(failure)

    def __enter__(self) -> "Others":
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.ended.set()
        self.join(allowed(90))
        if self.failures:
            raise self.failures[0]
        assert not self.is_alive(), "somebody was not answered"

    def milliseconds(self, share: float) -> float:
        """Returns the time within which this share of all answers came."""
        return 1000 * sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


def at_once(count: int, work: Callable[[int], None]) -> None:
    """Runs work(0), work(1) ... in parallel; raises the first failure."""
    failures: list[BaseException] = []

    def one(number: int) -> None:
        try:
            work(number)
        except BaseException as failure:  # noqa: BLE001: raised below
            failures.append(failure)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
