# SPDX-License-Identifier: Apache-2.0
"""What a killed run leaves: the next one clears it, and nothing that lives or is not its own."""

import os
import shutil
from pathlib import Path

import pytest
from making import many_pages, write_jsonl
from running import Started, facsim

OWNER = ".facsim-owner"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Hundreds of megabytes, by hard links to one file: a run over it takes seconds."""
    folder = tmp_path / "site"
    folder.mkdir()
    first = write_jsonl(folder / "part-000.jsonl", many_pages(4000))
    for number in range(1, 60):
        os.link(first, folder / f"part-{number:03}.jsonl")
    return folder


def started(site: Path, out: str = "out") -> Started:
    """A run at work that has its folders."""
    base = site.parent
    (base / "tmp").mkdir(exist_ok=True)
    before = len(litter(base))
    process = facsim.start("dedup", site, "-o", base / out, "--tmp", base / "tmp")
    process.until(lambda: len(litter(base)) >= before + 2)
    return process


def litter(base: Path) -> list[Path]:
    """Folders that say whose they are."""
    return sorted(path.parent for path in [*base.glob(f".*/{OWNER}"), *base.glob(f"tmp/*/{OWNER}")])


def small_run(base: Path, out: str = "out") -> None:
    page = write_jsonl(base / "one.jsonl", [{"id": 1, "text": "a page of a few words"}])
    facsim.done("dedup", page, "-o", base / out, "--tmp", base / "tmp")


def test_the_next_run_clears_what_a_killed_one_left(site: Path) -> None:
    process = started(site)
    process.kill()
    process.wait()
    left = litter(site.parent)
    assert len(left) == 2, left
    small_run(site.parent)
    assert litter(site.parent) == []
    assert list((site.parent / "tmp").iterdir()) == []
    assert OWNER not in os.listdir(site.parent / "out")


def test_what_a_living_run_has_stays(site: Path) -> None:
    with started(site) as process:
        theirs = litter(site.parent)
        small_run(site.parent)
        assert process.poll() is None, "the machine is too fast for this test"
        assert litter(site.parent) == theirs


def test_what_another_machine_or_a_user_has_stays(site: Path) -> None:
    process = started(site)
    process.kill()
    process.wait()
    base = site.parent
    foreign = litter(base)
    for folder in foreign:
        lines = (folder / OWNER).read_text().splitlines()
        assert lines[0] == "facsim owner 1"
        assert lines[1].startswith(f"machine {os.uname().nodename} "), lines
        lines[1] = "machine another 0123456789"
        (folder / OWNER).write_text("\n".join(lines))
    mine = base / "tmp" / "facsim-abc123"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    small_run(base)
    assert litter(base) == foreign
    assert (mine / "notes.txt").read_text() == "mine"


def test_an_interrupted_recluster_is_put_back(tmp_path: Path) -> None:
    pages = write_jsonl(tmp_path / "pages.jsonl", many_pages(60))
    out = tmp_path / "out"
    facsim.done("dedup", pages, "-o", out, "--tmp", tmp_path)
    whole = {path.name: path.read_bytes() for path in out.iterdir()}
    # As a kill leaves it that comes when two files are aside: the owner's lock is free.
    hidden = out / ".out.facsim-abc123"
    (hidden / ".before").mkdir(parents=True)
    killed = facsim.start("dedup", "-", "-o", tmp_path / "other", "--tmp", tmp_path)
    killed.until(lambda: any(tmp_path.glob(f".other.facsim-*/{OWNER}")))
    owner = next(tmp_path.glob(f".other.facsim-*/{OWNER}"))
    shutil.copy(owner, hidden / OWNER)
    for name in ("summary.json", "duplicates.jsonl"):
        (out / name).rename(hidden / ".before" / name)
    (hidden / "clusters.jsonl").write_text("new\n")
    killed.kill()
    killed.wait()

    facsim.done("recluster", out, "--tmp", tmp_path)
    assert not hidden.exists()
    after = {path.name: path.read_bytes() for path in out.iterdir()}
    assert after.keys() == whole.keys()
    assert after["duplicates.jsonl"] == whole["duplicates.jsonl"]
    assert after["clusters.jsonl"] == whole["clusters.jsonl"]
