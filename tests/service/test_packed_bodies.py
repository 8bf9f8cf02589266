# SPDX-License-Identifier: Apache-2.0
"""Packed bodies at a service of little memory: what fits is answered, what never fits is told so."""

import contextlib
import gzip
import json
import random
import select
import shutil
import socket
import threading
import time
from pathlib import Path

import pytest
from making import piped
from running import allowed
from service_world import DEFAULT, JSON, LINES, Service, exchange, in_threads, statuses, text_of, until

CHECK = DEFAULT + "/check"
GZIP = {"Content-Encoding": "gzip"}


PACKERS = {"gzip": gzip.compress} | (
    {"zstd": lambda body: piped("zstd -qc", body)} if shutil.which("zstd") else {}
)


def versions(count: int) -> bytes:
    """A batch of one page in many versions, which packs well."""
    page = text_of(1, 2000)
    return b"".join(json.dumps({"text": f"{page} version {n}"}).encode() + b"\n" for n in range(count))


@pytest.mark.parametrize("memory", ["64M", "128M", "256M"])
def test_what_packs_well(tmp_path: Path, memory: str) -> None:
    """Batches and pages from 1:2 to 1:1000, on an idle service."""
    noise = random.Random(3).randbytes(60_000).hex()
    pages = [text_of(1, 4000), "a" * 1000 + noise, "one word " * 50_000, "x" * 4_000_000]
    with Service(tmp_path / "store", "--memory", memory) as service:
        for name, pack in PACKERS.items():
            fields = {"Content-Encoding": name}
            for count in (2, 32, 200):
                answer = service.request("POST", CHECK + ":batch", pack(versions(count)), LINES | fields)
                assert answer.status == 200, answer.body
                assert [line["seen"] for line in answer.lines()] == ["no"] * count
            ratios = []
            for number, page in enumerate(pages):
                given = json.dumps({"id": f"{name} {number}", "text": page}).encode()
                body = pack(given)
                ratios.append(len(given) / len(body))
                path = f"{CHECK}?add=true&crawl={name}"
                answer = service.request("POST", path, body, JSON | fields)
                assert answer.status == 200, (name, ratios[-1], answer.body)
                # The whole of it was read: it is the page that the text itself is.
                again = service.request("POST", f"{CHECK}?crawl={name}", json.dumps({"text": page}), JSON)
                assert again.json()["kind"] == "exact" or answer.json()["seen"] == "too_short", again.body
            assert min(ratios) < 2.5 and max(ratios) > 1000, ratios


def test_what_never_fits(tmp_path: Path) -> None:
    """413 with the bytes that it may have, packed or not, also if the length is not stated."""
    with Service(tmp_path / "store", "--memory", "64M") as service:
        bomb = gzip.compress(json.dumps({"text": "x" * (17 << 20)}).encode())
        refused = service.request("POST", CHECK, bomb, JSON | GZIP)
        assert refused.status == 413 and "retry-after" not in refused.headers
        most = int(refused.json()["detail"].split("more than ")[1].split()[0])
        assert 15_700_000 < most < 15 << 20
        assert "raise --memory" in refused.json()["detail"]
        empty = len(json.dumps({"text": ""}))
        for more, status in ((0, 200), (1, 413)):
            page = json.dumps({"text": "x" * (most - empty + more)}).encode()
            sent = gzip.compress(page)
            # As long as the bomb, so that as much is left for it.
            sent += b"\0" * (len(bomb) - len(sent))
            assert service.request("POST", CHECK, sent, JSON | GZIP).status == status, more
        head = f"POST {CHECK} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n".encode()
        got = exchange(service, head + b"Content-Length: 20000000\r\n\r\n")
        assert statuses(got) == [413] and b"raise --memory" in got
        chunk = b"%x\r\n%s\r\n" % (1 << 20, b" " * (1 << 20))
        # What is sent is as much as the service takes, and a last piece that is too much.
        with service.raw() as connection:
            connection.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 14)
            until(lambda: held_bytes(service) > 14 << 20)
            connection.sendall(chunk[:-2])
            assert statuses(connection.recv(65536)) == [413]


def send_part(service: Service, length: int, sent: int) -> socket.socket:
    """A client that sends this much of its body and then waits; the service has taken all of it."""
    connection = service.raw()
    head = f"POST {CHECK} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode() + b" " * sent)
    until(lambda: held_bytes(service) >= sent)
    return connection


