# SPDX-License-Identifier: Apache-2.0
"""What a run says of the things it did not read, and how it names those it did."""

import bz2
import gzip
import io
import json
import lzma
import random
import tarfile
import zipfile
from pathlib import Path

import pytest
from making import html, html_response, packed, words, write_jsonl
from running import Dedup, facsim, tree

LINE = json.dumps({"id": "a", "text": words("a")}) + "\n"


# --- where is what was left out? --------------------------------------------------------------


def faulty(path: Path) -> tuple[Path, list[tuple[int, int, str]]]:
    """A file with bad lines of three sorts, where they are and how long."""
    lines = []
    places = []
    offset = 0
    for number in range(300):
        line = json.dumps({"id": number, "text": words(number)})
        if number % 7 == 3:
            line, reason = [
                ("no json", "bad_json"),
                ('{"id": 1}', "no_text_field"),
                ('{"text": "' + f"long{number} " * 300 + '"}', "too_large"),
                ('{"text": ""}', None),
            ][number % 4]
            if reason:
                places.append((offset, len(line) + 1, reason))
        lines.append(line)
        offset += len(line) + 1
    path.write_text("\n".join(lines) + "\n")
    return path, places


def test_every_skipped_record_has_a_row(tmp_path: Path) -> None:
    path, places = faulty(tmp_path / "pages.jsonl")
    run = Dedup(tmp_path, path, "--page-max", "2K")
    rows = run.rows("skipped.jsonl")
    assert rows == [
        {"file": str(path), "offset": at, "length": length, "reason": why}
        for at, length, why in places
    ]
    assert {why for _, _, why in places} == {"bad_json", "no_text_field", "too_large"}
    assert list(rows[0]) == ["file", "offset", "length", "reason"]
    assert len(rows) == run.skipped["total"] - run.skipped["no_text"]
    names = [Path(output["name"]).name for output in run.summary["run"]["outputs"]]
    assert "skipped.jsonl" in names


def test_one_warning_names_the_first_place_of_each_reason(tmp_path: Path) -> None:
    path, places = faulty(tmp_path / "pages.jsonl")
    run = Dedup(tmp_path, "pages.jsonl", "--page-max", "2K")
    assert len(run.done.warnings) == 1
    for reason in {why for _, _, why in places}:
        first = next(at for at, _, why in places if why == reason)
        assert f"(first at pages.jsonl:{first}" in run.done.warnings[0]
    assert "see --page-max" in run.done.warnings[0]
    assert "skipped.jsonl" in run.done.warnings[0]


