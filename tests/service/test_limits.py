# SPDX-License-Identifier: Apache-2.0
"""Clients that are slow, endless, many or large: others are answered, and memory stays bounded."""

import gzip
import json
import resource
import socket
import threading
import time
from pathlib import Path

import pytest
from running import allowed
from service_world import (
    DEFAULT,
    JSON,
    LINES,
    Service,
    exchange,
    in_threads,
    statuses,
    text_of,
    until,
)

CHECK = DEFAULT + "/check"
POST = f"POST {CHECK} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n".encode()


def resident(service: Service) -> int:
    """Bytes of memory that it has."""
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) << 10


def quick(service: Service) -> None:
    """Others are answered at once."""
    began = time.monotonic()
    assert service.get("/livez").status == 200
    assert service.check({"text": text_of(9)})["seen"] == "no"
    assert time.monotonic() - began < allowed(1)


def test_sizes(tmp_path: Path) -> None:
    """Body, unpacked body and lines of a batch: 413, and a sentence."""
    with Service(
        tmp_path / "store", "--body-max", "64K", "--unpacked-max", "256K", "--batch-max", "3"
    ) as service:
        fits = json.dumps({"text": "a" * 60000})
        assert service.request("POST", CHECK, fits, JSON).status == 200
        for sent in (b"Content-Length: 65537\r\n\r\n",
                     b"Transfer-Encoding: chunked\r\n\r\n" + b"8000\r\n%s\r\n" % (b"a" * 0x8000) * 3):
            got = exchange(service, POST + sent)
            assert statuses(got) == [413]
            assert b"--body-max" in got
        packed = {"Content-Encoding": "gzip"} | JSON
        large = json.dumps({"text": "a" * 250_000}).encode()
        assert service.request("POST", CHECK, gzip.compress(large), packed).status == 200
        larger = json.dumps({"text": "a" * 263_000}).encode()
        refused = service.request("POST", CHECK, gzip.compress(larger), packed)
        assert (refused.status, "--unpacked-max" in refused.json()["detail"]) == (413, True)
        lines = '{"text":"a"}\n'
        assert len(service.request("POST", CHECK + ":batch", lines * 3, LINES).lines()) == 3
        assert service.request("POST", CHECK + ":batch", lines * 4, LINES).status == 413
        names = DEFAULT + "/documents:delete"
        assert service.request("POST", names, ["a", "b", "c", "d"]).status == 413


@pytest.mark.bounds_memory
def test_bombs(tmp_path: Path) -> None:
    """Bodies that unpack to a gigabyte, many at once."""
    bomb = gzip.compress(b" " * (1 << 30), 6)
    fields = JSON | {"Content-Encoding": "gzip"}
    with Service(tmp_path / "store", "--memory", "512M", "--unpacked-max", "32M") as service:
        before = resident(service)
        found = in_threads(16, lambda _: service.request("POST", CHECK, bomb, fields).status)
        assert set(found) <= {413, 429}
        assert 413 in found
        assert resident(service) - before < 400 << 20
        quick(service)


def test_deep_json(service: Service) -> None:
    """Brackets without end are no page."""
    for body in ("[" * 100_000, '{"text":' * 50_000, '{"a":' + "[" * 5000 + "]" * 5000 + "}"):
        assert service.request("POST", CHECK, body, JSON).status == 400


def test_slow_heads_and_bodies(tmp_path: Path) -> None:
    """408 after its time, whatever trickles in; a silent connection just closes."""
    times = ("--head-time", "1", "--body-time", "1", "--idle-time", "1")
    with Service(tmp_path / "store", *times) as service:
        connections = [service.raw() for _ in range(60)]
        for number, connection in enumerate(connections):
            if number % 3 == 1:
                connection.sendall(b"GET /livez HTTP/1.1\r\nA: ")
            if number % 3 == 2:
                connection.sendall(POST + b"Content-Length: 1000\r\n\r\n{")
        stop = threading.Event()

        def trickle() -> None:
            while not stop.wait(0.1):
                for number, connection in enumerate(connections):
                    if number % 3:
                        try:
                            connection.send(b"a")
                        except OSError:
                            pass

        thread = threading.Thread(target=trickle)
        thread.start()
        for _ in range(10):
            quick(service)
        for number, connection in enumerate(connections):
            got = b""
            try:
                while piece := connection.recv(65536):
                    got += piece
            except ConnectionResetError:
                pass
            assert statuses(got) == ([408] if number % 3 else []), got
        stop.set()
        thread.join()


