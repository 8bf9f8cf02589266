# SPDX-License-Identifier: Apache-2.0
"""Requests to one ``facsim serve``: tokens, retries, and its problems as Python exceptions."""

from __future__ import annotations

import contextlib
import enum
import json
import os
import random
import re
import time
from typing import Any
from urllib.parse import urlsplit

from ._http_connections import Answer, AnswerLate, AnswerLost, Connections, NotConnected
from .errors import (
    AlreadyExistsError,
    BusyError,
    Error,
    InvalidArgumentError,
    IoError,
    NoSpaceError,
    NotFoundError,
    UnsupportedError,
)

_TOKEN = re.compile(r"[\x21-\x7e]+")
_PAUSE_SECONDS = 0.1  # before the second try; twice as long before each further one
_PAUSE_SECONDS_MOST = 5.0
# If a service asks for a longer wait (Retry-After), the request fails at once.
_PATIENCE_SECONDS_MOST = 60.0

_CLASSES: dict[int, type[Error]] = {
    401: IoError,
    403: IoError,
    404: NotFoundError,
    408: IoError,
    409: AlreadyExistsError,
    429: BusyError,
    501: UnsupportedError,
    503: BusyError,
    505: UnsupportedError,
    507: NoSpaceError,
}
_REMEDIES = {
    401: "; give token=, or set FACSIM_READ_TOKEN or FACSIM_WRITE_TOKEN",
    403: "; give a token for writing by token=, or set FACSIM_WRITE_TOKEN",
}


class Effect(enum.Enum):
    """The effect of a request, which decides whether it may be sent twice."""

    READ = enum.auto()
    ADD = enum.auto()  # with a key, by which the service recognizes a repeated request
    CHANGE = enum.auto()  # a repeated request would get another answer


def _token_of(token: Any) -> str:
    # Checked here, since the message of http.client about a bad token would contain it.
    if not isinstance(token, str):
        raise TypeError(f"token is a str, not {type(token).__name__}")
    if _TOKEN.fullmatch(token) is None:
        raise InvalidArgumentError("the token is empty, or has characters that no token has")
    return token


