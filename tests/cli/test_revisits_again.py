# SPDX-License-Identifier: Apache-2.0
"""Revisits of other days and other makes: recluster, indexes, real archives, hostile ones."""

import json
import re
from pathlib import Path

import pytest
from making import near, packed, words
from real_data import real_set
from revisit_world import (
    Capture,
    counts,
    record,
    replay,
    versions_with_revisits,
    warnings_about_revisits,
    write_warc,
)
from running import Dedup, facsim


@pytest.mark.parametrize("keep", ["first", "last", "longest", "shortest-url", "newest", "oldest"])
def test_recluster_remembers_what_revisits_refer_to(tmp_path: Path, keep: str) -> None:
    inputs = versions_with_revisits(tmp_path)
    run = Dedup(tmp_path, *inputs, "--keep", keep)
    # Its last version has the shortest URL.
    other_keep = "first" if keep in ("last", "shortest-url") else "last"
    other = Dedup(tmp_path, *inputs, "--keep", other_keep)
    names = ["duplicates.jsonl", "reported.jsonl", "clusters.jsonl", "revisits.jsonl"]
    # What recluster does not know because nobody asked in the first run.
    unknown = re.compile('"(agreement|template)":[^,]*,')

    def rows(folder: Path) -> dict[str, str]:
        return {name: unknown.sub("", (folder / name).read_text()) for name in names}

    assert rows(run.out) != rows(other.out)
    done = facsim("recluster", other.out, "--keep", keep, "--quiet")
    assert done.status == 0, done.err
    assert rows(other.out) == rows(run.out)
    again = json.loads((other.out / "summary.json").read_text())
    for name in ("revisits", "what_if"):
        assert again[name] == run.summary[name]
    done = facsim("recluster", other.out, "--keep", keep, "--apply", "--quiet")
    assert done.status == 0, done.err
    assert rows(other.out) == rows(run.out)
    for name in ("1.warc", "2.warc.gz"):
        assert (other.out / name).read_bytes() == (run.out / name).read_bytes(), name


def test_an_older_page_of_an_index_takes_the_place(tmp_path: Path) -> None:
    old = Capture("old", near("x", 0), url="http://old.example.org/")
    new, copy = Capture("new", near("x", 1)), Capture("copy", near("x", 2))
    lone, twin = Capture("lone", near("y", 0)), Capture("twin", near("y", 1))
    day1 = write_warc(tmp_path / "day1.warc", old.response())
    day2 = write_warc(tmp_path / "day2.warc", copy.response(), new.response(), twin.response(),
                      lone.response(), new.revisit("new-again"), lone.revisit("lone-again"),
                      old.revisit("old-again"))  # fmt: skip
    (tmp_path / "idx").mkdir()
    assert Dedup(tmp_path, day1, "--against", "idx", "--update").rows() == []
    run = Dedup(tmp_path, day2, "--against", "idx", "--update", "--keep", "first")
    assert run.removed() == {"urn:example:new": "urn:example:old", "urn:example:copy":
                             "urn:example:old", "urn:example:twin": "urn:example:lone"}  # fmt: skip
    assert run.summary["revisits"] == counts(kept=1, removed=1, in_index=1)
    (row,) = run.rows("revisits.jsonl")
    assert (row["id"], row["original"], row["representative"], row["in_index"]) == (
        "urn:example:new-again", "urn:example:new", "urn:example:old", True)  # fmt: skip
    assert row["representative_file"] == str(day1)


def test_an_index_full_of_one_name_is_asked_once(tmp_path: Path) -> None:
    pages = [Capture("same", words(n)).response() for n in range(3000)]
    day1 = write_warc(tmp_path / "day1.warc", *pages)
    revisits = [record("revisit", b"", Record_ID=f"<urn:example:r{n}>",
                       Refers_To="<urn:example:same>") for n in range(30000)]  # fmt: skip
    day2 = write_warc(tmp_path / "day2.warc", *revisits)
    (tmp_path / "idx").mkdir()
    assert Dedup(tmp_path, day1, "--against", "idx", "--update").rows() == []
    run = Dedup(tmp_path, day2, "--against", "idx")
    assert run.summary["revisits"] == counts(in_index=30000)