def test_who_does_not_read(tmp_path: Path) -> None:
    """A client that takes no answers loses the connection."""
    with Service(tmp_path / "store", "--write-time", "1") as service:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(allowed(20))
        connection.connect((service.host, service.port))
        lines = b'{"text":"a"}\n' * 10_000
        head = POST.replace(b"/check ", b"/check:batch ")
        sent = head + b"Content-Length: %d\r\n\r\n" % len(lines) + lines
        with pytest.raises(ConnectionError):
            for _ in range(200):
                connection.sendall(sent)
        quick(service)


@pytest.mark.bounds_memory
def test_many_connections(tmp_path: Path) -> None:
    """Thousands that stay open, and more than may: these are told so; memory stays bounded."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = min(2000, hard // 4)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with Service(tmp_path / "store", "--connections-max", most) as service:
        quick(service)
        before = resident(service)
        open_ = [service.raw() for _ in range(most - 1)]
        for connection in open_[::2]:
            connection.sendall(b"POST / HTTP/1.1\r\nA: ")
        quick(service)
        assert resident(service) - before < 100 << 20
        turned_away = [exchange(service, b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
                       for _ in range(5)]  # fmt: skip
        assert all(statuses(got) in ([503], []) for got in turned_away)
        assert [503] in [statuses(got) for got in turned_away]
        for connection in open_:
            connection.close()
        service.kept = threading.local()
        deadline = time.monotonic() + allowed(10)
        while statuses(exchange(service, b"GET /livez HTTP/1.0\r\n\r\n")) != [200]:
            assert time.monotonic() < deadline


def test_a_full_queue(tmp_path: Path) -> None:
    """More than workers and queue hold: 429 with Retry-After, and none is lost."""
    flags = ("--workers", "1", "--queue-max", "1", "--threads", "2")
    with Service(tmp_path / "store", *flags) as service:
        lines = "".join(json.dumps({"text": text_of(i, 400)}) + "\n" for i in range(500))

        def ask(_: int) -> tuple[int, str | None]:
            answer = service.request("POST", CHECK + ":batch", lines, LINES)
            return answer.status, answer.headers.get("retry-after")

        found = in_threads(16, ask)
        assert set(found) == {(200, None), (429, "1")}
        assert service.get("/livez").status == 200
        quick(service)


@pytest.mark.bounds_memory
def test_bodies_share_a_budget(tmp_path: Path) -> None:
    """Clients that hold many large bodies are refused before the machine's memory is."""
    with Service(tmp_path / "store", "--memory", "64M", "--body-max", "8M") as service:
        held = [service.raw() for _ in range(12)]
        before = resident(service)
        for connection in held:
            try:
                connection.sendall(POST + b"Content-Length: 8000000\r\n\r\n" + b" " * 7_999_999)
            except OSError:
                pass
        time.sleep(0.5)
        assert resident(service) - before < 64 << 20
        for connection in held:
            connection.settimeout(0.2)
        refused = 0
        for connection in held:
            try:
                refused += statuses(connection.recv(65536)) == [429]
            except OSError:
                pass
        assert refused >= 4
        for connection in held:
            connection.close()
        quick(service)


def test_heads_share_it_too(tmp_path: Path) -> None:
    """Also while their bodies trickle in: 5,000 fields count as 640,000 bytes."""
    with Service(tmp_path / "store", "--memory", "64M") as service:
        head = POST + b"A:b\r\n" * 5000 + b"Content-Length: 1000\r\n\r\n{"
        held = [service.raw() for _ in range(40)]
        for connection in held:
            connection.sendall(head)
        route = "POST /v1/collections/{collection}/check"
        refused = f'facsim_requests_total{{route="{route}",status="429"}}'
        until(lambda: 5 <= figure(service, refused) < 40)
        for connection in held:
            connection.close()
        until(lambda: figure(service, "facsim_body_bytes") < 4096)
        quick(service)


def figure(service: Service, name: str) -> float:
    """One of its metrics."""
    lines = service.get("/metrics").body.decode().splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(name + " ")), 0)


@pytest.mark.bounds_memory
def test_kept_connections_keep_no_bodies(tmp_path: Path) -> None:
    """A connection that waits for its next request holds nothing of the one before."""
    with Service(tmp_path / "store", "--body-max", "8M") as service:
        quick(service)
        before = resident(service)
        sent = POST.replace(b"application/json", b"image/png")
        sent += b"Content-Length: %d\r\n\r\n" % (8 << 20) + b" " * (8 << 20)
        held = []
        for _ in range(32):
            held.append(service.raw())
            held[-1].sendall(sent)
            assert statuses(held[-1].recv(65536)) == [415]
        assert resident(service) - before < 128 << 20
        for connection in held:
            connection.close()
