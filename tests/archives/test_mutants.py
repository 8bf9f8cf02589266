# SPDX-License-Identifier: Apache-2.0
"""Archives with faults, copied: another reader loses nothing that is not accounted for."""

import gzip
from pathlib import Path

import pytest

pytest.importorskip("warcio", reason="skipped: the other reader is not installed")

import mutants
import reading
import run
import seeds
from real_data import lacks
from running import PROGRAM, facsim

MUTANTS = 200


def lines_of(bad: list) -> str:
    """The mutants that lost something, for the message."""
    return "\n".join(f"{each.name} {each.kind} {dict(counts)}" for each, counts in bad)


def copy(folder: Path, name: str, data: bytes) -> tuple[bytes, list[dict], str]:
    """One archive through dedup: the copy, the rows of skipped.jsonl, the warnings."""
    source = folder / name
    source.write_bytes(data)
    done = facsim.done("dedup", source, "-o", folder / "out", "--min-resemblance", "0.3")
    rows = reading.rows(folder / "out" / "skipped.jsonl")
    return (folder / "out" / name).read_bytes(), rows.get(name, []), done.err


@pytest.mark.parametrize("own", [True, False])
def test_mutants_lose_nothing(tmp_path: Path, own: bool) -> None:
    used = seeds.own_seeds() if own else seeds.real_seeds() or lacks("warc_samples")
    measured = run.measure(PROGRAM, mutants.mutants(used, MUTANTS), tmp_path)
    bad = [(each, counts) for each, counts in measured if run.is_bad(counts)]
    assert not bad, lines_of(bad)
    # The run has something to lose: copies are edited, and faults are named.
    assert sum(counts["removed"] for _, counts in measured) > MUTANTS / 4
    assert sum(counts["named"] for _, counts in measured) > MUTANTS / 10


def test_a_loss_would_be_seen(tmp_path: Path) -> None:
    seed = seeds.own_warc(packed=False)
    whole = tmp_path / "whole.warc"
    whole.write_bytes(seed.file())
    part = tmp_path / "part.warc"
    part.write_bytes(b"".join(seed.records[:4] + seed.records[7:]))
    glued = tmp_path / "glued.warc"
    glued.write_bytes(seed.records[0].rstrip() + b"".join(seed.records[1:]))
    before = reading.read(whole, arc=False)
    assert before.to_the_end
    assert len(before.records) == len(seed.records)
    assert all(record.digest_passed for record in before.records[:3])
    after = reading.read(part, arc=False)
    assert len(reading.unaccounted(before, after, [], [])) == 3
    place = before.records[4].offset
    assert len(reading.unaccounted(before, after, [], [{"offset": place, "length": 9}])) == 2
    name = f"urn:uuid:{seeds.record_id(1)}"
    gone = [{"id": name, "url": "u", "offset": place}]
    assert reading.unaccounted(before, after, gone, []) == []  # and its companions
    assert not reading.read(glued, arc=False).to_the_end


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("arc", [False, True])
@pytest.mark.parametrize("less", [3, 7, 50, 10_000])
def test_a_length_too_small_glues_nothing(
    tmp_path: Path, packed: bool, arc: bool, less: int
) -> None:
    seed = (seeds.own_arc if arc else seeds.own_warc)(packed)
    bad = mutants.with_length(seed.records[1], lambda n: n - less, arc)
    seed.records[1] = bad
    name = ("own.arc" if arc else "own.warc") + (".gz" if packed else "")
    got, skipped, warnings = copy(tmp_path, name, seed.file())
    # Kept bit for bit, with what its length leaves out.
    assert (mutants.member(bad) if packed else bad) in got
    assert skipped == []
    assert "stated length too small: 1 record (at " in warnings


@pytest.mark.parametrize("arc", [False, True])
@pytest.mark.parametrize("more", [5, 300, 10**6, 10**12])
@pytest.mark.parametrize("at", [1, -1])
def test_a_member_that_claims_too_much_is_the_page_it_holds(
    tmp_path: Path, arc: bool, more: int, at: int
) -> None:
    seed = (seeds.own_arc if arc else seeds.own_warc)(packed=True)
    if not arc and at == -1:
        seed.records = seed.records[:-2]  # the last capture's response
    bad = mutants.with_length(seed.records[at], lambda n: n + more, arc)
    seed.records[at] = bad
    name = "own.arc.gz" if arc else "own.warc.gz"
    got, skipped, warnings = copy(tmp_path, name, seed.file())
    assert mutants.member(bad) in got
    assert skipped == []
    assert "stated length too large: 1 record (at " in warnings
    before = reading.read(tmp_path / name, arc)
    after = reading.read(tmp_path / "out" / name, arc)
    assert before.keys()[at] == after.keys()[at]
    assert after.to_the_end


@pytest.mark.parametrize(
    "junk", [b"junk", b"two\r\nlines\r\n\r\n", b"\0" * 70_000], ids=["word", "lines", "zeros"]
)
def test_damage_is_named_with_its_length(tmp_path: Path, junk: bytes) -> None:
    seed = seeds.own_warc(packed=False)
    at = len(b"".join(seed.records[:4]))
    seed.records.insert(4, junk)
    got, skipped, _ = copy(tmp_path, "own.warc", seed.file())
    row = {"offset": at, "length": len(junk), "reason": "damaged_record"}
    assert skipped == [{"file": str(tmp_path / "own.warc")} | row]
    assert reading.read(tmp_path / "out" / "own.warc", arc=False).to_the_end
    assert b"".join(seed.records[:4]) + seed.records[5] in got


def test_a_removal_does_not_join_its_neighbours(tmp_path: Path) -> None:
    # The record before the one that goes has no separator, in plain and in one gzip member.
    seed = seeds.own_warc(packed=False)
    third = seed.records[7]
    assert seeds.http(seeds.page(1)) in third
    seed.records[6] = seed.records[6].rstrip(b"\r\n")
    seed.records[6] = mutants.with_length(seed.records[6], lambda n: n - 2, arc=False)
    data = seed.file()
    kept = b"".join(seed.records[:7]) + b"\r\n\r\n" + b"".join(seed.records[10:])
    assert copy(tmp_path, "own.warc", data)[0] == kept
    (tmp_path / "packed").mkdir()
    packed = copy(tmp_path / "packed", "own.warc.gz", gzip.compress(data))[0]
    assert gzip.decompress(packed) == kept


def test_recluster_names_and_copies_the_same(tmp_path: Path) -> None:
    seed = seeds.own_warc(packed=False)
    seed.records[4] = mutants.with_length(seed.records[4], lambda n: n - 40, arc=False)
    seed.records.insert(7, b"junk\r\n\r\n")
    got, skipped, _ = copy(tmp_path, "own.warc", seed.file())
    assert [row["length"] for row in skipped] == [8]
    (tmp_path / "out" / "own.warc").unlink()
    facsim.done("recluster", tmp_path / "out", "--apply", "--quiet")
    assert reading.rows(tmp_path / "out" / "skipped.jsonl") == {"own.warc": skipped}
    assert (tmp_path / "out" / "own.warc").read_bytes() == got
