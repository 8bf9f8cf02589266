# SPDX-License-Identifier: Apache-2.0
"""A proxy between a client and a service that loses answers, or gives other answers."""

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable


class FaultProxy:
    """Forwards local connections; `with` starts and ends it.

    `lose`: the number of answers to drop, with their connections, after the service gave them.
    `say`: bytes that answer the next requests, which the service does not get. `before`: called
    before a request is forwarded. `slow`: seconds before an answer.
    """

    def __init__(self, port: int = 0) -> None:
        self.port = port  # the port of the service; tests change it
        self.lose = 0
        self.say: list[bytes] = []
        self.slow = 0.0
        self.before: Callable[[bytes], None] = lambda sent: None
        self.heads: list[bytes] = []
        self.connections = 0
        self.open_most = 0
        self._open = 0
        self._lock = threading.Lock()

    def __enter__(self) -> "FaultProxy":
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with self._lock:
            self._open += 1
            self.open_most = max(self.open_most, self._open)
        try:
            with client, contextlib.suppress(OSError, EOFError):
                while self._exchange(client):
                    pass
        finally:
            with self._lock:
                self._open -= 1

    def _exchange(self, client: socket.socket) -> bool:
        """Forwards one request and its answer. Returns True if the connection stays open."""
        sent = message_of(client)
        self.heads.append(sent.partition(b"\r\n\r\n")[0])
        self.before(sent)
        if self.say:
            client.sendall(self.say.pop(0))
            return True
        with socket.create_connection(("127.0.0.1", self.port)) as service:
            service.sendall(sent)
            answer = message_of(service)
        time.sleep(self.slow)
        with self._lock:
            is_lost = self.lose > 0
            self.lose -= is_lost
        if not is_lost:
            client.sendall(answer)
        return not is_lost

    def keys(self) -> list[bytes]:
        """Returns the retry keys of the requests that had one."""
        lines = [line for head in self.heads for line in head.split(b"\r\n")]
        name = b"idempotency-key: "
        return [line[len(name) :] for line in lines if line.lower().startswith(name)]


def message_of(connection: socket.socket) -> bytes:
    """Reads a request or an answer with its body, which has a stated length."""
    got = b""
    while b"\r\n\r\n" not in got:
        got += piece_of(connection)
    head, _, body = got.partition(b"\r\n\r\n")
    found = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    while len(body) < (int(found[1]) if found else 0):
        body += piece_of(connection)
    return head + b"\r\n\r\n" + body


def piece_of(connection: socket.socket) -> bytes:
    """Reads the next bytes. Raises EOFError at the end."""
    piece = connection.recv(1 << 16)
    if not piece:
        raise EOFError
    return piece


def problem(status: int, detail: str = "because", fields: str = "") -> bytes:
    """Returns a problem answer as the service gives it."""
    body = f'{{"type":"about:blank","title":"x","status":{status},"detail":"{detail}"}}'
    return (
        f"HTTP/1.1 {status} X\r\nContent-Type: application/problem+json\r\n{fields}"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
