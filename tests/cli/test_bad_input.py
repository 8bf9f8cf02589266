# SPDX-License-Identifier: Apache-2.0
"""What the web and the disk do to a run: counted, warned of, or refused; never a crash or a hang.

Every run is under a limit of two minutes and 2 GB of address space (running.py).
"""

import filecmp
import json
import shutil
from pathlib import Path

import pytest
from making import (
    bomb,
    html,
    html_response,
    many_pages,
    near,
    packed,
    response,
    unpacked,
    words,
    write_jsonl,
    write_warc,
)
from running import SANITIZED, Dedup, facsim

# --- what is not there, or not for us ---------------------------------------------------------


def test_missing_file(tmp_path: Path) -> None:
    run = Dedup(tmp_path, "none.jsonl")
    assert run.done.status == 1
    assert "none.jsonl" in run.done.err
    assert not run.out.exists()


def test_one_missing_file_among_others_stops_the_run(tmp_path: Path) -> None:
    there = write_jsonl(tmp_path / "there.jsonl", [{"id": "a", "text": words(1)}])
    run = Dedup(tmp_path, there, "gone/none.warc.gz")
    assert run.done.status == 1
    assert "gone/none.warc.gz" in run.done.err
    assert not run.out.exists()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_unreadable(open_folder: Path, as_nobody: dict, what: str) -> None:
    closed = open_folder / "closed"
    closed.mkdir()
    page = write_jsonl(closed / "page.jsonl", [{"id": "a", "text": words(1)}])
    (page if what == "file" else closed).chmod(0)
    done = facsim(
        "dedup", page, "-o", open_folder / "out", "--tmp", open_folder, cwd=open_folder, **as_nobody
    )
    closed.chmod(0o700)
    assert done.status == 1
    assert str(page) in done.err
    assert "permission denied" in done.err.lower()
    assert not (open_folder / "out").exists()


@pytest.mark.parametrize("name", "a.jsonl a.html a.txt a.warc a.warc.gz a.jsonl.zst".split())
def test_empty_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    run = Dedup(tmp_path, name)
    assert run.summary["pages_read"] == 0
    assert run.rows() == []


def test_folder_without_pages(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "images/deep").mkdir(parents=True)
    (folder / "images/logo.png").write_bytes(b"\x89PNG\r\n")
    run = Dedup(tmp_path, folder)
    assert run.summary["pages_read"] == 0
    assert run.rows() == []
    assert any("no pages" in warning for warning in run.done.warnings)


# --- cut and damaged files --------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of 600 and of 1500 pages, as JSON lines and as a WARC."""
    folder, pages = tmp_path_factory.mktemp("plain"), many_pages(1500)
    records = [html_response(i, page["text"]) for i, page in enumerate(pages)]
    for count in (600, 1500):
        (folder / str(count)).mkdir()
        write_jsonl(folder / str(count) / "pages.jsonl", pages[:count])
        write_warc(folder / str(count) / "pages.warc", *records[:count])
    return folder


