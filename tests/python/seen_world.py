# SPDX-License-Identifier: Apache-2.0
"""A store in a folder and one behind a service, for tests that hold for both."""

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
    """Which of the two."""
    return request.param


@pytest.fixture
def open_seen(back: str, tmp_path: Path) -> Iterator[Open]:
    """Opens a store of this test, a new one each time it is asked for by another name."""
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
    """An empty store."""
    return open_seen()


def url_of(service: Service) -> str:
    """What a client is given."""
    return f"http://{service.address}"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service on a new store, without tokens."""
    with Service(tmp_path / "served", "--threads", "2") as started:
        yield started


def members_of(noun: object) -> object:
    """A dataclass as JSON has it; `candidates` only where they were asked for."""
    made = dataclasses.asdict(noun, dict_factory=lambda pairs: {
        name: list(value) if isinstance(value, tuple) else value for name, value in pairs
        if name != "candidates" or value is not None})  # fmt: skip
    return made


def is_near(seen: facsim.Seen, text: str) -> bool:
    """Whether the store has seen it."""
    return seen.check(text).seen == "yes"


__all__ = ["BACKS", "DEFAULT", "Open", "Service", "back", "in_threads", "is_near", "members_of",
           "near", "open_seen", "seen", "service", "text_of", "url_of"]  # fmt: skip
