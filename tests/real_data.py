# SPDX-License-Identifier: Apache-2.0
"""Real documents and archives in the folder FACSIM_DATA; without it tests are skipped."""

import os
from itertools import islice
from pathlib import Path
from typing import NoReturn

from running import start

# The start of the reason of such a skip; session_rules.py counts them.
NO_DATA = "skipped: no data at "


def lacks(name: str) -> NoReturn:
    """Skips the test because a set is missing."""
    import pytest  # here: programs that measure do without it

    pytest.skip(f"{NO_DATA}$FACSIM_DATA/{name}")


def real_set(name: str) -> Path:
    """Returns the folder of a set."""
    folder = Path(os.environ.get("FACSIM_DATA") or "/nowhere") / name
    return folder if folder.is_dir() else lacks(name)


def real_lines(name: str, count: int | None = None) -> list[bytes]:
    """Returns the first documents of a set, a line of JSON each; all without `count`."""
    path = real_set(name) / "docs.jsonl.zst"
    with start(["zstd", "-dqc", "--long=27", path]) as unpacker:
        lines = list(islice(unpacker.stdout, count))
        assert count is not None or unpacker.result().status == 0, path
    return lines


def write_real(path: Path, name: str, count: int | None = None) -> Path:
    """Writes a file of the first documents of a set."""
    path.write_bytes(b"".join(real_lines(name, count)))
    return path
