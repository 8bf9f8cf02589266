# SPDX-License-Identifier: Apache-2.0
"""A running service, its clients, and pages for its requests."""

import base64
import gzip
import http.client
import json
import random
import re
import signal
import socket
import struct
import threading
import time
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from running import PROGRAM, Result, Started, allowed, start

DEFAULT = "/v1/collections/default"
JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


def text_of(seed: int, words: int = 80) -> str:
    """Returns a text that is unlike any other."""
    rng = random.Random(seed)
    return " ".join(f"{rng.choice('bdfgklmnprst')}{rng.choice('aeiou')}{rng.randrange(10**6)}x"
                    for _ in range(words))  # fmt: skip


def near(text: str, seed: int) -> str:
    """Returns the text with one word changed near its end."""
    words = text.split()
    words[-1 - seed % 3] = f"changed{seed}"
    return " ".join(words)


def facts_of(recipe_id: str, seed: int, name: str = "", *, changed: int = 0) -> str:
    """Returns facts of a unique page in base64; `changed` of its 64 bins differ, as in a copy.
    docs/formats/store.md describes the bytes."""
    rng = random.Random(seed)
    fingerprint, bins = rng.getrandbits(64), bytearray(rng.randbytes(64))
    for bin_ in range(changed):
        bins[bin_] ^= 0xFF
    digest = random.Random(f"{seed} {changed}").randbytes(16)
    text = 1 | 2  # a text, and a fingerprint with a sketch
    row = struct.pack("<BH16sIIQ", 1, text, digest, 100, 104, fingerprint) + bytes(bins)
    row += struct.pack("<qI", 0, len(name)) + name.encode() + struct.pack("<I", 0)
    return base64.b64encode(struct.pack("<BQ", 2, int(recipe_id, 16)) + row).decode()


class Answer:
    """The answer to a request."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def type(self) -> str:
        """Returns its media type."""
        return self.headers.get("content-type", "").split(";")[0]

    def json(self) -> dict:
        """Returns its body as JSON."""
        return json.loads(self.body)

    def lines(self) -> list[dict]:
        """Returns its body as JSON lines."""
        return [json.loads(line) for line in self.body.splitlines()]


class NotStarted(Exception):
    """The program ended before it listened; has its status and output."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(status, said)
        self.status, self.said = status, said


class Service:
    """`facsim serve` on a free port of this machine; the end of `with` kills it."""

    def __init__(self, store: Path, *flags: object, env: dict | None = None, **how: object) -> None:
        self.log: list[dict] = []
        listen = [] if "--listen" in flags else ["--listen", "127.0.0.1:0"]
        self.process: Started = start(
            [PROGRAM, "serve", store, *listen, *flags], env=env, **how
        )
        self.reader = threading.Thread(target=self._read_log, daemon=True)
        self.reader.start()
        self.process.until(lambda: self.event("listening") or self.process.poll() is not None)
        if not self.event("listening"):
            self.reader.join(allowed(10))
            raise NotStarted(self.process.returncode, "".join(line["detail"] for line in self.log))
        self.address = self.event("listening")["detail"].removeprefix("http://")
        self.host, port = self.address.rsplit(":", 1)
        self.port = int(port)
        self.token: str | None = None
        self.kept = threading.local()

    def _read_log(self) -> None:
        for line in self.process.stderr:
            try:
                self.log.append(json.loads(line))
            except ValueError:  # a plain message: the reason why it does not start
                self.log.append({"level": "error", "event": "said", "detail": line.decode()})

    def event(self, name: str) -> dict | None:
        """Returns the last log line of this event, or None."""
        found = [line for line in self.log if line["event"] == name]
        return found[-1] if found else None

    def connect(self) -> http.client.HTTPConnection:
        """Returns a new connection."""
        return http.client.HTTPConnection(self.host, self.port, timeout=allowed(30))

    def raw(self) -> socket.socket:
        """Returns a socket for raw bytes."""
        return socket.create_connection((self.host, self.port), timeout=allowed(30))

    def request(
        self, method: str, path: str, body: object = None, headers: dict | None = None
    ) -> Answer:
        """Sends a request over this thread's connection; other bodies than str or bytes as JSON."""
        fields = dict(headers or {})
        if self.token and "Authorization" not in fields:
            fields["Authorization"] = f"Bearer {self.token}"
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            fields.setdefault("Content-Type", "application/json")
        if isinstance(body, str):
            body = body.encode()
        for attempt in range(2):
            if not hasattr(self.kept, "connection"):
                self.kept.connection = self.connect()
            connection = self.kept.connection
            try:
                connection.request(method, path, body, fields)
                answer = Answer(connection.getresponse())
            except (http.client.RemoteDisconnected, ConnectionError, BrokenPipeError):
                connection.close()
                del self.kept.connection
                if attempt:
                    raise
                continue
            if answer.headers.get("connection") == "close":
                connection.close()
                del self.kept.connection
            return answer
        raise AssertionError

    def get(self, path: str, **how: object) -> Answer:
        """Sends a GET request."""
        return self.request("GET", path, **how)

    def check(self, page: dict, query: str = "", *, add: bool = False, at: str = DEFAULT) -> dict:
        """Returns the answer about a page."""
        answer = self.request("POST", f"{at}/check?add={str(add).lower()}&{query}", page)
        assert answer.status == 200, answer.body
        return answer.json()

    def add(self, page: dict, query: str = "", **how: object) -> dict:
        """Adds a page and returns the answer."""
        return self.check(page, query, add=True, **how)

    def batch(self, pages: list, *, add: bool = False, at: str = DEFAULT) -> list[dict]:
        """Returns the answers about many pages."""
        body = "".join(json.dumps(page) + "\n" for page in pages)
        answer = self.request("POST", f"{at}/check:batch" + "?add=true" * add, body, LINES)
        assert answer.status == 200, answer.body
        return answer.lines()

    def documents(self, name: str, at: str = DEFAULT) -> list[dict]:
        """Returns the stored pages of a name."""
        answer = self.get(f"{at}/documents/{quote(name, safe='')}")
        return answer.json()["documents"] if answer.status == 200 else []

    def stop(self, number: int = signal.SIGTERM) -> Result:
        """Ends the service with a signal."""
        self.process.send_signal(number)
        status = self.process.wait(allowed(60))
        self.reader.join(allowed(10))
        return Result(status, "", "")

    def __enter__(self) -> "Service":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join(allowed(10))


def exchange(service: Service, sent: bytes, *, end: bool = False) -> bytes:
    """Returns what the service sends for these bytes, until it closes or is silent for a second."""
    with service.raw() as connection:
        connection.sendall(sent)
        if end:
            connection.shutdown(socket.SHUT_WR)
        connection.settimeout(allowed(1))
        got = b""
        try:
            while piece := connection.recv(65536):
                got += piece
        except (TimeoutError, ConnectionResetError):
            pass
        return got


def statuses(bytes_: bytes) -> list[int]:
    """Returns the statuses of the responses in these bytes."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", bytes_)]


def in_threads(count: int, work: object) -> list:
    """Returns the results of work(0), work(1) ..., run in parallel."""
    results: list = [None] * count
    gate = threading.Barrier(count)

    def one(number: int) -> None:
        gate.wait()
        results[number] = work(number)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def packed(body: bytes) -> bytes:
    """Compresses a body with gzip."""
    return gzip.compress(body)


def until(holds: object, seconds: float = 20) -> None:
    """Waits until `holds` returns True."""
    deadline = time.monotonic() + allowed(seconds)
    while not holds():
        assert time.monotonic() < deadline, "it was waited for in vain"
        time.sleep(0.01)
