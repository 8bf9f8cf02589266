# SPDX-License-Identifier: Apache-2.0
"""Revisit records have no content: their originals come first, or are listed where they go."""

import shutil
from pathlib import Path

import pytest
from making import near, words
from revisit_world import (
    WAYS,
    Capture,
    counts,
    digest_of,
    near_pages,
    record,
    replay,
    versions_with_revisits,
    warnings_about_revisits,
    write_warc,
)
from running import Dedup, facsim, tree

KEEPS = ["first", "last", "longest", "shortest-url", "newest", "oldest", "canonical"]


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
    del stays["representative_status"]
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
    records = [page.response() for page in (image, empty, large, Capture("page", words("page")))]
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


def test_single_linkage_and_hosts_keep_the_original_too(tmp_path: Path) -> None:
    pages = near_pages()
    source = write_warc(tmp_path / "a.warc", *(p.response() for p in pages.values()),
                        pages["orig"].revisit("again"))  # fmt: skip
    for flags in (["--cluster", "single"], ["--scope", "host"], ["--profile", "thorough"]):
        run = Dedup(tmp_path, source, "--keep", "last", *flags)
        assert {row["representative"] for row in run.rows()} == {"urn:example:orig"}, flags
        assert run.summary["revisits"] == counts(kept=1)
