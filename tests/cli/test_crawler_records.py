# SPDX-License-Identifier: Apache-2.0
"""What a crawler writes about pages or itself is no page: it is copied, and removed with its page at most."""

import gzip
from pathlib import Path

import pytest
from making import html, html_response, response, warc_record, words, write_warc
from running import Dedup, facsim

A = html(words(1))
B = html(words(2))


def name(number: int) -> str:
    """The id of a record of making.py."""
    return f"<urn:uuid:{number:032x}>"


def note(number: int, uri: str, text: str, **fields: str) -> bytes:
    """A resource record of text."""
    named = {"Content_Type": "text/plain", "WARC_Target_URI": uri} | fields
    return warc_record("resource", number, text.encode(), **named)


CRAWLERS = [
    "urn:text:http://example.org/1", "URN:TEXTFINAL:http://example.org/1", "urn:pageinfo:http://example.org/1",
    "urn:thumbnail:http://example.org/1", "urn:view:http://example.org/1",
    "urn:something-new:https://example.org/1", "urn:X-wpull:log",
    "metadata://gnu.org/software/wget/warc/wget_arguments.txt", "Metadata:http://example.org/1",
    "onreadydom:http://example.org/1", "screenshot:http://example.org/1", "har:http://example.org/1",
    "dns:example.org", "whois:example.org", "<urn:text:http://example.org/1>",
]  # fmt: skip
PAGES = [
    "http://example.org/x", "HTTPS://example.org/x", "ftp://example.org/x.txt", "file:///srv/x.txt",
    "urn:uuid:01234567-89ab-cdef-0123-456789abcdef", "urn:isbn:9780131103627", "app:page-1",
    "data-set://x/1", "textfinal.example.org/urn:text:", "text:1",
]  # fmt: skip


@pytest.mark.parametrize("uri", CRAWLERS)
@pytest.mark.parametrize("first", [False, True])
def test_no_page(tmp_path: Path, uri: str, first: bool) -> None:
    records = [html_response(1, words(1)), html_response(2, words(2))]
    records.insert(0 if first else 1, note(3, uri, words(1)))
    archive = write_warc(tmp_path / "a.warc", *records)
    run = Dedup(tmp_path, archive)
    assert run.skipped == {"crawler_record": 1, "total": 1}
    assert run.summary["pages_read"] == 2
    assert run.rows() == [] and run.rows("skipped.jsonl") == []
    assert set(run.summary["hosts"]) <= {"example.org"}
    assert (run.out / "a.warc").read_bytes() == archive.read_bytes()
    read = facsim("fingerprint", archive)
    assert len(read.out.splitlines()) == 2


@pytest.mark.parametrize("uri", PAGES)
def test_other_targets_are_pages(tmp_path: Path, uri: str) -> None:
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", html_response(1, words(1)), note(3, uri, words(2))))
    assert run.skipped == {"total": 0}
    assert run.summary["pages_read"] == 2


def test_arc(tmp_path: Path) -> None:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + A.encode()
    line = b"%s 192.0.2.1 20240506070809 text/html %d\n"
    records = [line % (b"http://example.org/", len(body)) + body + b"\n"]
    records += [line % (b"onreadydom:http://example.org/", len(body)) + body + b"\n"]
    (tmp_path / "a.arc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.arc")
    assert run.skipped == {"crawler_record": 1, "total": 1}


def test_it_goes_with_the_page_that_it_names(tmp_path: Path) -> None:
    to = {"WARC_Concurrent_To": name(2)}
    records = [
        html_response(1, words(1)), note(3, "urn:text:http://example.org/1", words(1)),
        html_response(2, words(1)), note(4, "urn:text:http://example.org/2", words(1), **to),
    ]  # fmt: skip
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", *records))
    assert [row["url"] for row in run.rows()] == ["http://example.org/2"]
    assert (run.out / "a.warc").read_bytes() == b"".join(records[:2])


@pytest.mark.parametrize("kind", ["conversion", "resource"])
@pytest.mark.parametrize("field", ["WARC_Refers_To", "WARC_Concurrent_To"])
@pytest.mark.parametrize("order", [("about.warc", "pages.warc"), ("pages.warc", "about.warc")])
def test_a_record_that_names_a_page_of_the_inputs(
    tmp_path: Path, kind: str, field: str, order: tuple[str, str]
) -> None:
    about = [warc_record(kind, 10 + n, words(n).encode(), Content_Type="text/plain",
                         WARC_Target_URI=f"http://example.org/{n}", **{field: name(n)}) for n in (1, 2)]
    write_warc(tmp_path / "about.warc", *about)
    write_warc(tmp_path / "pages.warc", html_response(1, words(1)), html_response(2, words(2)))
    run = Dedup(tmp_path, *order)
    assert run.skipped == {"crawler_record": 2, "total": 2}
    assert run.summary["pages_read"] == 2 and run.rows() == []
    again = facsim("recluster", run.out, "--apply", cwd=tmp_path)
    assert again.status == 0, again.err
    for each in order:
        assert (run.out / each).read_bytes() == (tmp_path / each).read_bytes()
    # By themselves they are pages, as those of a WET file are.
    alone = Dedup(tmp_path, "about.warc")
    assert alone.skipped == {"total": 0} and alone.summary["pages_read"] == 2