@pytest.mark.parametrize("how", ["gz", "members", "zst", "lz4", "xz", "bz2"])
@pytest.mark.parametrize("name", ["pages.jsonl", "pages.warc"])
def test_truncated_packed_file(tmp_path: Path, plain_files: Path, name: str, how: str) -> None:
    count = 1500 if how == "bz2" else 600  # bzip2 has blocks of 900 KB
    plain = Path(shutil.copy(plain_files / str(count) / name, tmp_path))
    path = packed(plain, how)
    content = path.read_bytes()
    # Not at a member's end: there a cut cannot be told from the end of a whole file.
    path.write_bytes(content[: len(content) // 2 + 3])
    run = Dedup(tmp_path, path)
    assert 100 < run.summary["pages_read"] < count - 100
    damage = [line for line in run.done.warnings if "left out" not in line]
    assert len(damage) == 1, run.done.err
    assert path.name in damage[0]
    kept = unpacked(run.out / path.name)
    assert plain.read_bytes().startswith(kept)
    assert len(kept) > 100_000


def test_flipped_byte_in_gzip(tmp_path: Path, plain_files: Path) -> None:
    path = packed(Path(shutil.copy(plain_files / "1500/pages.jsonl", tmp_path)), "gz")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x55
    path.write_bytes(bytes(content))
    run = Dedup(tmp_path, path)
    assert run.done.status == 0, run.done.err
    assert run.summary["pages_read"] > 100
    assert len([line for line in run.done.warnings if "left out" not in line]) == 1


@pytest.mark.parametrize(
    "damage",
    [
        b"WARC/1.0\r\nnothing of this is a header\r\n",
        b"XXXX/9.9\r\nContent-Length: 30\r\n\r\n" + b"\0\xff" * 400,
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: minus one\r\n\r\nabc\r\n\r\n",
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: " + b"9" * 20 + b"\r\n\r\nabc\r\n\r\n",
        b"\r\n\r\njunk between records\r\n\r\n",
    ],
)
@pytest.mark.parametrize("pack", [False, True])
def test_broken_warc_record_in_the_middle(tmp_path: Path, damage: bytes, pack: bool) -> None:
    good = [html_response(i, words(i)) for i in (1, 2, 3)]
    path = tmp_path / "pages.warc"
    path.write_bytes(good[0] + good[1] + damage + good[2])
    path = packed(path, "gz") if pack else path
    run = Dedup(tmp_path, path)
    assert run.summary["pages_read"] == 3
    assert run.summary["skipped"]["total"] >= 1
    kept = unpacked(run.out / path.name)
    assert all(record.strip() in kept for record in good)


def test_wrong_length_swallows_no_neighbour(tmp_path: Path) -> None:
    records = [html_response(i, words(i)) for i in (1, 2, 3)]
    lie = records[1].replace(b"Content-Length: ", b"Content-Length: 9")
    (tmp_path / "pages.warc").write_bytes(records[0] + lie + records[2])
    run = Dedup(tmp_path, "pages.warc")
    assert run.summary["pages_read"] >= 2
    assert records[2].strip() in (run.out / "pages.warc").read_bytes()


def test_clipped_last_record(tmp_path: Path) -> None:
    records = [html_response(i, words(i)) for i in (1, 2, 3)]
    (tmp_path / "pages.warc").write_bytes(b"".join(records)[:-300])
    run = Dedup(tmp_path, "pages.warc")
    assert run.summary["pages_read"] == 2
    assert run.skipped == {"clipped_record": 1, "total": 1}


@pytest.mark.parametrize("name", ["page.txt", "page.html", "page"])
@pytest.mark.parametrize("pack", ["gz", "zst"])
def test_a_file_that_is_cut_is_clipped_too(tmp_path: Path, name: str, pack: str) -> None:
    """What is left of a text is neither kept in the place of the whole one nor removed."""
    whole = html(words("page", 3000)) if name.endswith("html") else words("page", 3000)
    (tmp_path / name).write_text(whole)
    path = packed(tmp_path / name, pack)
    path.write_bytes(path.read_bytes()[:-20])
    (tmp_path / "whole.txt").write_text(words("page", 3000))
    run = Dedup(tmp_path, path, "whole.txt")
    assert run.skipped == {"clipped_record": 1, "total": 1}
    assert (run.summary["pages_read"], run.rows()) == (1, [])
    assert f"{path.name}:0: " in run.done.err and "is cut short" in run.done.err
    assert run.rows("skipped.jsonl")[0]["reason"] == "clipped_record"
    assert whole.encode().startswith(unpacked(run.out / path.name))
    alone = facsim("dedup", path.name, "-o", "alone", cwd=tmp_path)
    assert (alone.status, (tmp_path / "alone").exists()) == (1, False)
    assert f"left out: clipped_record 1 (at {path.name}:0); damaged: 1 file" in alone.err


def test_bytes_behind_a_whole_text_cost_no_page(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(words("page", 300))
    path = packed(tmp_path / "page.txt", "gz")
    path.write_bytes(path.read_bytes() + b"what a tape had left over")
    run = Dedup(tmp_path, path)
    assert (run.summary["pages_read"], run.skipped) == (1, {"total": 0})
    assert "bytes that are no gzip member" in run.done.err


# --- strange lines ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"not json at all", "bad_json"),
        (b'{"id": "x", "text": "cut', "bad_json"),
        (b'["an", "array"]', "bad_json"),
        (b'{"id": "x", "text": "' + b"a\0b" + b'"}', "bad_json"),
        (b'{"id": "x", "words": "no text here"}', "no_text_field"),
        (b'{"id": "x", "text": 17}', "no_text_field"),
        (b'{"id": "x", "text": {"deep": "text"}}', "no_text_field"),
        (b'{"id": "x", "text": ""}', "no_text"),
        (b'{"id": "x", "text": " \\t\\n "}', "no_text"),
        pytest.param(b"[" * 200_000, "bad_json", id="deep arrays"),
        pytest.param(b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "bad_json", id="deep objects"),
    ],
)
def test_strange_json_line(tmp_path: Path, line: bytes, reason: str) -> None:
    first = json.dumps({"id": "a", "text": words(1)}).encode()
    last = json.dumps({"id": "b", "text": words(2)}).encode()
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b"\n".join([first, line, last, b""]))
    run = Dedup(tmp_path, path)
    assert run.summary["pages_read"] == 2
    assert run.skipped == {reason: 1, "total": 1}
    assert (run.out / "pages.jsonl").read_bytes() == path.read_bytes()