class Service:
    """One service; safe for many threads. No message or repr contains a token."""

    def __init__(
        self, url: str, *, token: str | None, timeout: float, retries: int, threads: int
    ) -> None:
        parts = urlsplit(url)
        if parts.username is not None or parts.password is not None:
            raise InvalidArgumentError("the URL of a service names no user; give token=")
        try:
            port = parts.port
        except ValueError:
            raise InvalidArgumentError(f"{url} has no port that can be") from None
        if not parts.hostname or parts.query or parts.fragment or not url.isascii():
            raise InvalidArgumentError(f"{url!r} is no URL of a service: http://127.0.0.1:7700")
        if re.search(r"[\x00-\x20\x7f]", url):
            raise InvalidArgumentError(f"{url!r}: a URL holds no blank")
        self.url = url.rstrip("/")
        self._prefix = parts.path.rstrip("/")
        self._retries = retries
        self._given = None if token is None else _token_of(token)
        self._connections = Connections(
            parts.hostname,
            port,
            is_secret=parts.scheme.lower() == "https",
            timeout=timeout,
            most=threads,
        )

    @property
    def closed(self) -> bool:
        return self._connections.closed

    def close(self) -> None:
        self._connections.close()

    def error(self, kind: type[Error], sentence: str) -> Error:
        return kind(f"{self.url}: {sentence}", self.url)

    def _token(self, effect: Effect) -> str | None:
        if self._given is not None:
            return self._given
        names = ["FACSIM_WRITE_TOKEN", "FACSIM_READ_TOKEN"]
        if effect is Effect.READ:
            names.reverse()
        found = next((os.environ[name] for name in names if os.environ.get(name)), None)
        return None if found is None else _token_of(found)

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        effect: Effect = Effect.READ,
        kind: str = "application/json",
        key: str = "",
        allowed: tuple[int, ...] = (),
    ) -> Answer:
        """Returns the answer if its status is a success or in ``allowed``; else raises its problem.

        A request that adds is repeated with its key, up to ``retries`` times, after a lost
        connection. Any request is repeated if the service is busy (429, 503), after the delay that
        it states.
        """
        fields = {"Accept": "application/json"}
        if body is not None:
            fields["Content-Type"] = kind
        if key:
            fields["Idempotency-Key"] = key
        token = self._token(effect)
        if token is not None:
            fields["Authorization"] = f"Bearer {token}"
        for attempt in range(self._retries + 1):
            if self.closed:
                raise self.error(InvalidArgumentError, "the store is closed; open it again")
            is_last = attempt == self._retries
            answer = self._try(method, path, body, fields, effect, is_last)
            pause = min(_PAUSE_SECONDS * 2**attempt, _PAUSE_SECONDS_MOST)
            pause *= random.uniform(0.5, 1)  # noqa: S311 (spreads the retries of many clients)
            if answer is not None:
                if answer.status not in (429, 503):
                    return self._settled(answer, allowed)
                said = answer.fields.get("retry-after", "")
                pause = max(pause, float(said) if re.fullmatch(r"\d{1,6}", said) else 0)
                if is_last or pause > _PATIENCE_SECONDS_MOST:
                    return self._settled(answer, allowed)
            time.sleep(pause)
        raise AssertionError("the last try raises or returns")

    def _try(
        self,
        method: str,
        path: str,
        body: bytes | None,
        fields: dict[str, str],
        effect: Effect,
        is_last: bool,
    ) -> Answer | None:
        """Sends the request once; returns None if it should be retried."""
        target = self._prefix + path
        # A reused connection may be closed already, and then it is unknown if the change was made.
        fresh = effect is Effect.CHANGE
        try:
            try:
                return self._connections.send(method, target, body, fields, fresh=fresh)
            except AnswerLost as lost:
                if not lost.was_kept or effect is not Effect.READ:
                    raise
                return self._connections.send(method, target, body, fields, fresh=True)
        except NotConnected as refused:
            if effect is Effect.ADD and not is_last:
                return None
            raise self.error(
                IoError, f"cannot be reached: {refused}; is 'facsim serve' running there?"
            ) from None
        except AnswerLost as lost:
            if effect is Effect.ADD and not is_last:
                return None
            raise self.error(IoError, f"the answer was lost: {lost}" + _doubt(effect)) from None
        except AnswerLate as late:
            raise self.error(
                IoError, f"{late}; give a longer timeout=" + _doubt(effect)
            ) from None

    def _settled(self, answer: Answer, allowed: tuple[int, ...]) -> Answer:
        if 200 <= answer.status < 300 or (answer.status in allowed and answer.is_problem):
            return answer
        raise self.problem(answer)

    def problem(self, answer: Answer) -> Error:
        """Returns the exception for an answer that is not a success."""
        status = answer.status
        if not answer.is_problem and status not in (413, 429, 502, 503, 504):
            moved = answer.fields.get("location")
            where = f"; it names {moved}" if moved and 300 <= status < 400 else ""
            return self.error(
                NotFoundError if status == 404 else UnsupportedError,
                f"answers {status}, and not as 'facsim serve' does; look at the URL{where}",
            )
        detail = f"status {status}"
        if answer.is_problem:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                detail = str(json.loads(answer.body)["detail"])
        usual = InvalidArgumentError if 400 <= status < 500 else IoError
        problem = self.error(_CLASSES.get(status, usual), detail + _REMEDIES.get(status, ""))
        problem.status = status
        return problem

    def json_of(self, body: bytes, *names: str) -> dict[str, Any]:
        """Returns the JSON object in an answer. Raises UnsupportedError if a member is missing."""
        try:
            found = json.loads(body)
        except ValueError:
            raise self.stranger() from None
        if not isinstance(found, dict) or not all(name in found for name in names):
            raise self.stranger()
        return found

    def stranger(self) -> Error:
        return self.error(
            UnsupportedError, "does not answer as 'facsim serve' does; look at the URL"
        )


def _doubt(effect: Effect) -> str:
    if effect is Effect.READ:
        return ""
    return "; perhaps the change was made all the same"
