# SPDX-License-Identifier: Apache-2.0
"""Hostile clients: measures how long others wait meanwhile, and the memory of the service.

    build/venv/bin/python tests/service/abuse.py [NAME]...

Prints a line for each of the attacks below, in full size (10,000 connections, a million ids of one
page). test_abuse.py has small ones.
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
    """The effects of an attack on others."""

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
    """Runs an attack on its own service, while another client sends requests all the time."""
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
    """Raises the limit of open files, and returns how many connections it allows."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard - 700


def drain(connections: list[socket.socket]) -> None:
    """Closes the connections."""
    for connection in connections:
        connection.close()


def heads(service: Service, count: int) -> None:
    """Opens connections that each send only most of a head."""
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
    """Sends endless chunked bodies: small chunks with long extensions, large ones, and trailers."""
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
    """Sends bodies that decompress to a gigabyte, in many members, and a batch of one line."""
    whole = gzip.compress(b" " * (1 << 26), 1) * 16
    lines = gzip.compress(b'{"text":"' + b"a" * (1 << 27) + b'"}\n', 1)

    def send(number: int) -> None:
        path, body = (CHECK, whole) if number % 2 else (CHECK + ":batch", lines)
        fields = (JSON if number % 2 else LINES) | {"Content-Encoding": "gzip"}
        try:
            assert service.request("POST", path, body, fields).status in (400, 413, 429)
        except ConnectionError:  # rejected before all of it was sent
            pass

    at_once(count, send)


def send_lines(service: Service, path: str, lines: list[str]) -> None:
    """Sends a batch, retrying while the service is busy."""
    for _ in range(10_000):
        answer = service.request("POST", path, "\n".join(lines), LINES)
        if answer.status == 200:
            return
        assert answer.status == 429, answer.body
        time.sleep(0.02)
    raise AssertionError("there was never room")


def ids_of_one_page(service: Service, count: int) -> None:
    """Sends one page under many ids."""
    text = text_of(5)
    for first in range(0, count, 1000):
        names = range(first, min(first + 1000, count))
        send_lines(service, CHECK + ":batch?add=true", [json.dumps({"id": f"i{i}", "text": text}) for i in names])
    answer = service.check({"text": text})
    assert answer["cluster"]["size"] == count
    assert len(service.get(DEFAULT + "/clusters/i0").json()["documents"]) == min(count, 1000)


def first_goes(service: Service, count: int) -> None:
    """Deletes the first of `count` copies of one page, so all others are judged again."""
    ids_of_one_page(service, count)
    answer = service.request("DELETE", DEFAULT + "/documents/i0")
    assert answer.status == 200, answer.body
    assert service.check({"text": text_of(5)})["cluster"]["size"] == count - 1


def one_fingerprint(service: Service, count: int) -> None:
    """Sends pages that share only a fingerprint, so each is a candidate of each other."""
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
    """Returns facts with the fingerprint of `same` that are otherwise those of a unique page."""
    own, fingerprint = base64.b64decode(facts_of(recipe, 10 + number, f"c{number}")), base64.b64decode(same)
    at = 9 + 2 + 16 + 8  # the head of facts, then docs/formats/store.md
    return json.dumps({"facts": base64.b64encode(own[:at] + fingerprint[at : at + 8] + own[at + 8 :]).decode()})


def texts_of_one_id(service: Service, count: int) -> None:
    """Sends one id with many texts, all of which are stored (--history)."""
    for first in range(0, count, 200):
        lines = [json.dumps({"id": "same", "text": text_of(i, 40)}) for i in range(first, min(first + 200, count))]
        send_lines(service, CHECK + ":batch?add=true", lines)


# The attack, full size, small size and flags of each name.
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
    """Runs the attacks named on the command line, by default all."""
    raise_files()
    for name in sys.argv[1:] or WAYS:
        attack, size, _, flags = WAYS[name]
        with tempfile.TemporaryDirectory(prefix="facsim_abuse_") as folder:
            print(suffer(name, size, Path(folder), attack, *flags), flush=True)


if __name__ == "__main__":
    main()
