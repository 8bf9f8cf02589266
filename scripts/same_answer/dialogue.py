# SPDX-License-Identifier: Apache-2.0
"""Starts a service on a free port of this machine, sends requests one by one, and ends it."""

import contextlib
import http.client
import json
import queue
import signal
import socket
import subprocess
import threading
from dataclasses import dataclass, field

from same_answer.outcome import Ended

SECONDS_MAX = 60


@dataclass(frozen=True)
class Ask:
    """A request. A list is sent as JSON lines, a dictionary as JSON, bytes as they are."""

    method: str
    path: str
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)

    def sent(self, number: int) -> tuple[bytes | None, dict[str, str]]:
        """Returns its body and headers."""
        headers = {"X-Request-Id": f"ask-{number}"} | self.headers
        if self.body is None or isinstance(self.body, bytes):
            return self.body, headers
        if isinstance(self.body, list):
            lines = "".join(json.dumps(each) + "\n" for each in self.body)
            return lines.encode(), {"Content-Type": "application/x-ndjson"} | headers
        return json.dumps(self.body).encode(), {"Content-Type": "application/json"} | headers


def hold(flags: list[str], asks: list[Ask], how: dict) -> list[Ended]:
    """Returns all answers in order, and at the end the status of the service with its log."""
    said: list[Ended] = []
    log: queue.SimpleQueue = queue.SimpleQueue()
    command = ["facsim", "serve", "st", "--listen", "127.0.0.1:0", *flags]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, **how)  # fmt: skip

    def read() -> None:
        for line in process.stderr:
            log.put(line)
        log.put(None)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    lines: list[bytes] = []
    try:
        if port := port_of(log, lines):
            said += answers(port, asks)
        process.send_signal(signal.SIGTERM)
        process.wait(SECONDS_MAX)
        status: int | str = process.returncode
    except subprocess.TimeoutExpired:
        status = f"killed: not ended in {SECONDS_MAX} seconds"
    finally:
        process.kill()
        process.wait()
    reader.join(SECONDS_MAX)
    with contextlib.suppress(queue.Empty):
        while (line := log.get_nowait()) is not None:
            lines.append(line)
    out = process.stdout.read()
    process.stdout.close()
    process.stderr.close()
    return [*said, Ended(" ".join(command[1:]), status, out, b"".join(lines))]


def port_of(log: queue.SimpleQueue, lines: list[bytes]) -> int:
    """Returns the port of the service; 0 if the service ends before it listens."""
    with contextlib.suppress(queue.Empty):
        while (line := log.get(timeout=SECONDS_MAX)) is not None:
            lines.append(line)
            with contextlib.suppress(ValueError, KeyError):
                row = json.loads(line)
                if row["event"] == "listening":
                    return int(row["detail"].rsplit(":", 1)[1])
    return 0


def answers(port: int, asks: list[Ask]) -> list[Ended]:
    """Sends the requests over one connection, which is opened again if it was closed."""
    said, connection = [], None
    for number, ask in enumerate(asks, 1):
        command = f"{number}. {ask.method} {ask.path}"
        try:
            connection = connection or socket.create_connection(("127.0.0.1", port), SECONDS_MAX)
            # Sent as one piece: whether a refusal closes the connection depends on whether the body
            # came with its head.
            connection.sendall(as_bytes(ask, number, port))
            response = http.client.HTTPResponse(connection, method=ask.method)
            response.begin()
            body = response.read()
            said.append(Ended(command, response.status, as_text(response.getheaders(), body),
                              place="answer"))
            ends = response.will_close
            response.close()
        except (http.client.HTTPException, OSError) as lost:
            said.append(Ended(command, type(lost).__name__, place="answer"))
            ends = True
        if ends and connection:
            connection.close()
            connection = None
    if connection:
        connection.close()
    return said


def as_text(headers: list[tuple[str, str]], body: bytes) -> bytes:
    """Returns an answer as text, with the stated length replaced if it is that of the body: a time
    in one body may lack the milliseconds that the other side has, so lengths may differ."""
    lines = []
    for name, value in headers:
        is_true = name == "Content-Length" and value == str(len(body))
        lines.append(f"{name}: {'that of the body' if is_true else value}\n")
    return "".join([*lines, "\n"]).encode() + body


def as_bytes(ask: Ask, number: int, port: int) -> bytes:
    """Returns the bytes of a whole request."""
    body, headers = ask.sent(number)
    if body is not None:
        headers = {"Content-Length": str(len(body))} | headers
    lines = [f"{ask.method} {ask.path} HTTP/1.1",
             *(f"{name}: {value}" for name,
               value in ({"Host": f"127.0.0.1:{port}"} | headers).items())]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")
