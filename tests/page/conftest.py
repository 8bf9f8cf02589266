# SPDX-License-Identifier: Apache-2.0
"""The browser, one for all tests of a file."""

import sys
from collections.abc import Iterator

import pytest
from browsing import CHROMIUM, FLAGS, missing
from running import ROOT

sys.path.append(str(ROOT / "tests/service"))  # service_world


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    if not CHROMIUM.exists():
        missing(str(CHROMIUM))
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()
