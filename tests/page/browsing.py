# SPDX-License-Identifier: Apache-2.0
"""A browser for the tests of pages, and axe-core; where they must run, both are there."""

import os
from pathlib import Path

import pytest
from running import ROOT

CHROMIUM = Path(os.environ.get("FACSIM_CHROMIUM", "/usr/bin/chromium"))
NODE_MODULES = ROOT / "build/node/node_modules"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]


def missing(what: str) -> None:
    """Where the tests must run, what they need is there."""
    if os.environ.get("FACSIM_NEEDS_BROWSER"):
        pytest.fail(f"there is no {what}; scripts/setup.sh test page installs it")
    pytest.skip(f"skipped: no {what} (scripts/setup.sh test page)")


def serious(opened: object) -> list[tuple]:
    """What axe-core finds on the page that is open: which rule, and the first element."""
    axe = NODE_MODULES / "axe-core/axe.min.js"
    if not axe.exists():
        missing("axe-core")
    if not opened.evaluate("() => 'axe' in window"):
        opened.evaluate(axe.read_text())
    found = opened.evaluate("() => axe.run()")
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]
            if each["impact"] in ("serious", "critical")]
