# SPDX-License-Identifier: Apache-2.0
"""Packed bodies at a service of little memory: what fits is answered, what never fits is told so."""

import gzip
import json
import random
import shutil
import threading
import time
from pathlib import Path

import pytest
from making import piped
from running import allowed
from service_world import DEFAULT, JSON, LINES, Service, exchange, in_threads, statuses, text_of

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
                assert (answer.status, answer.body.count(b"\n")) == (200, count), answer.body
            for page in pages:
                body = pack(json.dumps({"text": page}).encode())
                answer = service.request("POST", CHECK, body, JSON | fields)
                assert answer.status == 200, (name, len(page) // len(body), answer.body)


def test_what_never_fits(tmp_path: Path) -> None:
    """413 with the bytes that it may have, packed or not, also if the length is not stated."""
    with Service(tmp_path / "store", "--memory", "64M") as service:
        bomb = gzip.compress(json.dumps({"text": "x" * (17 << 20)}).encode())
        refused = service.request("POST", CHECK, bomb, JSON | GZIP)
        assert refused.status == 413 and "retry-after" not in refused.headers
        most = int(refused.json()["detail"].split("more than ")[1].split()[0])
        assert 16_000_000 < most < 16 << 20
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
        got = exchange(service, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 17)
        assert statuses(got) in ([413], [])  # closed while it still sends


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
        service.kept = threading.local()
        held = [line for line in service.get("/metrics").body.splitlines() if line.startswith(b"facsim_body_bytes ")]
        assert float(held[0].split()[1]) < 4096