def test_the_rows_do_not_depend_on_threads_or_packing(tmp_path: Path) -> None:
    path, _ = faulty(tmp_path / "pages.jsonl")
    results = [tree(Dedup(tmp_path, path, "--threads", n).out) for n in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    zst = Dedup(tmp_path, packed(path, "zst")).rows("skipped.jsonl")
    plain = Dedup(tmp_path, path).rows("skipped.jsonl")
    assert [row["offset"] for row in zst] == [row["offset"] for row in plain]


def test_skipped_records_of_a_warc(tmp_path: Path) -> None:
    good = [html_response(i, words(i)) for i in (1, 2)]
    junk = b"WARC/1.0\r\nnothing of this is a header\r\n"
    path = tmp_path / "pages.warc"
    path.write_bytes(good[0] + junk + good[1] + good[1][:200])
    run = Dedup(tmp_path, "pages.warc")
    at = [len(good[0]), len(good[0]) + len(junk) + len(good[1])]
    found = [(r["offset"], r["length"], r["reason"]) for r in run.rows("skipped.jsonl")]
    assert found == [(at[0], len(junk), "damaged_record"), (at[1], 200, "clipped_record")]


def test_nothing_skipped_is_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(LINE + '{"text": ""}\n')
    run = Dedup(tmp_path, "a.jsonl")
    assert (run.out / "skipped.jsonl").read_bytes() == b""
    assert run.done.err == ""


def test_fingerprint_says_where_too(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(LINE + "no json\n")
    done = facsim("fingerprint", "a.jsonl", cwd=tmp_path)
    assert f"bad_json 1 (at a.jsonl:{len(LINE)}: " in done.err


# --- what cannot be read is not a success -----------------------------------------------------


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("p.jsonl", LINE)
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        member = tarfile.TarInfo("p.jsonl")
        member.size = len(LINE)
        archive.addfile(member, io.BytesIO(LINE.encode()))
    return buffer.getvalue()


REFUSED = {
    "p.jsonl.xz.gz": (gzip.compress(lzma.compress(LINE.encode())), "is packed twice: gunzip it once (xz in gzip)"),
    "p.jsonl.bz2.gz": (gzip.compress(bz2.compress(LINE.encode())), "is packed twice: gunzip it once (bzip2 in gzip)"),
    "p.zip": (zipped(), "unzip"),
    "p.7z": (b"7z\xbc\xaf\x27\x1c" + bytes(90), "7z x"),
    "p.rar": (b"Rar!\x1a\x07\x01\x00" + bytes(90), "unrar x"),
    "p.tar.gz": (tarred(), "tar -xf"),
    "named-wrongly.jsonl": (zipped(), "unzip"),
    "little.jsonl": (LINE.encode("utf-16"), "iconv -f UTF-16"),
    "big.jsonl": (b"\xfe\xff" + LINE.encode("utf-16-be"), "iconv -f UTF-16"),
    "no-mark.jsonl": (LINE.encode("utf-16-le"), "iconv -f UTF-16"),
    "utf-16.data": (LINE.encode("utf-16"), "iconv -f UTF-16"),
    "array.json": (f"[{LINE.strip()}]".encode(), "jq -c '.[]'"),
    "array.jsonl": (f"[\n  {LINE}, {LINE}]\n".encode(), "jq -c '.[]'"),
    "large.json": (f"[{','.join([LINE.strip()] * 200)}]".encode(), "jq -c '.[]'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_format_that_is_not_read_is_refused_with_the_remedy(tmp_path: Path, name: str) -> None:
    content, remedy = REFUSED[name]
    (tmp_path / name).write_bytes(content)
    run = Dedup(tmp_path, name)
    assert run.done.status == 1
    assert run.done.err.startswith(f"facsim: {name}: ")
    assert remedy in run.done.err
    assert not run.out.exists()
    assert remedy in facsim("dedup", "-", "-o", tmp_path / "out", stdin=content).err or (
        "." in name and name.endswith(".jsonl")
    )


@pytest.mark.parametrize("name", [n for n in REFUSED if not n.endswith((".data", ".json"))])
def test_in_a_folder_it_is_a_warning(tmp_path: Path, name: str) -> None:
    content, remedy = REFUSED[name]
    site = tmp_path / "site"
    site.mkdir()
    (site / name).write_bytes(content)
    (site / "a.html").write_text(html(words(1)))
    run = Dedup(tmp_path, "site")
    assert run.summary["pages_read"] == 1
    assert run.summary["files_not_read"] == 1
    assert len(run.done.warnings) == 1
    assert f"site/{name}: " in run.done.warnings[0] and remedy in run.done.warnings[0]


@pytest.mark.parametrize(
    "content",
    [
        f"[1, 2]\n{LINE}{LINE}",
        f'[{{"header": true}}]\n{LINE}{LINE}',
        f"[2026-11-21 12:00] crawl begins\n{LINE}{LINE}",
    ],
)
def test_lines_that_begin_with_an_array_are_lines(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.jsonl").write_text(content)
    run = Dedup(tmp_path, "a.jsonl")
    assert run.summary["pages_read"] == 2
    assert run.skipped == {"bad_json": 1, "total": 1}


def test_fields_of_other_names_are_named(tmp_path: Path) -> None:
    pages = [{"id": i, "body": words(i), "url": "http://example.org/"} for i in range(3)]
    write_jsonl(tmp_path / "a.jsonl", pages)
    run = Dedup(tmp_path, "a.jsonl", "--text-field", "content")
    (line,) = [line for line in run.done.warnings if "--text-field" in line]
    assert "'content' or 'html'" in line
    assert "the fields of the first record are: id, body, url;" in line
    assert "no page was read" in run.done.err
    done = facsim("fingerprint", "a.jsonl", cwd=tmp_path)
    assert "the fields of the first record are: id, body, url;" in done.err
    assert "fields of the first" not in Dedup(tmp_path, "a.jsonl", "--text-field", "body").done.err


def test_one_record_with_a_text_is_enough_for_silence(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": 1}\n' + LINE)
    run = Dedup(tmp_path, "a.jsonl")
    assert "fields of the first" not in run.done.err
    assert run.summary["pages_read"] == 1


@pytest.mark.parametrize("name", ["a.jsonl", "a.html", "a.warc", "a.txt"])
def test_no_page_at_all_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert "no page was read" in Dedup(tmp_path, name).done.err


@pytest.mark.parametrize("how", ["zst", "lz4"])
def test_a_packed_file_of_which_nothing_is_left(tmp_path: Path, how: str) -> None:
    path = packed(write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": words(1)}] * 9), how)
    path.write_bytes(path.read_bytes()[:40])
    run = Dedup(tmp_path, path.name)
    assert run.done.status == 1 and not run.out.exists()
    assert f"facsim: warning: {path.name}:" in run.done.err
    assert "nothing could be read of this file" in run.done.err
    assert "no page was read" in run.done.err


def test_random_bytes_are_no_page(tmp_path: Path) -> None:
    for seed in range(5):
        noise = random.Random(seed).randbytes(50_000)
        (tmp_path / f"{seed}.html").write_bytes(noise)
        (tmp_path / f"{seed}.txt").write_bytes(noise)
    (tmp_path / "a.html").write_text(html(words(1)))
    run = Dedup(tmp_path, *sorted(path.name for path in tmp_path.glob("*.*")))
    assert run.skipped == {"not_a_page": 10, "total": 10}
    assert run.summary["pages_read"] == 1


@pytest.mark.parametrize("charset", "utf-16 gb18030 big5 shift_jis iso-2022-jp".split())
def test_wide_and_shifted_texts_are_pages(tmp_path: Path, charset: str) -> None:
    text = "<!doctype html><p>" + "日本文。一丁七二三上下\n" * 200
    (tmp_path / "a.html").write_bytes(text.encode(charset))
    assert Dedup(tmp_path, "a.html").summary["pages_read"] == 1


# --- options without effect ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--keep", "shortest-url"], "no page has a URL; --keep shortest-url had no effect"),
        (["--keep", "input"], "all pages are of one input; --keep input had no effect"),
        (["--link"], "--link: no file comes from a folder"),
    ],
)
def test_a_wish_that_no_page_fulfils(tmp_path: Path, flags: list[str], sentence: str) -> None:
    pages = [{"id": i, "rank": i, "at": f"2026-01-0{i}", "text": words(1)} for i in (1, 2)]
    write_jsonl(tmp_path / "a.jsonl", pages)
    run = Dedup(tmp_path, "a.jsonl", *flags)
    assert run.done.status == 0
    assert len(run.done.warnings) == 1 and sentence in run.done.warnings[0]


def test_a_wish_that_pages_fulfil_is_no_warning(tmp_path: Path) -> None:
    pages = [{"id": i, "rank": i, "at": f"2026-01-0{i}", "text": words(1)} for i in (1, 2)]
    pages.append({"id": 3, "text": words(3)})
    write_jsonl(tmp_path / "a.jsonl", pages)
    for flags in (["--keep", "field:rank"], ["--keep", "newest", "--time-field", "at"]):
        run = Dedup(tmp_path, "a.jsonl", *flags)
        assert run.done.err == ""
        assert run.removed() == {"1": "2"}
    (tmp_path / "a.html").write_text(html(words(1)))
    assert Dedup(tmp_path, "a.html", "--keep", "newest").done.err == ""


def test_the_summary_has_the_options(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(LINE)
    flags = ["--min-resemblance", "0.9", "--min-containment", "0.4", "--min-units", "10"]
    flags += ["--max-distance", "none", "--shingle-size", "3", "--text", "all"]
    assert Dedup(tmp_path, "a.jsonl", *flags).summary["options"] == {
        "text": "all",
        "shingle_size": 3,
        "min_units": 10,
        "min_resemblance": 0.9,
        "min_agreement": None,
        "min_containment": 0.4,
        "names": True,
        "min_containment_to_remove": 0.4,
        "refuse_templates": False,
        "max_distance": None,
        "text_field": "text",
        "html_field": "html",
        "id_field": "id",
        "url_field": "url",
        "page_max": 16 << 20,
    }
    assert Dedup(tmp_path, "a.jsonl").summary["options"]["max_distance"] == 3


# --- pages by name ----------------------------------------------------------------------------


def test_an_id_that_several_records_have(tmp_path: Path) -> None:
    pages = [{"id": name, "text": words(i)} for i, name in enumerate("abab" + "a")]
    write_jsonl(tmp_path / "p.jsonl", pages)
    done = facsim("compare", "p.jsonl#a", "p.jsonl:0", "--json", cwd=tmp_path)
    assert json.loads(done.out)["kind"] == "exact"
    third, fifth = (sum(len(json.dumps(p)) + 1 for p in pages[:count]) for count in (2, 4))
    assert done.warnings == [
        "facsim: warning: p.jsonl: 3 records have the id 'a'; the first is taken, at p.jsonl:0; "
        f"others: p.jsonl:{third}, p.jsonl:{fifth}"
    ]
    assert "2 records have the id 'b'" in facsim("extract", "p.jsonl#b", cwd=tmp_path).err


def test_fingerprint_takes_one_page(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "p.jsonl", [{"id": i, "text": words(i)} for i in range(3)])
    lines = facsim("fingerprint", "p.jsonl", cwd=tmp_path).out.splitlines()
    offset = len((tmp_path / "p.jsonl").read_text().splitlines()[0]) + 1
    for word in (f"p.jsonl:{offset}", "p.jsonl#1"):
        done = facsim("fingerprint", word, cwd=tmp_path)
        assert done.status == 0, done.err
        assert done.out.splitlines() == [lines[1]]
    assert facsim("fingerprint", "p.jsonl:1", cwd=tmp_path).status == 1
    assert facsim("fingerprint", "p.jsonl", "p.jsonl#1", cwd=tmp_path).status == 2


def test_repeated_ids_are_printed(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": words(i)} for i in range(3)])
    done = facsim("dedup", "p.jsonl", "-o", "out", cwd=tmp_path)
    assert "2 ids of an earlier page again" in done.err.splitlines()[0]


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dedup", "", "-o", "out"], "an input has an empty name"),
        (["compare", "-", "-"], "standard input can be given once"),
        (["dedup", "p.jsonl", "-o", "a", "-o", "b"], "--output: is given 2 times; give it once"),
        (["version", "foo"], "version: takes no words, not 'foo'"),
        (["help", "dedup", "compare"], "dedup has no verb 'compare' (see 'facsim help dedup')"),
        (["dedup", "p.jsonl", "--output"], "--output: needs a value, as --output OUT"),
        (["dedup", "p.jsonl", "-o"], "--output: needs a value, as --output OUT"),
    ],
)
def test_wrong_words(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "p.jsonl").write_text(LINE)
    done = facsim(*arguments, cwd=tmp_path)
    assert done.status == 2
    assert sentence in done.err
    assert [entry.name for entry in tmp_path.iterdir()] == ["p.jsonl"]


def test_a_file_of_a_folder_that_was_given_before(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    for name in ("a.html", "b.html"):
        (tmp_path / "site" / name).write_text(html(words(name)))
    run = Dedup(tmp_path, "site/a.html", "site")
    (line,) = run.done.warnings
    assert "site: a.html of this folder was given before" in line


def test_quiet_wins_over_progress(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text(LINE)
    done = facsim("dedup", "p.jsonl", "-o", "o", "-q", "--progress", "json", cwd=tmp_path)
    assert (done.status, done.out, done.err) == (0, "", "")
