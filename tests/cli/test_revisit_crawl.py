# SPDX-License-Identifier: Apache-2.0
"""Revisits as wget writes them: a crawl of two days on loopback (revisit_crawl.py)."""

import shutil
from pathlib import Path

import pytest
from revisit_crawl import KEEPS, crawl, dedup, outcomes, show
from revisit_world import replay
from running import PROGRAM


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("wget") is None:
        pytest.skip("skipped: wget is missing; scripts/setup.sh test installs it")
    return tmp_path_factory.mktemp("crawl")


@pytest.fixture(scope="module")
def days(folder: Path) -> list[Path]:
    return crawl(folder, articles=20)


def test_the_crawl_has_revisits(days: list[Path]) -> None:
    looked_up = replay(*days)
    assert len(looked_up.found) >= 30 and looked_up.dangling == []


def test_what_dangles_is_listed_and_no_more_than_must(folder: Path, days: list[Path]) -> None:
    made = {outcome.name: outcome for outcome in outcomes(PROGRAM, folder, days)}
    revisits = len(replay(*days).found)
    for keep in KEEPS:
        outcome = made[f"keep-{keep}"]
        counts = outcome.summary["revisits"]
        assert outcome.dangling == outcome.listed == counts["original_removed"], keep
        assert outcome.found == counts["original_kept"] == revisits - outcome.dangling, keep
        # A page and its mirror are both originals: one goes, the revisits of the other stay sound.
        assert outcome.found >= revisits // 2, keep
    # The first day is known when the second comes, also what was removed of it.
    second = made["against-day2"]
    counts = second.summary["revisits"]
    assert counts["original_in_index"] == second.found > 0
    assert counts["original_removed"] == second.listed == second.dangling > 0
    assert counts["records"] == second.found + second.dangling == revisits


def test_one_host_alone_loses_no_original(folder: Path, days: list[Path]) -> None:
    """Session ids make copies of every article; by hosts no mirror stands in the way."""
    outcome = dedup(PROGRAM, folder / "by-host", days, "--keep", "last", "--scope", "host")
    assert outcome.summary["removed"]["total"] > 0
    assert outcome.dangling == outcome.listed == 0


def test_a_removed_original_can_be_shown(folder: Path, days: list[Path]) -> None:
    dedup(PROGRAM, folder / "shown", days, "--keep", "last")
    assert "removed" in show(PROGRAM, folder / "shown")
