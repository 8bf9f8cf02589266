# SPDX-License-Identifier: Apache-2.0
"""Sends compressed bodies to a service with little memory for minutes, and measures refusals and
memory.

    build/venv/bin/python tests/service/packed_trial.py --memory 128M --minutes 10

Clients send batches and pages compressed with gzip and zstd from 1:2 to 1:1000, and retry after
Retry-After. It ends with status 1 if a body that fits was never answered, or if a client got a
status other than 200, 413 and 429. (A connection may be closed during a body that is rejected for
its length.)
"""

import argparse
import collections
import gzip
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent)]

from making import piped  # noqa: E402
from service_world import DEFAULT, JSON, LINES, Service, text_of  # noqa: E402

TRIES_MAX = 60  # of one body


PACKERS = {"gzip": lambda body: gzip.compress(body, 1)} | (
    {"zstd": lambda body: piped("zstd -qc", body)} if shutil.which("zstd") else {}
)


@dataclass
class Packed:
    """A compressed body, ready to be sent."""

    path: str
    fields: dict
    bytes_: bytes
    unpacked: int


@dataclass
class Found:
    """The answers that clients got."""

    statuses: collections.Counter = field(default_factory=collections.Counter)
    details: collections.Counter = field(default_factory=collections.Counter)
    tries: list = field(default_factory=list)  # (bytes unpacked, how many) of each that was answered
    given_up: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def plain_bodies(rng: random.Random, mebibytes: list[float]) -> list[tuple[str, dict, bytes]]:
    """Returns pages of ever fewer distinct words, and batches of versions of a page."""
    bodies = []
    for size in mebibytes:
        count = max(1, int(size * (1 << 20)) // 18)
        for different in (count, count // 8 + 1, count // 100 + 1, 1):
            words = text_of(rng.randrange(10**9), min(different, 20_000)).split()
            text = " ".join((words * (count // len(words) + 1))[:count])
            bodies.append((DEFAULT + "/check", JSON, json.dumps({"text": text}).encode()))
    page = text_of(1, 700)
    for lines in (20, 200, 2000):
        body = b"".join(json.dumps({"id": f"v{n}", "text": f"{page} version {n}"}).encode() + b"\n"
                        for n in range(lines))  # fmt: skip
        bodies.append((DEFAULT + "/check:batch", LINES, body))
    return bodies


def packed_bodies(mebibytes: list[float]) -> list[Packed]:
    """Returns all bodies, compressed in each way."""
    return [Packed(path, fields | {"Content-Encoding": name}, pack(body), len(body))
            for path, fields, body in plain_bodies(random.Random(1), mebibytes)
            for name, pack in PACKERS.items()]  # fmt: skip


def send(service: Service, body: Packed, found: Found, until: float) -> None:
    """Sends a body until it is answered, or rejected as too large."""
    for tries in range(1, TRIES_MAX + 1):
        try:
            answer = service.request("POST", body.path, body.bytes_, body.fields)
        except ConnectionError:  # rejected, and closed while it was still being sent
            with found.lock:
                found.statuses["closed"] += 1
            return
        with found.lock:
            found.statuses[answer.status] += 1
            if answer.status != 200:
                words = answer.json()["detail"].split()
                found.details[" ".join("N" if word.isdigit() else word for word in words)] += 1
        if answer.status != 429:
            with found.lock:
                found.tries.append((body.unpacked, tries))
            return
        if time.monotonic() > until:
            return
        time.sleep(int(answer.headers["retry-after"]) * random.uniform(0.5, 1))
    with found.lock:
        found.given_up.append((body.unpacked, len(body.bytes_)))


def client(service: Service, bodies: list[Packed], found: Found, seed: int, until: float) -> None:
    """Runs one of many clients, with its own connection."""
    rng = random.Random(seed)
    while time.monotonic() < until:
        send(service, rng.choice(bodies), found, until)


def peak_bytes(service: Service) -> int:
    """Returns the peak memory of the service."""
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) << 10


def part_of(tries: list[int], share: float) -> int:
    """Returns the number of tries that this share of bodies needs at most."""
    return tries[min(len(tries) - 1, int(share * len(tries)))] if tries else 0


def trial(memory: str, seconds: float, clients: int, bodies: list[Packed]) -> bool:
    """Tests one service; returns True if it behaved correctly."""
    ratios = sorted(body.unpacked // len(body.bytes_) for body in bodies)
    found = Found()
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "store", "--memory", memory) as service:
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=client, args=(service, bodies, found, seed, until))
                   for seed in range(clients)]  # fmt: skip
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        peak = peak_bytes(service)
        time.sleep(1)
        lines = service.get("/metrics").body.decode().splitlines()
        held = next(float(line.split()[1]) for line in lines if line.startswith("facsim_body_bytes "))
    print(f"--memory {memory}: {clients} clients, {seconds:.0f} s, bodies 1:{ratios[0]} to 1:{ratios[-1]}, "
          f"up to {max(body.unpacked for body in bodies) >> 20} MiB unpacked")  # fmt: skip
    print(f"  statuses {dict(found.statuses)}, peak memory {peak >> 20} MiB, "
          f"held afterwards {held:.0f} bytes")  # fmt: skip
    for least, most in ((0, 1 << 20), (1 << 20, 8 << 20), (8 << 20, 1 << 40)):
        tries = sorted(count for unpacked, count in found.tries if least <= unpacked < most)
        given_up = sum(least <= unpacked < most for unpacked, _ in found.given_up)
        if tries or given_up:
            print(f"  {len(tries)} bodies of {least >> 20} MiB and more: tries median {part_of(tries, 0.5)}, "
                  f"99 % {part_of(tries, 0.99)}, most {part_of(tries, 1)}; {given_up} given up")  # fmt: skip
    for detail, count in found.details.most_common():
        print(f"  {count:6} {detail}", flush=True)
    return set(found.statuses) <= {200, 413, 429, "closed"} and not found.given_up and held < 65_536


def main() -> int:
    """Runs the trials; returns 1 if one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memory", nargs="+", default=["128M", "256M", "1G"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--mebibytes", nargs="+", type=float, default=[0.05, 0.5, 4, 20])
    given = parser.parse_args()
    bodies = packed_bodies(given.mebibytes)
    went = [trial(memory, given.minutes * 60, given.clients, bodies) for memory in given.memory]
    return 0 if all(went) else 1


if __name__ == "__main__":
    sys.exit(main())
