# SPDX-License-Identifier: Apache-2.0
"""Twenty seconds of `make soak` (soak.py)."""

from pathlib import Path

import pytest
from measures import MIB
from soak import SEGMENTS_MOST, Soak, soak


@pytest.mark.bounds_memory
def test_twenty_seconds(tmp_path: Path) -> None:
    """In so short a time caches and tables still fill a little."""
    seen = soak(tmp_path, 20, connections=3)
    print(seen.table())
    assert seen.complaints(slack=24 * MIB) == []
    assert seen.pages > 100
    assert max(row["segments"] for row in seen.rows) >= 1, "no segment was written"


def test_what_grows_is_said() -> None:
    """A soak that cannot fail proves nothing."""
    def rows(**grows: int) -> Soak:
        flat = dict.fromkeys(("memory", "log", "sst", "seg", "other", "files"), 100 * MIB)
        return Soak(rows=[flat | {"segments": 5} | {name: flat.get(name, 5) + i * by for name, by in grows.items()}
                          for i in range(60)])  # fmt: skip

    assert rows().complaints(0) == []
    for name in ("memory", "log", "sst", "seg", "other"):
        [said] = rows(**{name: MIB}).complaints(0)
        assert said.startswith(f"{name} grows")
    assert len(rows(files=2).complaints(0)) == 1
    assert len(rows(segments=1).complaints(0)) == 1
    assert max(row["segments"] for row in rows(segments=1).rows) > SEGMENTS_MOST
    quiet = rows()
    quiet.warnings = [{"level": "warning"}]
    assert len(quiet.complaints(0)) == 1
