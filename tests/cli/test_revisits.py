# SPDX-License-Identifier: Apache-2.0
"""Revisit records have no content: their originals come first, or are listed where they go."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from revisit_world import Capture, digest_of, record, replay, write_warc
from running import Dedup, facsim, near, packed, tree, words

KEEPS = ["first", "last", "longest", "shortest-url", "newest", "oldest", "canonical", "field:rank"]
WAYS = ["id", "place", "digest", "all"]
CANONICAL = '<link rel="canonical" href="http://site.example.org/{}">'


def counts(kept: int = 0, removed: int = 0, elsewhere: int = 0, in_index: int = 0) -> dict:
    return {"records": kept + removed + in_index + elsewhere, "original_kept": kept,
            "original_removed": removed, "original_in_index": in_index,
            "original_elsewhere": elsewhere}  # fmt: skip


def near_pages() -> dict[str, Capture]:
    """Versions of one page: whatever the policy, another than `orig` is the one to keep."""
    made = {
        "b": Capture("b", near("x", 1), date="2024-01-01T00:00:00Z", head=CANONICAL.format("b")),
        "orig": Capture("orig", near("x", 0), url="http://site.example.org/original"),
        "long": Capture("long", near("x", 2) + " and more words", date="2024-12-01T00:00:00Z"),
        "c": Capture("c", near("x", 3), head=CANONICAL.format("c")),
    }
    return made


def warnings_about_revisits(run: Dedup) -> list[str]:
    return [line for line in run.done.warnings if "revisit" in line]


@pytest.mark.parametrize("keep", KEEPS)
def test_an_original_stays_whatever_the_policy(tmp_path: Path, keep: str) -> None:
    pages = near_pages()
    responses = [page.response() for page in pages.values()]
    without = write_warc(tmp_path / "without.warc", *responses)
    first = Dedup(tmp_path, without, "--keep", keep)
    assert "orig" not in {row["representative"][-4:] for row in first.rows()}
    source = write_warc(tmp_path / "with.warc", *responses, pages["orig"].revisit("again"))
    run = Dedup(tmp_path, source, "--keep", keep)
    assert {row["representative"] for row in run.rows()} == {"urn:example:orig"}
    assert len(run.rows()) == 3
    assert run.summary["revisits"] == counts(kept=1) and run.rows("revisits.jsonl") == []
    assert warnings_about_revisits(run) == []
    assert replay(run.out / "with.warc").dangling == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", ["behind", "before", "other file", "earlier file"])
def test_every_way_to_refer_finds_the_original(tmp_path: Path, way: str, place: str) -> None:
    pages = near_pages()
    responses = [page.response() for page in pages.values()]
    revisit = pages["orig"].revisit("again", by=way)
    if place in ("behind", "before"):
        records = [*responses, revisit] if place == "behind" else [revisit, *responses]
        inputs = [write_warc(tmp_path / "a.warc.gz", *records)]
    else:
        names = ["1.warc", "2.warc.gz"] if place == "other file" else ["2.warc", "1.warc.gz"]
        inputs = [write_warc(tmp_path / names[0], *responses),
                  write_warc(tmp_path / names[1], revisit)]  # fmt: skip
    run = Dedup(tmp_path, *sorted(inputs), "--keep", "last")
    assert {row["representative"] for row in run.rows()} == {"urn:example:orig"}
    assert run.summary["revisits"] == counts(kept=1)
    assert replay(*(run.out / path.name for path in inputs)).dangling == []


@pytest.mark.parametrize(
    "fields",
    [
        {"Refers_To": "urn:example:orig"},
        {"Refers_To": "< urn:example:orig >"},
        {"Refers_To_Date": "2024-05-01T00:00:00.123456Z"},
        {"Refers_To_Date": "20240501000000"},
        {"Refers_To_Date": "2024-05-01T02:00:00+02:00"},
        {"Refers_To_Target_URI": "<http://site.example.org/original>",
         "Refers_To_Date": "2024-05-01T00:00:00Z", "Target_URI": "http://else.example.org/"},
        {"Refers_To_Target_URI": "http://site.example.org/original", "Refers_To_Date": "never",
         "Payload_Digest": "SHA1:lower", "Target_URI": "http://else.example.org/"},
        # One way leads nowhere, the next does.
        {"Refers_To": "urn:example:nobody", "Payload_Digest": "sha1:LOWER"},
    ],
)  # fmt: skip
def test_references_as_crawlers_write_them(tmp_path: Path, fields: dict) -> None:
    pages = near_pages()
    digest = digest_of(pages["orig"].payload)
    fields = {name: value.replace("lower", digest[5:].lower()).replace("LOWER", digest[5:])
              for name, value in fields.items()}  # fmt: skip
    named = {"Record_ID": "<urn:example:again>", "Target_URI": pages["orig"].url,
             "Date": "2024-05-02T00:00:00Z"}  # fmt: skip
    revisit = record("revisit", b"", "1.0", **named | fields)
    source = write_warc(tmp_path / "a.warc", *(p.response() for p in pages.values()), revisit)
    run = Dedup(tmp_path, source, "--keep", "last")
    assert run.summary["revisits"] == counts(kept=1)
    assert {row["representative"] for row in run.rows()} == {"urn:example:orig"}


def test_an_original_elsewhere_changes_nothing(tmp_path: Path) -> None:
    pages = near_pages()
    responses = [page.response() for page in pages.values()]
    gone = Capture("gone", words("gone"))
    same = Capture("same", near("x", 0), url="http://mirror.example.org/")
    revisits = [
        *(gone.revisit(f"gone-{way}", by=way) for way in WAYS),
        # The capture that is named is not there; the same bytes under another URL are not it.
        same.revisit("named", by="all"),
        record("revisit", b"", Record_ID="<urn:example:nothing>"),
        record("revisit", b"", Record_ID="<urn:example:empty>", Refers_To="", Refers_To_Date="",
               Refers_To_Target_URI="<>", Payload_Digest=""),  # fmt: skip
    ]
    without = Dedup(tmp_path, write_warc(tmp_path / "a.warc", *responses), "--keep", "last")
    rows = (without.out / "duplicates.jsonl").read_text()
    with_them = write_warc(tmp_path / "a.warc", *responses, *revisits)
    run = Dedup(tmp_path, with_them, "--keep", "last")
    assert (run.out / "duplicates.jsonl").read_text() == rows
    assert run.summary["revisits"] == counts(elsewhere=7) and run.rows("revisits.jsonl") == []
    assert warnings_about_revisits(run) == []


def test_without_revisits_nothing_speaks_of_them(tmp_path: Path) -> None:
    pages = near_pages()
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", *(p.response() for p in pages.values())))
    assert "revisits" not in run.summary and not (run.out / "revisits.jsonl").exists()
    assert b"matches.revisits" not in (run.out / "matches.facsim").read_bytes()


def two_originals(folder: Path) -> Path:
    """Two versions of a page, each with revisits: one must go."""
    a, b = Capture("a", near("x", 0)), Capture("b", near("x", 1))
    return write_warc(folder / "two.warc", a.response(), b.response(), a.revisit("a-1"),
                      b.revisit("b-1", by="place"), b.revisit("b-2", by="digest"))  # fmt: skip


@pytest.mark.parametrize("mode", ["remove", "report", "annotate"])
def test_revisits_of_a_removed_original_are_listed(tmp_path: Path, mode: str) -> None:
    source = two_originals(tmp_path)
    run = Dedup(tmp_path, source, "--mode", mode)
    assert run.summary["revisits"] == counts(kept=1, removed=2)
    original = {"original": "urn:example:b", "original_url": "http://site.example.org/b",
                "original_file": str(source)}  # fmt: skip
    (removed,) = run.rows()
    stays = {name: removed[name] for name in removed if name.startswith("representative")}
    rows = run.rows("revisits.jsonl")
    assert [row["id"] for row in rows] == ["urn:example:b-1", "urn:example:b-2"]
    content = source.read_bytes()
    for row in rows:
        assert content[row["offset"] :].startswith(b"WARC/1.1\r\nWARC-Type: revisit\r\n")
        assert row["id"].encode() in content[row["offset"] :][:200]
        assert {name: row[name] for name in original} == original
        assert row["original_offset"] == removed["offset"] and row["in_index"] is False
        assert {name: row[name] for name in stays} == stays
        assert row["representative"] == "urn:example:a"
    (line,) = warnings_about_revisits(run)
    verb = "was" if mode == "remove" else "would be"
    assert f"2 of 3 revisit records refer to a page that {verb} removed; revisits.jsonl" in line
    assert "revisits.jsonl" in [output["name"] for output in run.summary["run"]["outputs"]]
    if mode == "remove":
        assert replay(run.out / "two.warc").dangling == ["<urn:example:b-1>", "<urn:example:b-2>"]


def test_the_copy_has_every_revisit_byte_for_byte(tmp_path: Path) -> None:
    source = two_originals(tmp_path)
    run = Dedup(tmp_path, source)
    (removed,) = run.rows()
    content = source.read_bytes()
    end = content.index(b"WARC/1.1", removed["offset"] + 1)
    assert (run.out / "two.warc").read_bytes() == content[: removed["offset"]] + content[end:]


def test_among_originals_the_policy_decides(tmp_path: Path) -> None:
    source = two_originals(tmp_path)
    assert Dedup(tmp_path, source, "--keep", "last").removed() == {"urn:example:a": "urn:example:b"}
    assert Dedup(tmp_path, source, "--keep", "first").removed() == {
        "urn:example:b": "urn:example:a"}  # fmt: skip


def test_what_is_no_page_is_an_original_that_stays(tmp_path: Path) -> None:
    image = Capture("image", "pixels", media="image/png")
    empty = Capture("empty", "")
    large = Capture("large", words("large", 5000))
    records = [page.response() for page in (image, empty, large)]
    records += [page.revisit(f"{page.name}-again", by="place") for page in (image, empty, large)]
    source = write_warc(tmp_path / "a.warc", *records)
    run = Dedup(tmp_path, source, "--page-max", "8K")
    assert run.summary["skipped"]["too_large"] == 1
    assert run.summary["revisits"] == counts(kept=3)


def test_extracted_text_is_no_original(tmp_path: Path) -> None:
    """A conversion has the URL and the date of the capture that it was made of."""
    page = Capture("orig", near("x", 0))
    text = record("conversion", words("y").encode(), Record_ID="<urn:example:wet>",
                  Target_URI=page.url, Date=page.date, Refers_To=page.id)  # fmt: skip
    source = write_warc(tmp_path / "a.warc", text.replace(b"application/http", b"text/plain"),
                        page.revisit("again", by="place"))  # fmt: skip
    assert Dedup(tmp_path, source).summary["revisits"] == counts(elsewhere=1)


def test_of_repeated_ids_the_first_is_the_original(tmp_path: Path) -> None:
    pages = near_pages()
    records = [page.response() for page in pages.values()] + [pages["orig"].revisit("again")]
    inputs = [write_warc(tmp_path / name, *records) for name in ("1.warc", "2.warc")]
    run = Dedup(tmp_path, *inputs, "--keep", "last")
    assert {(row["representative"], row["representative_file"]) for row in run.rows()} == {
        ("urn:example:orig", str(inputs[0]))}  # fmt: skip
    assert len(run.rows()) == 7 and run.summary["revisits"] == counts(kept=2)


def versions_with_revisits(folder: Path) -> list[Path]:
    """Forty families of six versions; of every second page there are revisits, of each kind."""
    first, second = [], []
    for family in range(40):
        for version in range(6):
            page = Capture(f"{family}-{version}", near(family, version),
                           url=f"http://h{version % 2}.example.org/{family}/{'x' * (5 - version)}",
                           date=f"2024-0{1 + (version * 5 + family) % 9}-01T00:00:00Z",
                           head=CANONICAL.format(version))  # fmt: skip
            first.append(page.response())
            if (family + version) % 2:
                way = WAYS[(family + version // 2) % 4]
                second += [page.revisit(f"{page.name}-again-{n}", by=way) for n in range(version)]
    return [write_warc(folder / "2.warc.gz", *second), write_warc(folder / "1.warc", *first)]


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


def test_every_family_keeps_a_page_that_revisits_refer_to(tmp_path: Path) -> None:
    inputs = versions_with_revisits(tmp_path)
    run = Dedup(tmp_path, *inputs, "--keep", "last")
    referred = {row["original"] for row in run.rows("revisits.jsonl")}
    assert referred and {row["id"] for row in run.rows()} >= referred
    for row in run.rows():
        family, version = row["representative"].removeprefix("urn:example:").split("-")
        assert (int(family) + int(version)) % 2 == 1, "a page without revisits was kept instead"
    found = replay(*(run.out / path.name for path in inputs))
    assert len(found.dangling) == run.summary["revisits"]["original_removed"] > 0
    assert len(found.found) == run.summary["revisits"]["original_kept"] > 0
    listed = {f"<{row['id']}>" for row in run.rows("revisits.jsonl")}
    assert listed == set(found.dangling)


def test_the_answer_does_not_depend_on_threads_memory_or_packing(tmp_path: Path) -> None:
    inputs = versions_with_revisits(tmp_path)
    wanted = tree(Dedup(tmp_path, *inputs, "--keep", "last", "--threads", 1).out)
    assert tree(Dedup(tmp_path, *inputs, "--keep", "last", "--threads", 4).out) == wanted
    assert tree(Dedup(tmp_path, *inputs, "--keep", "last", "--memory", "64M").out) == wanted


def test_a_new_run_takes_the_list_of_an_old_one_away(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    source = two_originals(tmp_path / "in")
    out = tmp_path / "out"
    assert facsim("dedup", source, "-o", out).status == 0 and (out / "revisits.jsonl").exists()
    shutil.copy(write_warc(tmp_path / "one.warc", Capture("a", words("a")).response()), source)
    assert facsim("dedup", source, "-o", out, "--force").status == 0
    assert not (out / "revisits.jsonl").exists()


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


@pytest.mark.parametrize("way", ["id", "place", "digest"])
def test_an_original_of_an_earlier_day_is_looked_up_in_the_index(tmp_path: Path, way: str) -> None:
    """What the first day removed is neither here nor there, and cannot come back."""
    kept, gone = Capture("kept", near("x", 0)), Capture("gone", near("x", 1))
    other = Capture("other", words("other"))
    day1 = write_warc(tmp_path / "day1.warc", kept.response(), gone.response())
    day2 = write_warc(tmp_path / "day2.warc", other.response(), kept.revisit("kept-1", by=way),
                      kept.revisit("kept-2", by=way), gone.revisit("gone-1", by=way),
                      other.revisit("other-1", by=way))  # fmt: skip
    (tmp_path / "idx").mkdir()
    first = Dedup(tmp_path, day1, "--against", "idx", "--update")
    assert first.removed() == {"urn:example:gone": "urn:example:kept"}
    run = Dedup(tmp_path, day2, "--against", "idx")
    assert run.summary["revisits"] == counts(kept=1, in_index=2, elsewhere=1)
    (line,) = warnings_about_revisits(run)
    assert "1 of 4 revisit records refers to a page that is neither" in line
    facsim("index", "delete", tmp_path / "idx", "urn:example:kept")
    run = Dedup(tmp_path, day2, "--against", "idx")
    assert run.summary["revisits"] == counts(kept=1, elsewhere=3)
    # Without an index, what is not among the inputs may be anywhere.
    run = Dedup(tmp_path, day2)
    assert run.summary["revisits"] == counts(kept=1, elsewhere=3)
    assert warnings_about_revisits(run) == []


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


def test_single_linkage_and_hosts_keep_the_original_too(tmp_path: Path) -> None:
    pages = near_pages()
    source = write_warc(tmp_path / "a.warc", *(p.response() for p in pages.values()),
                        pages["orig"].revisit("again"))  # fmt: skip
    for flags in (["--cluster", "single"], ["--scope", "host"], ["--profile", "thorough"]):
        run = Dedup(tmp_path, source, "--keep", "last", *flags)
        assert {row["representative"] for row in run.rows()} == {"urn:example:orig"}, flags
        assert run.summary["revisits"] == counts(kept=1)


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
    samples = Path(os.environ.get("FACSIM_DATA", "")) / "warc_samples"
    names = ["webrecorder_pywb__iana.warc.gz", "webrecorder_pywb__dupes.warc.gz",
             "webrecorder_warcio__example.warc", "archivesunleashed_aut__issue-493.warc",
             "archivesunleashed_aut__example.pdf.warc.gz",
             "apache_stormcrawler__test.warc.gz"]  # fmt: skip
    if "FACSIM_DATA" not in os.environ or not samples.is_dir():
        pytest.skip("skipped: FACSIM_DATA has no archives")
    return [samples / name for name in names]


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
    for cut in range(1, len(good), 7):
        write_warc(tmp_path / "a.warc", page.response(), good[:cut])
        run = Dedup(tmp_path, tmp_path / "a.warc")
        assert run.summary["pages_read"] == 1 and run.done.status == 0
        shutil.rmtree(run.out)


def test_a_revisit_that_is_too_large_has_no_label(tmp_path: Path) -> None:
    a, b = Capture("a", near("x", 0)), Capture("b", near("x", 1))
    head, block = b.revisit("large").split(b"\r\n\r\n", 1)
    block = b"z" * 2_000_000
    head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(block), head)
    source = write_warc(tmp_path / "a.warc", a.response(), b.response(), a.revisit("a-1"),
                        head + b"\r\n\r\n" + block + b"\r\n\r\n")  # fmt: skip
    run = Dedup(tmp_path, source := packed(source, "zst"), "--page-max", "8K")
    assert run.summary["revisits"] == counts(kept=1, removed=1)
    (row,) = run.rows("revisits.jsonl")
    assert row["id"] == f"{source}:{row['offset']}" and row["url"] is None
    assert row["original"] == "urn:example:b"
