# SPDX-License-Identifier: Apache-2.0
"""read_pages gives what the program reads, extract what it extracts."""

import datetime
import gzip
import os
import signal
import sys
import time
from pathlib import Path

import facsim
import pytest
from making import (
    corpus,
    html,
    html_response,
    response,
    warc_record,
    words,
    write_jsonl,
    write_warc,
)
from real_data import real_set
from running import allowed, start
from running import facsim as program

PAGES = corpus(60)
ENVIRONMENT = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
NEW_YEAR = datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)


def by_the_program(*arguments: object) -> list[dict]:
    return program.done("extract", *arguments, "--json").rows()


def as_theirs(page: dict) -> tuple:
    name = page["id"] or f"{page['file']}:{page['offset']}"
    return name, page["url"], page["title"], page["text"]


def theirs(rows: list[dict]) -> list[tuple]:
    return [(row["id"], row["url"], row["title"], row["main_text"]) for row in rows]


def test_all_sorts_of_files(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", PAGES)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress((tmp_path / "a.jsonl").read_bytes()))
    texts = [words(number) for number in range(20)]
    write_warc(tmp_path / "c.warc.gz", *map(html_response, range(20), texts))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/d.html").write_text(html(texts[0], title="One & only", menu="Home"))
    (tmp_path / "sub/e.txt").write_text(texts[1])
    (tmp_path / "f.csv").write_text("id,url,text\n1,https://example.org/,a cell\n")
    (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    reader = facsim.read_pages(tmp_path)
    pages = list(reader)
    assert [as_theirs(page) for page in pages] == theirs(by_the_program(tmp_path))
    assert len(pages) == 2 * len(PAGES) + 23
    counts = reader.counts
    assert counts["pages_read"] == len(pages) and counts["files"] == 6
    assert counts["skipped"] == {} and reader.progress[0] == reader.progress[1] > 0
    assert any("png" in warning or "file" in warning for warning in reader.warnings)
    assert list(reader) == [], "it is over"
    one = next(facsim.read_pages([str(tmp_path / "sub/d.html")], with_bytes=True))
    assert one["title"] == "One & only" and one["format"] == "html"
    assert one["bytes"] == (tmp_path / "sub/d.html").read_bytes()
    archived = next(page for page in pages if page["file"].endswith("c.warc.gz"))
    assert archived["time"] == NEW_YEAR and archived["text"] == texts[0]


def test_fields(tmp_path: Path) -> None:
    row = {"key": 7, "at": "2024-01-02T03:04:05Z", "in": {"body": "said"}, "link": "https://e.org"}
    path = write_jsonl(tmp_path / "a.jsonl", [row])
    (page,) = facsim.read_pages(path, text="in.body", id="key", url="link", time="at")
    assert page == {"id": "7", "url": "https://e.org", "title": None, "text": "said",
                    "time": NEW_YEAR, "file": str(path), "offset": 0}  # fmt: skip
    with pytest.raises(facsim.errors.NotFoundError, match="no page|text"):
        list(facsim.read_pages(path))


def test_what_is_skipped_is_counted_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "one"}\nno json\n{"body": "two"}\n{"text": 3}\n{"text": "four"}\n')
    reader = facsim.read_pages(path)
    assert [page["text"] for page in reader] == ["one", "four"]
    assert reader.counts["skipped"] == {"bad_json": 1, "no_text_field": 2}
    assert reader.counts["records_read"] == 5
    assert any("bad_json" in warning for warning in reader.warnings)
    assert repr(reader) == "<facsim.PageReader: 2 pages read, 3 records skipped>"
    path = write_jsonl(tmp_path / "b.jsonl", [{"text": "short"}, *PAGES])
    large = facsim.read_pages(path, page_max=300)
    assert [page["text"] for page in large] == ["short"]
    assert large.counts["skipped"] == {"too_large": len(PAGES)}


def test_damaged_archives_lose_no_more_than_they_must(tmp_path: Path) -> None:
    records = [html_response(number, words(number)) for number in range(9)]
    path = write_warc(tmp_path / "a.warc", *records)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) - 300])
    reader = facsim.read_pages(path)
    assert len(list(reader)) == 8 and sum(reader.counts["skipped"].values()) == 1
    packed = write_warc(tmp_path / "b.warc.gz", *records)
    broken = bytearray(packed.read_bytes())
    broken[len(broken) // 2] ^= 0xFF
    packed.write_bytes(broken)
    reader = facsim.read_pages(packed)
    assert 3 <= len(list(reader)) <= 9
    assert reader.warnings


def test_real_archives_are_read_as_the_program_reads_them() -> None:
    """`extract` also has a line for records that are no page by their type; they say nothing."""
    pages = 0
    for path in sorted(real_set("warc_samples").rglob("*arc*"))[:30]:
        if not path.is_file() or path.suffix == ".tsv":
            continue
        run = program("extract", path, "--json")
        reader = facsim.read_pages(path)
        mine = []
        try:
            mine.extend(as_theirs(page) for page in reader)
            assert run.status == 0, path
        except facsim.errors.NotFoundError:
            assert run.status != 0, path
        said = [page for page in mine if page[-1]]
        assert said == [page for page in theirs(run.rows()) if page[-1]], path
        pages += len(said)
    assert pages > 100


def test_bytes_of_all_values_give_texts(tmp_path: Path) -> None:
    odd = bytes(range(256)) * 3
    records = [response(1, b"<title>" + odd + b"</title><p>" + odd, media="text/html"),
               warc_record("response", 2, b"HTTP/1.1 200 OK\r\n\r\n" + odd)]  # fmt: skip
    records[1] = records[1].replace(b"example.org/2", b"example.\xff\xfe/2")
    path = tmp_path / "odd.warc"
    path.write_bytes(b"".join(records))
    for page in facsim.read_pages(path):
        assert all(isinstance(page[name], str) for name in ("url", "text", "file"))
        page["text"].encode()
    assert facsim.extract(odd).visible_text.encode()


def test_it_is_lazy(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", corpus(3000))
    reader = facsim.read_pages(path)
    assert reader.counts["pages_read"] == 0
    next(reader)
    assert 1 <= reader.counts["pages_read"] <= 64
    assert facsim.dedup(reader, id="id", url="url").summary["pages_read"] == 2999


def test_bad_input(tmp_path: Path) -> None:
    good = write_jsonl(tmp_path / "a.jsonl", PAGES)
    for call, kind, said in (
        (lambda: facsim.read_pages(None), TypeError, "paths are paths"),
        (lambda: facsim.read_pages(3), TypeError, "paths are paths"),
        (lambda: facsim.read_pages([3]), TypeError, "is a path, not int"),
        (lambda: facsim.read_pages([]), ValueError, "needs the path"),
        (lambda: facsim.read_pages("a\0b"), ValueError, "null character"),
        (lambda: facsim.read_pages("\ud800"), UnicodeEncodeError, "surrogates"),
        (lambda: facsim.read_pages(tmp_path / "none"), FileNotFoundError, "none"),
        (lambda: facsim.read_pages(good, text=3), TypeError, "text is a name, not int"),
        (lambda: facsim.read_pages(good, page_max=0), ValueError, "page_max=0"),
        (lambda: facsim.read_pages(good, page_max=None), TypeError, "whole number"),
        (lambda: facsim.read_pages(good, tmp=3), TypeError, "tmp is a path"),
        (lambda: facsim.read_pages(good, recipe="none"), facsim.Error, "none"),
        (lambda: facsim.extract(None), TypeError, "str or bytes, not NoneType"),
        (lambda: facsim.extract(3), TypeError, "str or bytes, not int"),
        (lambda: facsim.extract("\ud800"), UnicodeEncodeError, "surrogates"),
        (lambda: facsim.extract("a", 3), TypeError, "url is a name, not int"),
        (lambda: facsim.extract("a", charset=b"utf-8"), TypeError, "charset is a name"),
    ):
        with pytest.raises(kind) as raised:
            call()
        assert said in f"{raised.value} {getattr(raised.value, 'where', '')}"


def test_extract_is_that_of_the_program(tmp_path: Path) -> None:
    link = '<link rel="canonical" href="/one">'
    page = html(words("ferry"), head=link, title="Ferry", menu="Home")
    (tmp_path / "a.html").write_text(page)
    (row,) = by_the_program(tmp_path / "a.html")
    found = facsim.extract(page)
    assert (found.title, found.main_text) == (row["title"], row["main_text"])
    assert (found.visible_text, found.language) == (row["visible_text"], row["language"])
    assert found == facsim.extract(page.encode()) and found.charset == "UTF-8"
    assert "Home" in found.visible_text and "Home" not in found.main_text
    linked = facsim.extract(page, "https://example.org/two")
    assert linked.canonical_url == "https://example.org/one"
    greek = "<p>Καλημέρα".encode("iso-8859-7")
    assert facsim.extract(greek, charset="iso-8859-7").main_text == "Καλημέρα"
    assert facsim.extract("").main_text == "" and facsim.extract(b"").title is None


ENDLESS = """
import facsim, sys
reader = facsim.read_pages(sys.argv[1])
print("at work", flush=True)
try:
    for page in reader: raise AssertionError(page)
except KeyboardInterrupt:
    assert list(reader) == []
    print("stopped", flush=True)
"""


def test_ctrl_c_ends_reading_where_no_page_comes(tmp_path: Path) -> None:
    """Records that hold no page, some millions of them: no call of Python comes between."""
    image = response(1, b"\x89PNG", media="image/png")
    path = tmp_path / "images.warc"
    path.write_bytes(image * 1_000_000)
    command = [sys.executable, "-c", ENDLESS, path]
    with start(command, env=ENVIRONMENT) as process:
        assert process.stdout.readline() == b"at work\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert process.stdout.readline() == b"stopped\n", process.result()
        assert time.monotonic() - began < allowed(3)


def test_after_a_fork(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", PAGES)
    reader = facsim.read_pages(path)
    next(reader)
    child = os.fork()
    if child == 0:
        os._exit(0 if len(list(facsim.read_pages(path))) == len(PAGES) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(list(reader)) == len(PAGES) - 1