def held_bytes(service: Service) -> float:
    """What bodies and heads take."""
    lines = service.get("/metrics").body.decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("facsim_body_bytes "))


def status_of_large(service: Service, body: bytes) -> int | None:
    """None where it was refused and the connection closed while it was still sent."""
    try:
        return service.request("POST", CHECK, body, JSON).status
    except ConnectionError:
        return None


@pytest.mark.parametrize("sent", [12_500_000, 12_700_000, 15_600_000])
def test_a_slow_client(tmp_path: Path, sent: int) -> None:
    """That holds most of the room: usual pages are answered at once, packed or not, and large ones
    soon, since it is ended when others need its room. --body-time is a minute."""
    small = [json.dumps({"text": text_of(1)[:n]}).encode() for n in (100, 1000)]
    small.append(json.dumps({"text": "one word " * 6_500}).encode())
    large = json.dumps({"text": "one word " * 400_000}).encode()
    with Service(tmp_path / "store", "--memory", "64M", "--threads", "2") as service:
        with send_part(service, 15_700_000, sent) as slow:
            for body in small:
                assert service.request("POST", CHECK, body, JSON).status == 200, len(body)
                assert service.request("POST", CHECK, gzip.compress(body), JSON | GZIP).status == 200
            found = [status_of_large(service, large)]
            until(lambda: found.append(status_of_large(service, large)) or found[-1] == 200)
            assert found[0] in (429, None) and set(found) <= {200, 429, None}, found
            slow.settimeout(allowed(10))
            got = slow.recv(65536)
            assert statuses(got) == [429] and b"comes slowly" in got and b"Retry-After: 1" in got
        until(lambda: held_bytes(service) < 4096)


def test_a_slow_client_that_keeps_nobody_out(tmp_path: Path) -> None:
    """It may take its time as long as there is room for others."""
    with Service(tmp_path / "store", "--memory", "64M", "--threads", "2") as service:
        body = json.dumps({"text": "one word " * 400_000}).encode()
        with send_part(service, 4_000_000, 3_900_000) as slow:
            for _ in range(10):
                assert service.request("POST", CHECK, body, JSON).status == 200
                time.sleep(0.5)
            page = json.dumps({"text": text_of(1)}).encode()
            slow.sendall(b" " * (100_000 - len(page)) + page)
            assert statuses(slow.recv(65536)) == [200]


def received(connections: list[socket.socket]) -> bytes:
    """What has come by any of them."""
    ready = select.select(connections, [], [], 0.1)[0]
    return b"".join(connection.recv(65536) for connection in ready)


def test_many_slow_clients_with_small_bodies(tmp_path: Path) -> None:
    """That hold all room for small bodies: they too are ended when others need it."""
    with Service(tmp_path / "store", "--memory", "64M", "--threads", "2") as service:
        with contextlib.ExitStack() as closing:
            slow = [closing.enter_context(send_part(service, 64_000, 0)) for _ in range(230)]
            for connection in slow:
                connection.sendall(b" " * 63_000)
            until(lambda: held_bytes(service) > 9_300_000)
            page = json.dumps({"text": text_of(1, 4000)}).encode()
            until(lambda: service.request("POST", CHECK, page, JSON).status == 200)
            got = []
            until(lambda: got.append(received(slow)) or b"comes slowly" in got[-1])
            assert set(statuses(b"".join(got))) == {429}


def test_forty_clients(tmp_path: Path) -> None:
    """Of which no two fit at once: who is refused is told when to ask again, and all get an answer."""
    body = gzip.compress(json.dumps({"text": "one word " * 1_200_000}).encode())
    with Service(tmp_path / "store", "--memory", "64M", "--threads", "2") as service:

        def ask(_: int) -> set[int]:
            deadline, found = time.monotonic() + allowed(100), set()
            while time.monotonic() < deadline:
                answer = service.request("POST", CHECK, body, JSON | GZIP)
                found.add(answer.status)
                if answer.status != 429:
                    return found
                time.sleep(int(answer.headers["retry-after"]) * random.uniform(0.2, 1))
            return found

        found = in_threads(40, ask)
        assert all(200 in each and each <= {200, 429} for each in found), found
        assert sum(429 in each for each in found) > 20, "no two fit at once, so most were refused once"
        service.kept = threading.local()
        assert held_bytes(service) < 4096
