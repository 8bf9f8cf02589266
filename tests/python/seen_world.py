# SPDX-License-Identifier: Apache-2.0
"""A store in a folder and one in a service, for tests of both."""

import dataclasses
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import facsim
import pytest
from running import ROOT

sys.path.append(str(ROOT / "tests/service"))
from service_world import DEFAULT, Service  # noqa: E402
from service_world import in_threads as in_threads  # noqa: E402
from service_world import near as near  # noqa: E402
from service_world import text_of as text_of  # noqa: E402

BACKS = ("folder", "service")
Open = Callable[..., facsim.Seen]


@pytest.fixture(params=BACKS)
def back(request: pytest.FixtureRequest) -> str:
    """Returns which of the two to test."""
    return request.param


@pytest.fixture
def open_seen(back: str, tmp_path: Path) -> Iterator[Open]:
    """Yields a function that opens a store of this test; each name has its own store."""
    services: dict[str, Service] = {}
    opened: list[facsim.Seen] = []

    def open_one(name: str = "store", **settings: object) -> facsim.Seen:
        where: object = tmp_path / name
        if back == "service":
            if name not in services:
                services[name] = Service(tmp_path / name, "--threads", "2").__enter__()
            where = url_of(services[name])
        opened.append(facsim.Seen(where, **settings))
        return opened[-1]

    yield open_one
    for seen in opened:
        seen.close()
    for service in services.values():
        service.__exit__(None, None, None)


@pytest.fixture
def seen(open_seen: Open) -> facsim.Seen:
    """Returns an empty store."""
    return open_seen()


def url_of(service: Service) -> str:
    """Returns the URL for a client."""
    return f"http://{service.address}"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Yields a service on a new store, without tokens."""
    with Service(tmp_path / "served", "--threads", "2") as started:
        yield started


def members_of(noun: object) -> object:
    """Returns a dataclass as in JSON; `candidates` only if they were requested."""
    made = dataclasses.asdict(noun, dict_factory=lambda pairs: {
        name: list(value) if isinstance(value, tuple) else value for name, value in pairs
        if name != "candidates" or value is not None})  # fmt: skip
    return made


def is_near(seen: facsim.Seen, text: str) -> bool:
    """True if the store has seen the text."""
    return seen.check(text).seen == "yes"


__all__ = ["BACKS", "DEFAULT", "Open", "Service", "back", "in_threads", "is_near", "members_of",
           "near", "open_seen", "seen", "service", "text_of", "url_of"]  # fmt: skip
