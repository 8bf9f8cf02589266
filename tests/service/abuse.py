# SPDX-License-Identifier: Apache-2.0
"""Clients that mean no good: how long do others wait meanwhile, and what memory does it take?

    build/venv/bin/python tests/service/abuse.py [NAME]...

Prints a line for each of the ways below, in their full size (10,000 connections, a million ids of
one page). test_abuse.py has small ones.
"""

import base64
import gzip
import json
import resource
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from measures import MIB, Others, at_once, memory_of  # noqa: E402
from running import allowed  # noqa: E402
from service_world import DEFAULT, JSON, LINES, Service, facts_of, text_of  # noqa: E402

CHECK = DEFAULT + "/check"
FLAGS = ("--memory", "256M", "--threads", "2", "--workers", "8")
HEAD = f"POST {CHECK} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n".encode()
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@dataclass
class Suffered:
    """What it came to for the others."""

    name: str
    size: int
    seconds: float
    p99: float  # milliseconds
    most: float
    before: int  # bytes of memory
    after: int

    def __str__(self) -> str:
        memory = f"{self.before / MIB:6.0f} -> {self.after / MIB:6.0f} MiB"
        return f"{self.name:22} {self.size:9} {self.seconds:7.1f} s  p99 {self.p99:7.1f} ms  most {self.most:7.0f} ms  {memory}"


def suffer(
    name: str, size: int, folder: Path, attack: Callable[[Service, int], None], *flags: object
) -> Suffered:
    """Runs it on a service of its own, while somebody asks all the time."""
    with Service(folder / name.replace(" ", "-"), *FLAGS, *flags) as service:
        with Others(service) as others:
            while len(others.seconds) < 4:
                time.sleep(0.01)
            before, began = memory_of(service), time.monotonic()
            attack(service, size)
            seconds, after = time.monotonic() - began, memory_of(service)
        assert service.process.poll() is None
        assert not [line for line in service.log if line["level"] == "error"], service.log
    return Suffered(name, size, seconds, others.milliseconds(0.99), others.milliseconds(1), before, after)