def test_hostile_revisits_cost_no_more_than_others(tmp_path: Path) -> None:
    """Many pages under one digest and many revisits of it are no product of both."""
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + words("w").encode()
    digest = {"Payload_Digest": "sha1:SAME"}
    named = {"Record_ID": "<urn:example:one>", "Date": "2024-05-01T00:00:00Z"} | digest
    records = [record("response", body, Target_URI=f"http://example.org/{n}", **named)
               for n in range(4000)]  # fmt: skip
    records += [record("revisit", b"", Record_ID=f"<urn:example:r{n}>", **digest)
                for n in range(20000)]  # fmt: skip
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", *records), "--memory", "64M")
    assert run.summary["revisits"] == counts(kept=20000) and len(run.rows()) == 3999


def real_archives() -> list[Path]:
    """Of crawlers of several makes, with revisits."""
    names = ["webrecorder_pywb__iana.warc.gz", "webrecorder_pywb__dupes.warc.gz",
             "webrecorder_warcio__example.warc", "archivesunleashed_aut__issue-493.warc",
             "archivesunleashed_aut__example.pdf.warc.gz",
             "apache_stormcrawler__test.warc.gz"]  # fmt: skip
    return [real_set("warc_samples") / name for name in names]


@pytest.mark.parametrize("keep", ["first", "last", "oldest"])
def test_of_real_revisits_those_that_dangle_are_listed(tmp_path: Path, keep: str) -> None:
    archives = real_archives()
    before = replay(*archives)
    assert len(before.found) > 100
    run = Dedup(tmp_path, *archives, "--keep", keep)
    after = replay(*(run.out / path.name for path in archives))
    listed = {f"<{row['id']}>" for row in run.rows("revisits.jsonl")}
    assert listed == set(after.dangling) - set(before.dangling)
    removed = len(after.dangling) - len(before.dangling)
    assert run.summary["revisits"] == counts(kept=len(after.found), removed=removed,
                                             elsewhere=len(before.dangling))  # fmt: skip


def test_damaged_revisits_are_no_revisits(tmp_path: Path) -> None:
    page = Capture("a", words("a"))
    good = page.revisit("good", by="all")
    long_url = page.revisit("long", Refers_To_Target_URI="http://example.org/" + "u" * 100000)
    folded = page.revisit("folded", by="place")
    folded = folded.replace(b"Refers-To-Date: ", b"Refers-To-Date:\r\n ")
    inputs = [write_warc(tmp_path / "a.warc", page.response(), long_url, folded, good[:-30])]
    run = Dedup(tmp_path, *inputs)
    assert run.summary["revisits"] == counts(kept=2)
    assert run.summary["skipped"]["clipped_record"] == 1
    # Cut anywhere, each behind a page of its own: no cut costs its page.
    cuts = range(1, len(good), 7)
    inputs = [
        write_warc(tmp_path / f"{cut}.warc", Capture(f"p{cut}", words(cut)).response(), good[:cut])
        for cut in cuts
    ]
    run = Dedup(tmp_path, *inputs)
    assert run.summary["pages_read"] == len(cuts) and run.rows() == []
    # The last of them lacks only the line breaks behind a record.
    assert run.summary["skipped"]["clipped_record"] == len(cuts) - 1


def test_a_revisit_that_is_too_large_is_named_as_any(tmp_path: Path) -> None:
    a, b = Capture("a", near("x", 0)), Capture("b", near("x", 1))
    head, block = b.revisit("large").split(b"\r\n\r\n", 1)
    block = b"z" * 2_000_000
    head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(block), head)
    source = write_warc(tmp_path / "a.warc", a.response(), b.response(), a.revisit("a-1"),
                        head + b"\r\n\r\n" + block + b"\r\n\r\n")  # fmt: skip
    run = Dedup(tmp_path, source := packed(source, "zst"), "--page-max", "8K")
    assert run.summary["revisits"] == counts(kept=1, removed=1)
    (row,) = run.rows("revisits.jsonl")
    assert (row["id"], row["url"]) == ("urn:example:large", "http://site.example.org/b")
    assert row["original"] == "urn:example:b"
