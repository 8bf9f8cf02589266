# SPDX-License-Identifier: Apache-2.0
"""Revisits of captures that an earlier day removed: the index remembers what became of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from making import near, warc_record, words, write_jsonl
from making import write_warc as write_plain_warc
from revisit_world import (
    Capture,
    counts,
    heads_of,
    names_of,
    references_of,
    warnings_about_revisits,
    write_warc,
)
from running import Dedup, facsim


def day(folder: Path, name: str, *records: bytes) -> Path:
    """An archive of that day."""
    return write_warc(folder / f"{name}.warc.gz", *records)


def against(folder: Path, *inputs: Path, update: bool = True) -> Dedup:
    """A run against the index of `folder`, which gets what was kept."""
    (folder / "idx").mkdir(exist_ok=True)
    names = [path.name for path in inputs]
    return Dedup(folder, *names, "--against", "idx", *(["--update"] if update else []))


def id_of(name: str) -> str:
    return f"urn:example:{name}"


@pytest.fixture
def first_day(tmp_path: Path) -> Path:
    """Keeps `kept` and an image, and removes `gone`."""
    kept, gone = Capture("kept", near("x", 0)), Capture("gone", near("x", 1))
    image = Capture("image", words("i"), media="image/png")
    run = against(tmp_path, day(tmp_path, "1", kept.response(), gone.response(), image.response()))
    assert run.removed() == {id_of("gone"): id_of("kept")}
    return tmp_path


def second_day(folder: Path, by: str) -> Path:
    """A page with a revisit of its own, and revisits of all that the first day had."""
    kept, gone = Capture("kept", near("x", 0)), Capture("gone", near("x", 1))
    image = Capture("image", words("i"), media="image/png")
    other = Capture("other", words("other"))
    never = Capture("never", words("never"))
    return day(folder, "2", other.response(), *(
        page.revisit(f"{page.name}-again", by=by) for page in (kept, gone, image, other, never)))  # fmt: skip


@pytest.mark.parametrize("by", ["id", "place", "digest", "all"])
def test_what_an_earlier_day_removed_is_listed(first_day: Path, by: str) -> None:
    run = against(first_day, second_day(first_day, by), update=False)
    assert run.summary["revisits"] == counts(kept=1, removed=1, in_index=2, elsewhere=1)
    (row,) = run.rows("revisits.jsonl")
    gone_url = "http://site.example.org/gone"
    assert row == {
        "id": id_of("gone-again"), "url": gone_url, "file": "2.warc.gz", "offset": row["offset"],
        "original": id_of("gone") if by in ("id", "all") else gone_url, "original_url": gone_url,
        "original_file": None, "original_offset": None,
        "representative": id_of("kept"), "representative_url": "http://site.example.org/kept",
        "representative_file": "1.warc.gz", "representative_offset": 0, "in_index": True,
    }  # fmt: skip
    said = "\n".join(warnings_about_revisits(run))
    assert "1 of 5 revisit records refers to a page that was removed; revisits.jsonl names it" in said
    assert "1 of 5 revisit records refers to a page that is neither" in said


@pytest.mark.parametrize("change", ["compact", "rebuild", "delete"])
def test_an_index_that_changes_remembers_them(first_day: Path, change: str) -> None:
    third = Capture("third", words("third"))
    against(first_day, day(first_day, "3", third.response()))
    arguments = {"compact": [], "rebuild": ["1.warc.gz", "3.warc.gz"], "delete": [id_of("kept")]}[change]
    done = facsim("index", change, first_day / "idx", *arguments, cwd=first_day)
    assert done.status == 0, done.err
    run = against(first_day, second_day(first_day, "all"), update=False)
    expected = counts(kept=1, removed=1, in_index=2, elsewhere=1)
    # Without the page that was kept nobody can say what stands for the one that was removed.
    assert run.summary["revisits"] == (counts(kept=1, in_index=1, elsewhere=3) if change == "delete" else expected)
    checked = facsim("index", "check", first_day / "idx")
    assert checked.status == 0, checked.err


def test_a_page_removed_for_one_of_the_index_is_remembered_too(first_day: Path) -> None:
    """And a day that keeps nothing adds to the index all the same."""
    late = Capture("late", near("x", 2))
    run = against(first_day, day(first_day, "2", late.response()))
    assert run.removed() == {id_of("late"): id_of("kept")} and run.summary["against"]["added"] == 0
    run = against(first_day, day(first_day, "3", late.revisit("late-again", by="place")))
    (row,) = run.rows("revisits.jsonl")
    assert (row["representative"], row["in_index"]) == (id_of("kept"), True)


def test_what_stays_as_a_revisit_record_is_in_the_copies(tmp_path: Path) -> None:
    """With --mode revisit a page that repeats another stays, in full or as a record that names it."""
    kept, other = Capture("kept", near("x", 0)), Capture("other", near("x", 1))
    same = Capture("same", near("x", 0))
    archive = day(tmp_path, "1", kept.response(), other.response(), same.response())
    (tmp_path / "idx").mkdir()
    flags = ("--against", "idx", "--update", "--mode", "revisit")
    run = Dedup(tmp_path, archive.name, *flags)
    written = run.summary["written_revisits"]
    assert set(run.removed()) == {id_of("other"), id_of("same")} and written["records"] == 1
    revisits = [page.revisit(f"{page.name}-again", by="id") for page in (kept, other, same)]
    run = against(tmp_path, day(tmp_path, "2", *revisits))
    assert run.summary["revisits"] == counts(in_index=3) and run.rows("revisits.jsonl") == []


def test_an_index_that_was_built_knows_its_captures(tmp_path: Path) -> None:
    kept, image = Capture("kept", near("x", 0)), Capture("image", words("i"), media="image/png")
    built = day(tmp_path, "1", kept.response(), image.response())
    done = facsim("index", "build", built, "-o", tmp_path / "idx", cwd=tmp_path)
    assert done.status == 0, done.err
    run = against(tmp_path, day(tmp_path, "2", kept.revisit("k", by="digest"), image.revisit("i", by="place")))
    assert run.summary["revisits"] == counts(in_index=2)


def test_pages_of_records_are_found_by_id_and_url_alone(tmp_path: Path) -> None:
    """Records without captures have no dates and digests that a revisit could name."""
    page = Capture("page", words("p"))
    record_of = {"id": id_of("page"), "url": page.url, "text": words("p")}
    against(tmp_path, write_jsonl(tmp_path / "a.jsonl", [record_of]))
    revisits = [page.revisit(by, by=by) for by in ("id", "place", "digest")]
    assert against(tmp_path, day(tmp_path, "2", *revisits)).summary["revisits"] == counts(in_index=3)


@pytest.mark.parametrize("order", [("about.warc", "1.warc.gz"), ("1.warc.gz", "about.warc")])
def test_records_of_the_crawler_itself_are_known(tmp_path: Path, order: tuple[str, str]) -> None:
    """What turns out to be about a page, be it before or after that page, is no page that was lost."""
    page = Capture("page", words("p"))
    day(tmp_path, "1", page.response())
    about = warc_record("resource", 7, words("p").encode(), Content_Type="text/plain",
                        WARC_Target_URI=page.url, WARC_Refers_To=f"<{id_of('page')}>")  # fmt: skip
    write_plain_warc(tmp_path / "about.warc", about)
    run = against(tmp_path, *(tmp_path / name for name in order))
    assert run.skipped == {"crawler_record": 1, "total": 1}
    again = warc_record("revisit", 8, b"", WARC_Target_URI=page.url,
                        WARC_Refers_To="<urn:uuid:00000000000000000000000000000007>")  # fmt: skip
    write_plain_warc(tmp_path / "2.warc", again)
    done = facsim("dedup", "2.warc", "--against", "idx", "-o", "out2", cwd=tmp_path)
    assert done.status == 0, done.err
    summary = json.loads((tmp_path / "out2" / "summary.json").read_text())
    assert summary["revisits"] == counts(in_index=1)


def test_the_surest_name_counts_wherever_it_leads(first_day: Path) -> None:
    """A capture of today with the digest that a revisit has is not the one that it names by id."""
    gone = Capture("gone", near("x", 1))
    twin = Capture("twin", near("x", 1), url="http://twin.example.org/")
    run = against(first_day, day(first_day, "2", twin.response(), gone.revisit("again", by="all")))
    (row,) = run.rows("revisits.jsonl")
    assert (row["original"], row["representative"]) == (id_of("gone"), id_of("kept"))


@dataclass
class Known:
    """The slow twin: every name of every capture so far, and what became of it."""

    fates: dict[tuple, list[tuple[int, str]]] = field(default_factory=dict)

    def learn(self, run: Dedup, archive: bytes) -> None:
        removed = run.removed()
        for head in heads_of(archive):
            if head["warc-type"] == "response":
                name = head["warc-record-id"].strip("<>")
                fate = (1, removed[name]) if name in removed else (0, name)
                for each in names_of(head):
                    self.fates.setdefault(each, []).append(fate)

    def expected(self, archive: bytes) -> Iterator[tuple[str, str | None]]:
        """Of each revisit: its id, and the page that is kept for its original if that was removed."""
        for head in heads_of(archive):
            if head["warc-type"] != "revisit":
                continue
            known = (self.fates[each] for each in references_of(head) if each in self.fates)
            fate = min(next(known, [(9, "")]))
            yield head["warc-record-id"].strip("<>"), fate[1] if fate[0] == 1 else None


@pytest.mark.parametrize("seed", range(6))
def test_days_of_a_crawl_list_what_the_slow_twin_lists(tmp_path: Path, seed: int) -> None:
    draw = Random(seed)
    known = Known()
    captures: list[Capture] = []
    listed = 0
    for number in range(5):
        fresh = [
            Capture(f"d{number}-{i}", near(draw.randrange(6), draw.randrange(3)),
                    url=f"http://h{draw.randrange(3)}.example.org/{draw.randrange(9)}",
                    date=f"2024-05-{number + 1:02}T00:00:{i:02}Z")
            for i in range(8)
        ]  # fmt: skip
        revisits = [
            draw.choice(captures).revisit(f"r{number}-{i}", by=draw.choice(["id", "place", "all"]))
            for i in range(12 if captures else 0)
        ]
        records = [page.response() for page in fresh] + revisits
        draw.shuffle(records)
        archive = b"".join(records)
        run = against(tmp_path, day(tmp_path, f"day{number}", *records))
        expected = {name: kept for name, kept in known.expected(archive) if kept is not None}
        rows = {row["id"]: row["representative"] for row in run.rows("revisits.jsonl")} if revisits else {}
        assert rows == expected
        if revisits:
            assert run.summary["revisits"]["original_elsewhere"] == 0
        listed += len(rows)
        known.learn(run, archive)
        captures += fresh
    assert listed > 5


def test_damage_of_the_table_is_found(first_day: Path) -> None:
    """Any byte of a segment that is changed is named; none makes a run list another page."""
    (segment,) = (first_day / "idx").glob("*.seg")
    whole = segment.read_bytes()
    draw = Random(1)
    for _ in range(20):
        at = draw.randrange(len(whole))
        segment.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        run = against(first_day, second_day(first_day, "all"), update=False)
        assert run.done.status == 1 and not run.out.exists()
    segment.write_bytes(whole)


def test_many_captures_of_one_digest_are_no_product(tmp_path: Path) -> None:
    """Thousands of removed captures and revisits under one digest take one entry and one look-up each."""
    page = Capture("page", words("p"))
    copies = [Capture(f"c{n}", words("p"), url=f"http://example.org/{n}") for n in range(2000)]
    against(tmp_path, day(tmp_path, "1", page.response(), *(copy.response() for copy in copies)))
    revisits = [copies[n % 2000].revisit(f"r{n}", by="digest") for n in range(5000)]
    run = against(tmp_path, day(tmp_path, "2", *revisits), update=False)
    told = run.summary["revisits"]
    assert told["records"] == 5000 and told["original_elsewhere"] == 0
    info = json.loads(facsim("index", "info", tmp_path / "idx", "--json").out)
    assert info["entries"] == 1
