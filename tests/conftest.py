# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of all folders; session_rules.py has the hooks of a session."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from making import write_jsonl
from running import PROGRAM, Dedup, run

pytest_plugins = ["session_rules"]
NOBODY = 65534


@pytest.fixture
def dedup(tmp_path: Path) -> Callable:
    """Returns a run of dedup on records that gives rows and reports by id, summary and warnings."""
    files = (tmp_path / f"{number}.jsonl" for number in range(100))

    def deduplicated(records: list[dict], *flags: object) -> tuple[dict, dict, dict, str]:
        done = Dedup(tmp_path, write_jsonl(next(files), records), *flags)
        rows = {row["id"]: row for row in done.rows()}
        reported = {row["id"]: row for row in done.rows("reported.jsonl")}
        return rows, reported, done.summary, done.done.err

    return deduplicated


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yields a folder that every user may enter and write to."""
    folder = Path(tempfile.mkdtemp(prefix="facsim-cli-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def as_nobody() -> dict:
    """Returns the arguments that run facsim() as a user who may not read everything."""
    if os.geteuid() != 0:
        return {}
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    if run(["test", "-x", PROGRAM], **user).status != 0:
        pytest.skip("skipped: the program lies where no other user may run it")
    return user
