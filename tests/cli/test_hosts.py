# SPDX-License-Identifier: Apache-2.0
"""A host has one spelling, whatever a page writes: for --scope host, the counts, and a store."""

import json
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import Dedup, facsim

KNOWN = "xn--bcher-kva.example"
SPELLINGS = ["bücher.example", "BÜCHER.example:80", f"me@{KNOWN.upper()}.", "b%C3%BCcher.example"]


def pages(*hosts: str) -> list[dict]:
    """The same text on each host."""
    return [{"id": f"{number}", "url": f"http://{host}/{number}", "text": words(1, 120)}
            for number, host in enumerate(hosts)]  # fmt: skip


def test_spellings_are_one_host(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", pages(*SPELLINGS))
    run = Dedup(tmp_path, "a.jsonl", "--scope", "host")
    assert [row["id"] for row in run.rows()] == ["1", "2", "3"]
    ((name, host),) = run.summary["hosts"].items()
    assert (name, host["pages"], host["removed"]) == (KNOWN, 4, 3)
    # What a page says of itself stays.
    assert json.loads(run.out.joinpath("a.jsonl").read_text())["url"] == "http://bücher.example/0"


def test_other_hosts_are_others(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", pages("bücher.example", "bucher.example", "bücher.example.org"))
    run = Dedup(tmp_path, "a.jsonl", "--scope", "host")
    assert run.rows() == [] and len(run.summary["hosts"]) == 3


@pytest.mark.parametrize("asked", ["BÜCHER.example", KNOWN])
def test_a_store_deletes_by_any_spelling(tmp_path: Path, asked: str) -> None:
    write_jsonl(tmp_path / "a.jsonl", pages(*SPELLINGS, "other.example"))
    assert facsim("store", "load", "s", "a.jsonl", cwd=tmp_path).status == 0
    stats = facsim("store", "stats", "s", cwd=tmp_path)
    assert f"host\t{KNOWN}\t4\n" in stats.out
    done = facsim("store", "retain", "s", "--host", asked, cwd=tmp_path)
    assert done.status == 0 and "4 pages deleted" in done.err
