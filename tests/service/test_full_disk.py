# SPDX-License-Identifier: Apache-2.0
"""The disk of a store is full: what reads goes on, what writes says how much room it needs."""

import json
import os
from pathlib import Path

import pytest
from running import ROOT, Result, facsim
from service_world import NotStarted, Service, near, text_of

FAILING_DISK = Path(os.environ.get("FACSIM_FAILING_DISK", ROOT / "build/release/tests/libfacsim_failing_disk.so"))


def jsonl(path: Path, pages: list[dict]) -> Path:
    path.write_text("".join(json.dumps(page) + "\n" for page in pages))
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Some of one host, and a copy."""
    pages = [{"id": f"p{n}", "url": f"https://h{n % 2}.example.org/{n}", "text": text_of(n)}
             for n in range(6)]  # fmt: skip
    return jsonl(tmp_path / "pages.jsonl", [*pages, {"id": "copy", "text": near(text_of(0), 1)}])


@pytest.fixture
def full(tmp_path: Path, pages: Path) -> dict[str, str]:
    """The variables of a program for which no byte more fits below tmp_path/store, whose pages are
    in a segment and in the log."""
    assert FAILING_DISK.exists(), f"no {FAILING_DISK}; build the target facsim_failing_disk"
    facsim.done("store", "load", tmp_path / "store", pages)
    facsim.done("store", "rebuild", tmp_path / "store")
    facsim.done("store", "load", tmp_path / "store", jsonl(tmp_path / "new.jsonl", [
        {"id": "new", "text": text_of(100)}]))  # fmt: skip
    (tmp_path / "fails").write_text(f"write {tmp_path}/store/ 28\n")
    return {"LD_PRELOAD": str(FAILING_DISK), "FACSIM_DISK_FAILS": str(tmp_path / "fails")}


def test_what_only_reads(tmp_path: Path, pages: Path, full: dict[str, str]) -> None:
    """Answers as before; a backup to another disk is whole and is a store."""

    def run(*words: object) -> Result:
        return facsim.done("store", *words, env=full)

    store = tmp_path / "store"
    assert run("dump", store).out.count("\n") == 8
    assert json.loads(run("stats", store, "--json").out)["pages"] == 8
    assert "no damage found" in run("check", store).err
    questions = jsonl(tmp_path / "ask.jsonl", [
        {"id": "q0", "text": near(text_of(0), 2)}, {"id": "q1", "text": text_of(100)},
        {"id": "q2", "text": text_of(200)}])  # fmt: skip
    asked = run("ask", store, questions).rows()
    assert [row["seen"] for row in asked] == ["yes", "yes", "no"]
    assert [row["match"] and row["match"]["id"] for row in asked] == ["p0", "new", None]
    would = run("retain", store, "--host", "h0.example.org", "--dry-run", "--json")
    assert json.loads(would.out)["pages"] == 3
    run("backup", store, tmp_path / "kept")
    facsim.done("store", "restore", tmp_path / "kept", tmp_path / "again")
    assert facsim.done("store", "ask", tmp_path / "again", questions).rows() == asked


def test_what_writes(tmp_path: Path, pages: Path, full: dict[str, str]) -> None:
    """It says that the disk is full, how much to free and what works meanwhile; with room it is as
    if nothing had been."""
    store = tmp_path / "store"
    for words in (("retain", store, "--host", "h0.example.org"), ("load", store, pages),
                  ("ask", store, pages, "--add"), ("rebuild", store)):  # fmt: skip
        refused = facsim("store", *words, env=full)
        assert refused.status == 1, words
        assert "the disk is full" in refused.err and "free 17 MiB" in refused.err, refused.err
        assert "facsim store backup" in refused.err
    with pytest.raises(NotStarted, match="the disk is full.*free 17 MiB"), Service(store, env=full):
        pass
    facsim.done("store", "check", store)
    facsim.done("store", "retain", store, "--host", "h0.example.org")
    assert facsim.done("store", "dump", store).out.count("\n") == 5