def test_what_is_said_of_such_a_record(tmp_path: Path) -> None:
    about = warc_record("conversion", 10, words(1).encode(), Content_Type="text/plain",
                        WARC_Target_URI="http://example.org/1", WARC_Refers_To=name(1))  # fmt: skip
    empty = warc_record("resource", 3, b"", Content_Type="text/plain", WARC_Target_URI="http://example.org/3")
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", html_response(1, words(1)), about, empty),
                "--mode", "annotate")  # fmt: skip
    assert run.skipped == {"crawler_record": 1, "no_text": 1, "total": 2}
    assert [row["id"] for row in run.rows("annotations.jsonl")] == [f"urn:uuid:{1:032x}"]
    assert "it was not judged by itself" in facsim("show", run.out, f"urn:uuid:{10:032x}").out
    assert "was left out and not judged: no_text" in facsim("show", run.out, f"urn:uuid:{3:032x}").out
    said = facsim("show", run.out, f"urn:uuid:{1:032x}").out
    assert "was kept; nothing went for it\n" in said


def test_what_names_no_page_stays_one(tmp_path: Path) -> None:
    # The text of a PDF, and a fetch by FTP that names its control conversation.
    pdf = response(1, b"%PDF-1.4 nothing", media="application/pdf")
    text = warc_record("conversion", 2, words(1).encode(), Content_Type="text/plain", WARC_Refers_To=name(1))
    control = warc_record("metadata", 3, b"250 OK", WARC_Target_URI="ftp://example.org/a.txt")
    fetched = note(4, "ftp://example.org/a.txt", words(2), WARC_Concurrent_To=name(3))
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", pdf, text, control, fetched))
    assert run.skipped == {"not_a_page": 1, "total": 1}
    assert run.summary["pages_read"] == 2


def test_nothing_but_such_records_is_no_error(tmp_path: Path) -> None:
    run = Dedup(tmp_path, write_warc(tmp_path / "a.warc", note(3, "urn:text:http://example.org/1", words(1))))
    assert run.skipped == {"crawler_record": 1, "total": 1}
    assert "none of them a page with a text; 1 record of the crawler itself" in run.done.err


# --- segments ----------------------------------------------------------------------------------


def segments(number: int, body: bytes, cuts: list[int]) -> list[bytes]:
    """A response in segments."""
    whole = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    ends = [*cuts, len(whole)]
    records = []
    for at, (begin, end) in enumerate(zip([0, *cuts], ends, strict=True), 1):
        fields = {"WARC_Segment_Number": str(at)}
        if at > 1:
            fields["WARC_Segment_Origin_ID"] = name(number)
        if at == len(ends):
            fields["WARC_Segment_Total_Length"] = str(len(whole))
        kind = "continuation" if at > 1 else "response"
        records.append(warc_record(kind, 100 * (at - 1) + number, whole[begin:end], **fields))
    return records


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_segments_of_one_file_are_a_page(tmp_path: Path, suffix: str) -> None:
    first, second, third = segments(2, A.encode(), [200, 500])
    request = warc_record("request", 50, b"GET / HTTP/1.1\r\n\r\n", WARC_Concurrent_To=name(2))
    kept = html_response(1, words(1)), html_response(3, words(2))
    archive = tmp_path / f"a.warc{suffix}"
    write_warc(archive, kept[0], first, request, second, third, kept[1])
    run = Dedup(tmp_path, archive)
    assert run.skipped == {"total": 0} and run.summary["pages_read"] == 3
    assert [row["id"] for row in run.rows()] == [f"urn:uuid:{2:032x}"]
    copy = (run.out / archive.name).read_bytes()
    assert (gzip.decompress(copy) if suffix else copy) == b"".join(kept)
    # As much as a page may have.
    write_warc(archive, kept[0], *segments(2, html(words(1, 400)).encode(), [200, 500]), kept[1])
    small = Dedup(tmp_path, archive, "--page-max", "1K")
    assert small.skipped == {"too_large": 1, "total": 1}
    assert (small.out / archive.name).read_bytes() == archive.read_bytes()


@pytest.mark.parametrize("missing", [1, 2])
def test_segments_elsewhere_are_counted_with_the_remedy(tmp_path: Path, missing: int) -> None:
    parts = segments(2, A.encode(), [200, 500])
    write_warc(tmp_path / "a.warc", html_response(1, words(1)), *parts[:missing])
    write_warc(tmp_path / "b.warc", *parts[missing:], html_response(3, words(2)))
    run = Dedup(tmp_path, "a.warc", "b.warc")
    counted = 4 - missing  # the page, and segments in another file than it
    assert run.skipped == {"split_record": counted, "total": counted}
    assert "'cat' makes one of the files that have them" in run.done.err
    assert run.summary["pages_read"] == 2
    for each in ("a.warc", "b.warc"):
        assert (run.out / each).read_bytes() == (tmp_path / each).read_bytes()
    whole = (tmp_path / "a.warc").read_bytes() + (tmp_path / "b.warc").read_bytes()
    (tmp_path / "whole.warc").write_bytes(whole)
    assert len(Dedup(tmp_path, "whole.warc").rows()) == 1
