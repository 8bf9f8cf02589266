# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of the service."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from service_world import Service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Yields a service on a new store, without tokens."""
    with Service(tmp_path / "store", "--threads", "2") as started:
        yield started
