# SPDX-License-Identifier: Apache-2.0
"""facsim fingerprint: one line a page, in the order of the input."""

import gzip
import os
import re

import pytest
from making import MENU, html, response, text_of, warc_record, write_jsonl
from running import PROGRAM, facsim, run

LINE = re.compile(r"^[^\t\n]+\t(?:[0-9a-f]{16}|-)$")


@pytest.fixture
def pages(tmp_path):
    """JSON lines: equal texts, a text too short, an empty one, one without id."""
    return write_jsonl(
        tmp_path / "pages.jsonl",
        [
            {"id": "a", "url": "https://example.org/a", "text": text_of()},
            {"id": "b", "text": text_of().upper()},
            {"id": "short", "text": "three short words"},
            {"id": "empty", "text": ""},
            {"text": text_of(50, 9)},
        ],
    )


def test_one_line_a_page_in_order(pages):
    result = facsim("fingerprint", "pages.jsonl", cwd=pages.parent)
    assert result.status == 0
    lines = result.out.splitlines()
    assert all(LINE.match(line) for line in lines)
    names = [line.split("\t")[0] for line in lines]
    assert names[:4] == ["a", "b", "short", "empty"]
    offset = sum(map(len, pages.read_bytes().splitlines(keepends=True)[:4]))
    assert names[4] == f"pages.jsonl:{offset}"
    values = [line.split("\t")[1] for line in lines]
    assert values[0] == values[1] != values[4]  # case is folded
    assert values[2] == values[3] == "-"


def test_any_number_of_threads_gives_the_same_order(tmp_path):
    path = write_jsonl(
        tmp_path / "many.jsonl",
        [{"id": str(i), "text": text_of(30 + i % 50, i)} for i in range(3000)],
    )
    one = facsim("fingerprint", path, "--threads", 1)
    four = facsim("fingerprint", path, "--threads", 4)
    assert one.status == four.status == 0
    assert [line.split("\t")[0] for line in one.out.splitlines()] == [str(i) for i in range(3000)]
    assert four.out == one.out


def test_packing_and_standard_input_change_nothing(pages):
    plain = facsim("fingerprint", pages, "--columns", "id,fingerprint").out.splitlines()[:4]
    packed = pages.with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(pages.read_bytes()))
    assert facsim("fingerprint", packed).out.splitlines()[:4] == plain
    assert facsim("fingerprint", "-", stdin=pages.read_bytes()).out.splitlines()[:4] == plain
    assert facsim("fingerprint", "-", stdin=packed.read_bytes()).out.splitlines()[:4] == plain


def test_standard_input_leaves_nothing_behind(pages, tmp_path):
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    result = facsim("fingerprint", "-", stdin=pages.read_bytes(), env={"TMPDIR": str(tmp)})
    assert result.status == 0
    assert os.listdir(tmp) == []


def test_columns(pages):
    result = facsim("fingerprint", "pages.jsonl", "--columns", "offset,id,units,shingles,url,file",
                    cwd=pages.parent)  # fmt: skip
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "0\ta\t60\t56\thttps://example.org/a\tpages.jsonl"
    assert lines[2].split("\t")[1:5] == ["short", "3", "0", "-"]


def test_every_column_has_its_shape(tmp_path):
    (tmp_path / "a.html").write_text(html(text_of(), menu=MENU))
    result = facsim("fingerprint", "a.html", "--columns",
                    "fingerprint,visible,sketch,layout,digest", cwd=tmp_path)  # fmt: skip
    lengths = [len(value) for value in result.out.rstrip("\n").split("\t")]
    assert lengths == [16, 16, 128, 128, 32]


def test_json_has_all_columns_and_null_for_nothing(pages):
    rows = facsim("fingerprint", pages, "--json").rows()
    assert list(rows[0]) == [
        "id", "url", "file", "offset", "fingerprint", "visible", "units", "shingles", "sketch",
        "layout", "anchors", "digest",
    ]  # fmt: skip
    assert rows[2]["fingerprint"] is None and rows[2]["url"] is None
    assert rows[0]["layout"] is None  # plain text
    assert rows[0]["digest"] != rows[1]["digest"]  # case counts


def test_json_of_chosen_columns(pages):
    rows = facsim("fingerprint", pages, "--json", "--columns", "units,id").rows()
    assert rows[0] == {"units": 60, "id": "a"}


def test_an_unknown_column_is_wrong_usage(pages):
    result = facsim("fingerprint", pages, "--columns", "id,fingerprnt")
    assert result.status == 2
    assert "--columns: 'fingerprnt' is not one of" in result.err
    assert "did you mean 'fingerprint'?" in result.err


def test_the_pages_of_a_warc(tmp_path):
    path = tmp_path / "crawl.warc"
    path.write_bytes(
        warc_record("warcinfo", 0, b"software: test\r\n", Content_Type="application/warc-fields")
        + response(1, html(text_of(), menu=MENU).encode())
        + response(2, b"x", media="image/png")
        + response(3, html(text_of(40, 5), menu=MENU).encode())
    )
    result = facsim("fingerprint", path, "--columns", "url,fingerprint")
    assert result.status == 0
    assert [line.split("\t")[0] for line in result.out.splitlines()] == [
        "http://example.org/1",
        "http://example.org/3",
    ]
    assert result.err == "facsim: warning: left out what is no page: not_a_page 1\n"


def test_bad_lines_are_counted_not_printed(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id":"a","text":"' + text_of() + '"}\n{"id":\n{"id":"c"}\n')
    result = facsim("fingerprint", path)
    assert result.status == 0
    assert result.out.count("\n") == 1
    assert "bad_json 1" in result.err and "no_text_field 1" in result.err


def test_an_id_cannot_break_the_table(tmp_path):
    path = write_jsonl(tmp_path / "odd.jsonl", [{"id": "a\tb\nc\x1b[2J", "text": text_of()}])
    result = facsim("fingerprint", path)
    assert re.fullmatch(r"a b c \[2J\t[0-9a-f]{16}\n", result.out)
    assert facsim("fingerprint", path, "--json").rows()[0]["id"] == "a\tb\nc\x1b[2J"


def test_a_reader_that_goes_away_is_no_trouble(tmp_path):
    path = write_jsonl(
        tmp_path / "many.jsonl", [{"id": str(i), "text": text_of(40, i)} for i in range(20000)]
    )
    done = run(["sh", "-c", f"'{PROGRAM}' fingerprint '{path}' --json | head -n 1"])
    assert done.out.count("\n") == 1
    assert done.err == ""


def test_no_input_and_missing_input(tmp_path):
    assert facsim("fingerprint").status == 2
    result = facsim("fingerprint", "not-there", cwd=tmp_path)
    assert result.status == 1 and "not-there" in result.err