def test_json_line_of_200_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    with path.open("wb") as out:
        out.write(json.dumps({"id": "a", "text": words(1)}).encode() + b"\n")
        out.write(b'{"id": "huge", "text": "')
        for _ in range(200):
            out.write(b"long words " * 90_910)
        out.write(b'"}\n')
        out.write(json.dumps({"id": "b", "text": words(2)}).encode() + b"\n")
    run = Dedup(tmp_path, path)
    assert run.summary["pages_read"] == 2
    assert run.skipped == {"too_large": 1, "total": 1}
    assert SANITIZED or run.summary["run"]["peak_memory_bytes"] < 400 << 20
    assert filecmp.cmp(path, run.out / "pages.jsonl", shallow=False)


BROKEN_UTF8 = b"\xff\xfe \xc3( \xed\xa0\x80 \xf0\x9f\x98 \xc0\xaf \xf8\x88\x80\x80\x80"


def test_invalid_utf8(tmp_path: Path) -> None:
    text = words(1).encode()
    line = b'{"id": "a", "text": "' + BROKEN_UTF8 + text + b'"}\n'
    (tmp_path / "a.jsonl").write_bytes(line + line.replace(b'"a"', b'"b"'))
    (tmp_path / "c.txt").write_bytes(words(3).encode() + BROKEN_UTF8)
    (tmp_path / "d.html").write_bytes(html(words(4)).encode().replace(b"<p>", b"<p>" + BROKEN_UTF8))
    run = Dedup(tmp_path, "a.jsonl", "c.txt", "d.html")
    assert run.summary["pages_read"] == 4
    assert run.removed() == {"b": "a"}
    assert (run.out / "a.jsonl").read_bytes() == line
    for name in ("c.txt", "d.html"):
        assert (run.out / name).read_bytes() == (tmp_path / name).read_bytes()


def test_reports_stay_utf8_whatever_the_ids_are(tmp_path: Path) -> None:
    line = b'{"id": "%b\xff", "url": "http://example.org/\xfe", "text": "' + words(1).encode()
    line += b'"}\n'
    (tmp_path / "a.jsonl").write_bytes(line % b"a" + line % b"b")
    run = Dedup(tmp_path, "a.jsonl")
    assert len(run.rows()) == 1


def test_nul_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(words(1).encode() + b"\0\0\0" + words(2).encode())
    (tmp_path / "b.html").write_bytes(html(words(3) + "\0 \0" + words(4)).encode())
    write_jsonl(tmp_path / "c.jsonl", [{"id": "c", "text": words(5) + "\0" + words(6)}])
    (tmp_path / "d.warc").write_bytes(html_response(1, words(7) + "\0\0" + words(8)))
    run = Dedup(tmp_path, "a.txt", "b.html", "c.jsonl", "d.warc")
    assert run.summary["pages_read"] == 4
    assert run.rows() == []


