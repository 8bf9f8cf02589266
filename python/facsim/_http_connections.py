# SPDX-License-Identifier: Apache-2.0
"""A pool of HTTP connections to one service, reused for later requests and limited in number."""

from __future__ import annotations

import contextlib
import http.client
import os
import select
import threading
import time
from dataclasses import dataclass

# The idle time after which a connection is not reused. Services close connections that are idle
# for longer, and proxies may do so after a minute.
_KEPT_SECONDS = 30.0


class NotConnected(Exception):
    """No connection could be made: the service did not see the request."""


class AnswerLost(Exception):
    """The connection ended before the answer; ``was_kept``: True if it was a reused one."""

    def __init__(self, why: BaseException, was_kept: bool) -> None:
        super().__init__(str(why) or type(why).__name__)
        self.was_kept = was_kept


class AnswerLate(Exception):
    """No answer came within the timeout."""


@dataclass(frozen=True)
class Answer:
    status: int
    fields: dict[str, str]  # names in lower case
    body: bytes

    @property
    def is_problem(self) -> bool:
        """True if the answer is a problem document (RFC 9457)."""
        return self.fields.get("content-type", "").startswith("application/problem+json")


def _is_silent(connection: http.client.HTTPConnection) -> bool:
    """True if the other side has not closed it: only that can arrive between two requests."""
    if connection.sock is None:
        return False
    poll = select.poll()
    poll.register(connection.sock, select.POLLIN)
    return not poll.poll(0)


class Connections:
    """A connection pool, safe for many threads; a forked process makes its own connections."""

    def __init__(
        self, host: str, port: int | None, *, is_secret: bool, timeout: float, most: int
    ) -> None:
        self._host, self._port = host, port
        self._timeout = timeout
        self._most = most
        self._context = None
        if is_secret:
            import ssl

            self._context = ssl.create_default_context()
        self.closed = False
        self._begin()

    def _begin(self) -> None:
        self._process = os.getpid()
        self._room = threading.BoundedSemaphore(self._most)
        self._lock = threading.Lock()
        self._kept: list[tuple[http.client.HTTPConnection, float]] = []

    def _new(self) -> http.client.HTTPConnection:
        if self._context is None:
            made = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        else:
            made = http.client.HTTPSConnection(
                self._host, self._port, timeout=self._timeout, context=self._context
            )
        try:
            made.connect()
        except OSError as refused:
            made.close()
            raise NotConnected(str(refused) or type(refused).__name__) from None
        return made

    def _take_kept(self) -> http.client.HTTPConnection | None:
        while True:
            with self._lock:
                if not self._kept:
                    return None
                connection, since = self._kept.pop()
            if time.monotonic() - since < _KEPT_SECONDS and _is_silent(connection):
                return connection
            connection.close()

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if not self.closed:
                self._kept.append((connection, time.monotonic()))
                return
        connection.close()

    def send(
        self, method: str, target: str, body: bytes | None, fields: dict[str, str], *, fresh: bool
    ) -> Answer:
        """Sends one request and returns the answer. ``fresh``: True uses a new connection.

        Raises NotConnected, AnswerLost, AnswerLate.
        """
        if self._process != os.getpid():
            self._begin()
        with self._room:
            kept = None if fresh else self._take_kept()
            connection = self._new() if kept is None else kept
            try:
                answer, is_over = self._exchange(connection, method, target, body, fields)
            except TimeoutError:
                connection.close()
                raise AnswerLate(f"no answer within {self._timeout:g} seconds") from None
            except (OSError, http.client.HTTPException) as lost:
                connection.close()
                raise AnswerLost(lost, kept is not None) from None
            except BaseException:  # Ctrl-C: the next request must not get this one's answer
                connection.close()
                raise
            if is_over:
                connection.close()
            else:
                self._keep(connection)
            return answer

    @staticmethod
    def _exchange(
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        body: bytes | None,
        fields: dict[str, str],
    ) -> tuple[Answer, bool]:
        # A service that rejects a body may answer and close before the whole body was sent.
        refused: OSError | None = None
        try:
            connection.request(method, target, body, fields)
        except (BrokenPipeError, ConnectionResetError) as broken:
            refused = broken
        try:
            response = connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException):
            if refused is not None:
                raise refused from None
            raise
        names = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, names, body), response.will_close or refused is not None

    def close(self) -> None:
        """Closes the idle connections; each of the others is closed by its user."""
        self.closed = True
        if self._process != os.getpid():
            self._begin()
        with self._lock:
            kept, self._kept = self._kept, []
        for connection, _ in kept:
            with contextlib.suppress(OSError):
                connection.close()