def raise_files() -> int:
    """As many connections as this machine lets us have."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard - 700


def drain(connections: list[socket.socket]) -> None:
    """Closes them."""
    for connection in connections:
        connection.close()


def heads(service: Service, count: int) -> None:
    """Connections that each send most of a head, and no more."""
    open_ = []
    for _ in range(count):
        connection = service.raw()
        connection.setblocking(False)
        try:
            connection.send(HEAD + b"A: " + b"a" * 30_000)
        except OSError:
            pass
        open_.append(connection)
    time.sleep(1)
    drain(open_)


def endless(service: Service, count: int) -> None:
    """Bodies in chunks without end: small ones with long extensions, large ones, and trailers."""
    chunk = b"1;a=" + b"b" * 8000 + b"\r\nx\r\n"
    ways = [chunk * 40, b"8000\r\n" + b" " * 0x8000 + b"\r\n", b"0\r\n" + b"A: b\r\n" * 5000]

    def send(number: int) -> None:
        with service.raw() as connection:
            connection.sendall(CHUNKED)
            connection.settimeout(allowed(5))
            try:
                for _ in range(2000):
                    connection.sendall(ways[number % len(ways)])
            except OSError:
                pass

    at_once(count, send)


def bombs(service: Service, count: int) -> None:
    """Bodies that unpack to a gigabyte, in many members, and a batch of one line."""
    whole = gzip.compress(b" " * (1 << 26), 1) * 16
    lines = gzip.compress(b'{"text":"' + b"a" * (1 << 27) + b'"}\n', 1)

    def send(number: int) -> None:
        path, body = (CHECK, whole) if number % 2 else (CHECK + ":batch", lines)
        fields = (JSON if number % 2 else LINES) | {"Content-Encoding": "gzip"}
        try:
            assert service.request("POST", path, body, fields).status in (400, 413, 429)
        except ConnectionError:  # refused before all of it was sent
            pass

    at_once(count, send)


def send_lines(service: Service, path: str, lines: list[str]) -> None:
    """A batch, once there is room for it."""
    for _ in range(10_000):
        answer = service.request("POST", path, "\n".join(lines), LINES)
        if answer.status == 200:
            return
        assert answer.status == 429, answer.body
        time.sleep(0.02)
    raise AssertionError("there was never room")


def ids_of_one_page(service: Service, count: int) -> None:
    """One page under ever new ids."""
    text = text_of(5)
    for first in range(0, count, 1000):
        names = range(first, min(first + 1000, count))
        send_lines(service, CHECK + ":batch?add=true", [json.dumps({"id": f"i{i}", "text": text}) for i in names])
    answer = service.check({"text": text})
    assert answer["cluster"]["size"] == count
    assert len(service.get(DEFAULT + "/clusters/i0").json()["documents"]) == min(count, 1000)


def first_goes(service: Service, count: int) -> None:
    """The first of so many copies of one page is deleted: all others are judged again."""
    ids_of_one_page(service, count)
    answer = service.request("DELETE", DEFAULT + "/documents/i0")
    assert answer.status == 200, answer.body
    assert service.check({"text": text_of(5)})["cluster"]["size"] == count - 1


def one_fingerprint(service: Service, count: int) -> None:
    """Pages that share a fingerprint and nothing else, so that each is a candidate of each."""
    recipe = service.get(DEFAULT).json()["recipe_id"]
    same = facts_of(recipe, 1)
    for first in range(0, count, 500):
        lines = [crowded(recipe, same, i) for i in range(first, min(first + 500, count))]
        send_lines(service, DEFAULT + "/fingerprints:check?add=true", lines)
    asked = json.loads(crowded(recipe, same, count))
    answer = service.request("POST", DEFAULT + "/fingerprints:check", json.dumps(asked), LINES)
    assert answer.status == 200, answer.body
    assert len(answer.lines()) == 1


def crowded(recipe: str, same: str, number: int) -> str:
    """Facts with the fingerprint of `same` and else those of a page of its own."""
    own, fingerprint = base64.b64decode(facts_of(recipe, 10 + number, f"c{number}")), base64.b64decode(same)
    at = 9 + 2 + 16 + 8  # the head of facts, then docs/formats/store.md
    return json.dumps({"facts": base64.b64encode(own[:at] + fingerprint[at : at + 8] + own[at + 8 :]).decode()})


def texts_of_one_id(service: Service, count: int) -> None:
    """One id that comes with ever new texts, all of which are kept (--history)."""
    for first in range(0, count, 200):
        lines = [json.dumps({"id": "same", "text": text_of(i, 40)}) for i in range(first, min(first + 200, count))]
        send_lines(service, CHECK + ":batch?add=true", lines)


# name -> attack, full size, small size, flags
WAYS: dict[str, tuple[Callable[[Service, int], None], int, int, tuple]] = {
    "heads": (heads, 10_000, 1_200, ("--connections-max", "12000")),
    "endless bodies": (endless, 300, 24, ("--body-max", "4M", "--body-time", "4")),
    "bombs": (bombs, 64, 8, ("--unpacked-max", "32M")),
    "ids of one page": (ids_of_one_page, 1_000_000, 8_000, ("--batch-max", "1000")),
    "the first goes": (first_goes, 100_000, 2_000, ("--batch-max", "1000")),
    "one fingerprint": (one_fingerprint, 100_000, 3_000, ()),
    "texts of one id": (texts_of_one_id, 20_000, 1_000, ("--history",)),
}


def main() -> None:
    """See above."""
    raise_files()
    for name in sys.argv[1:] or WAYS:
        attack, size, _, flags = WAYS[name]
        with tempfile.TemporaryDirectory(prefix="facsim_abuse_") as folder:
            print(suffer(name, size, Path(folder), attack, *flags), flush=True)


if __name__ == "__main__":
    main()