# --- too much ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page_of_50_megabytes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "large.html"
    paragraph = f"<p>{words('large', 1000)}</p>\n"
    path.write_text(html(paragraph * (50_000_000 // len(paragraph) + 1)))
    assert path.stat().st_size > 50_000_000
    return path


def test_page_of_50_megabytes(tmp_path: Path, page_of_50_megabytes: Path) -> None:
    small = tmp_path / "small.html"
    small.write_text(html(words(1)))
    run = Dedup(tmp_path, page_of_50_megabytes, small)
    assert run.summary["pages_read"] == 1
    assert run.skipped == {"too_large": 1, "total": 1}
    assert (run.out / "large.html").stat().st_size == page_of_50_megabytes.stat().st_size

    run = Dedup(tmp_path, page_of_50_megabytes, small, "--page-max", "64M")
    assert run.summary["pages_read"] == 2
    assert run.summary["skipped"]["total"] == 0


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_bomb_in_a_warc_body(tmp_path: Path, encoding: str) -> None:
    body = bomb(b"a b " * (1 << 18), 1024, how=encoding)
    assert len(body) < 8_000_000
    path = tmp_path / "bomb.warc"
    record = response(2, body, f"Content-Encoding: {encoding}\r\n")
    path.write_bytes(html_response(1, words(1)) + record + html_response(3, words(3)))
    run = Dedup(tmp_path, path)
    assert run.summary["pages_read"] == 2
    assert run.skipped == {"too_large": 1, "total": 1}
    assert SANITIZED or run.summary["run"]["peak_memory_bytes"] < 600 << 20
    assert (run.out / "bomb.warc").read_bytes() == path.read_bytes()


def test_bomb_of_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    first, last = (json.dumps({"id": name, "text": words(name)}).encode() for name in "ab")
    blanks = b"          \t     " * (1 << 16)
    path.write_bytes(bomb(blanks, 1024, first + b"\n", b"\n" + last + b"\n"))
    run = Dedup(tmp_path, path)
    assert run.summary["pages_read"] == 2
    assert run.skipped == {"too_large": 1, "total": 1}
    assert SANITIZED or run.summary["run"]["peak_memory_bytes"] < 400 << 20


@pytest.mark.parametrize("tag", ["div", "b", "table><tr><td", "svg", "a href=x", "ul><li"])
def test_nesting_of_200000_levels(tmp_path: Path, tag: str) -> None:
    (tmp_path / "deep.html").write_text(html(f"<{tag}>" * 200_000 + words(1)))
    (tmp_path / "flat.html").write_text(html(words(2)))
    run = Dedup(tmp_path, "deep.html", "flat.html")
    assert run.summary["pages_read"] + run.summary["skipped"]["total"] == 2
    assert run.summary["pages_read"] >= 1


def test_a_page_that_is_cut_is_counted(tmp_path: Path) -> None:
    tags = "".join(f"<x-{i}>" for i in range(40_000))
    (tmp_path / "cut.html").write_text(html(f"<p>{words(1)}</p>{tags}<p>never seen</p>"))
    (tmp_path / "whole.html").write_text(html(f"<p>{words(2)}</p>"))
    run = Dedup(tmp_path, "cut.html", "whole.html")
    assert run.summary["cut_pages"] == 1
    assert run.summary["pages_kept"] == 2


def test_100000_attributes(tmp_path: Path) -> None:
    attributes = " ".join(f'data-a{i}="{i}"' for i in range(100_000))
    classes = " ".join(f"class{i}" for i in range(100_000))
    text = f'<p {attributes} class="{classes}">{words(1)}</p>'
    (tmp_path / "wide.html").write_text(html(text))
    (tmp_path / "same.html").write_text(html(text))
    run = Dedup(tmp_path, "same.html", "wide.html")
    assert run.summary["pages_read"] == 2
    assert run.removed() == {"wide.html": "same.html"}


def test_header_without_end(tmp_path: Path) -> None:
    lines = b"".join(b"X-Filler-%d: nothing\r\n" % i for i in range(100_000))
    record = b"WARC/1.0\r\nWARC-Type: response\r\n" + lines
    (tmp_path / "pages.warc").write_bytes(html_response(1, words(1)) + record)
    run = Dedup(tmp_path, "pages.warc")
    assert run.summary["pages_read"] == 1
    assert run.summary["skipped"]["total"] == 1


def test_near_copies_of_a_damaged_page_are_still_found(tmp_path: Path) -> None:
    pages = [{"id": str(i), "text": near("x", i)} for i in range(3)]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\nrubbish\n"))
    run = Dedup(tmp_path, path)
    assert run.removed() == {"1": "0", "2": "0"}
    assert run.skipped == {"bad_json": 3, "total": 3}
    assert (run.out / "pages.jsonl").read_bytes().count(b"rubbish\n") == 3
