# SPDX-License-Identifier: Apache-2.0
"""Archives whose stated lengths are a little too large throughout: read, and nothing is lost of the copy."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("warcio", reason="skipped: the other reader is not installed")

import mutants
import reading
import seeds
from making import TOOLS, piped, unpacked
from running import Dedup

EXCESS = {
    "210": lambda n: n + 210, "5": lambda n: n + 5, "tenth": lambda n: n + 5 + n // 10,
    "varied": lambda n: n + 5 + n * 37 % 400,
}  # fmt: skip


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes, ".gz": gzip.compress, ".zst": lambda data: piped(TOOLS["zst"], data)
}  # fmt: skip


def too_large(records: list[bytes], excess: str, arc: bool) -> list[bytes]:
    return [mutants.with_length(record, EXCESS[excess], arc) for record in records]


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("excess", EXCESS)
@pytest.mark.parametrize("arc", [False, True])
def test_all_pages_are_read(tmp_path: Path, packing: str, excess: str, arc: bool) -> None:
    seed = (seeds.own_arc if arc else seeds.own_warc)(packed=False)
    records = too_large(seed.records, excess, arc)
    path = tmp_path / ("own.arc" if arc else "own.warc")
    path = path.with_name(path.name + packing)
    path.write_bytes(PACKINGS[packing](b"".join(records)))
    run = Dedup(tmp_path, path, "--min-resemblance", "0.3")
    assert run.skipped == {"total": 0}
    assert run.summary["pages_read"] == 4 and len(run.rows()) == 1
    assert f"stated length too large: {len(records)} records (first at " in run.done.err
    copied = unpacked(run.out / path.name)
    gone = [3] if arc else [7, 8, 9]
    assert copied == b"".join(r for at, r in enumerate(records) if at not in gone)


def test_with_true_lengths_another_reader_has_all_of_the_copy(tmp_path: Path) -> None:
    seed = seeds.own_warc(packed=False)
    path = tmp_path / "own.warc"
    path.write_bytes(b"".join(too_large(seed.records, "210", arc=False)))
    run = Dedup(tmp_path, path, "--min-resemblance", "0.3")
    mended = b"".join(
        mutants.with_length(record, lambda n: n - 210, arc=False)
        for record in (run.out / "own.warc").read_bytes().replace(b"WARC/1.0", b"\0WARC/1.0").split(b"\0")[1:]
    )
    (tmp_path / "mended.warc").write_bytes(mended)
    sound = tmp_path / "sound.warc"
    sound.write_bytes(b"".join(seed.records[:7] + seed.records[10:]))
    after, before = reading.read(tmp_path / "mended.warc", arc=False), reading.read(sound, arc=False)
    assert after.to_the_end and after.keys() == before.keys()
    assert not after.failing()


@pytest.mark.parametrize("at", [1, 4, 7])
def test_one_bad_record_among_good_ones_costs_only_itself(tmp_path: Path, at: int) -> None:
    seed = seeds.own_warc(packed=False)
    records = list(seed.records)
    records[at] = mutants.with_length(records[at], lambda n: n + 210, arc=False)
    path = tmp_path / "own.warc"
    path.write_bytes(b"".join(records))
    run = Dedup(tmp_path, path)
    assert run.skipped == {"damaged_record": 1, "total": 1}
    assert run.summary["pages_read"] == 3


def test_a_cut_file_is_clipped(tmp_path: Path) -> None:
    records = too_large(seeds.own_warc(packed=False).records, "210", arc=False)
    path = tmp_path / "own.warc"
    path.write_bytes(b"".join(records[:5])[:-40])
    run = Dedup(tmp_path, path)
    assert run.skipped == {"clipped_record": 1, "total": 1}
    assert run.summary["pages_read"] == 1
