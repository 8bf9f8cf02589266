# SPDX-License-Identifier: Apache-2.0
"""Tables (.csv, .tsv): read by the names of their columns, copied without the rows that go.

Python's csv module reads what is well formed; the slow twin below says where rows end that are not.
"""

import csv
import io
import json
import random
from pathlib import Path

import pytest
from making import html, near, packed, unpacked, words, write_jsonl
from running import Dedup, facsim

csv.field_size_limit(1 << 30)


def table(rows: list[list[str]], **dialect: object) -> str:
    """Rows as Python writes them."""
    out = io.StringIO()
    csv.writer(out, **dialect).writerows(rows)
    return out.getvalue()


def read_back(path: Path, **dialect: object) -> list[list[str]]:
    """Rows as Python reads them, of a packed file too."""
    text = unpacked(path).decode()
    return list(csv.reader(io.StringIO(text, newline=""), strict=True, **dialect))


ROWS = [
    ["id", "url", "note", "text"],
    ["a", "http://example.org/a", "", words(1)],
    ["b", "http://example.org/b", 'said "so",\r\nthen\nleft', words(2) + ', "quoted"\n\nmore'],
    ["a-again", "http://example.org/c", "x", near(1, 1)],
    ["b-again", "http://example.org/d", "\n", words(2) + ', "quoted"\n\nmore'],
]


@pytest.mark.parametrize("how", ["", "gz", "zst", "lz4", "members"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_copy_is_the_table_without_the_rows_that_go(
    tmp_path: Path, how: str, end: str
) -> None:
    path = tmp_path / "pages.csv"
    path.write_bytes(table(ROWS, lineterminator=end).encode())
    given = packed(path, how) if how else path
    run = Dedup(tmp_path, given.name)
    assert run.removed() == {"a-again": "a", "b-again": "b"}
    assert run.summary["skipped"]["total"] == 0
    assert unpacked(run.out / given.name) == table(ROWS[:3], lineterminator=end).encode()
    assert run.rows()[0]["url"] == "http://example.org/c"


@pytest.mark.parametrize("name,separator", [("a.tsv", "\t"), ("a.csv", ";"), ("a.CSV", "\t")])
def test_other_separators(tmp_path: Path, name: str, separator: str) -> None:
    (tmp_path / name).write_text(table(ROWS, delimiter=separator), newline="")
    run = Dedup(tmp_path, name)
    assert run.removed() == {"a-again": "a", "b-again": "b"}
    assert read_back(run.out / name, delimiter=separator) == ROWS[:3]


def test_columns_by_the_names_of_fields(tmp_path: Path) -> None:
    rows = [
        ["meta.key", "link", "at", "body.html", "page"],
        ["k1", "http://example.org/1", "2024-01-01", html(words(1)), ""],
        ["k2", "http://example.org/2", "2024-01-02", html(words(1)), "other words"],
        ["k3", "http://example.org/3", "2024-01-03", "", words(2)],
    ]
    (tmp_path / "a.csv").write_text(table(rows), newline="")
    flags = "--text-field page --html-field body.html --id-field meta.key --url-field link".split()
    run = Dedup(tmp_path, "a.csv", *flags, "--time-field", "at", "--keep", "newest")
    assert run.removed() == {"k1": "k2"}
    assert run.rows()[0]["kind"] == "exact"
    assert run.summary["pages_read"] == 3
    assert run.done.warnings == []


def test_annotate_leaves_the_table_and_writes_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(table(ROWS), newline="")
    run = Dedup(tmp_path, "a.csv", "--mode", "annotate")
    assert not (run.out / "a.csv").exists()
    found = {row["id"]: row["kind"] for row in run.rows("annotations.jsonl")}
    assert found == {"a": None, "b": None, "a-again": "content", "b-again": "exact"}


def test_show_compare_recluster_and_an_index_find_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(table(ROWS), newline="")
    run = Dedup(tmp_path, "a.csv")
    assert "it repeats a" in facsim("show", run.out, "a-again", cwd=tmp_path).out
    offset = run.rows()[0]["offset"]
    done = facsim("compare", f"a.csv:{offset}", "a.csv#a", "--json", cwd=tmp_path)
    assert json.loads(done.out)["kind"] == "content"
    done = facsim(
        "recluster", run.out, "--keep", "longest", "--apply", "--quiet", cwd=tmp_path
    )
    assert done.status == 0, done.err
    assert [row[0] for row in read_back(run.out / "a.csv")] == ["id", "b", "a-again"]
    assert facsim("index", "build", "a.csv", "-o", "i", "--quiet", cwd=tmp_path).status == 0
    out = facsim("index", "query", "i", "a.csv", cwd=tmp_path).out
    assert "a-again\ta\t" in out


def test_rows_that_are_none_are_counted_named_and_copied(tmp_path: Path) -> None:
    text = (
        f"id,text\n1,{words(1)}\n2\n3,{words(3)},more\n4,\"open {words(4)}\n5,{words(5)}\n"
        f"\n6,nul\0\n7,{words(1)}\n"
    )
    (tmp_path / "a.csv").write_text(text)
    run = Dedup(tmp_path, "a.csv")
    assert run.skipped == {"bad_row": 4, "total": 4}
    places = [row["offset"] for row in run.rows("skipped.jsonl")]
    assert places == [text.index(mark) for mark in ("2\n", "3,", "4,\"", "6,nul")]
    assert f"bad_row 4 (first at a.csv:{places[0]}: its quotes or columns" in run.done.err
    assert run.summary["pages_read"] == 3
    assert (run.out / "a.csv").read_text() == text.removesuffix(f"7,{words(1)}\n")


def test_a_forgotten_quote_takes_no_other_row_along(tmp_path: Path) -> None:
    rows = "".join(f"{i},{words(i)}\n" for i in range(3000))
    (tmp_path / "a.csv").write_text(f'id,text\nx,"{words("x")}\n{rows}')
    run = Dedup(tmp_path, "a.csv", "--page-max", "64K")
    assert run.skipped == {"bad_row": 1, "total": 1}
    assert run.summary["pages_read"] == 3000


def test_cells_up_to_page_max(tmp_path: Path) -> None:
    long = "\n".join(words(i, 400) for i in range(60))
    rows = [["id", "text"], ["1", long], ["2", words(2)]]
    (tmp_path / "a.csv").write_text(table(rows), newline="")
    assert Dedup(tmp_path, "a.csv").summary["pages_read"] == 2
    run = Dedup(tmp_path, "a.csv", "--page-max", "16K")
    assert run.skipped == {"too_large": 1, "total": 1}
    assert run.summary["pages_read"] == 1


def test_marks_blank_lines_and_latin_1(tmp_path: Path) -> None:
    text = "caf\u00e9 " + words(1)
    (tmp_path / "u.csv").write_bytes(b"\xef\xbb\xbf\r\nid,text\r\n" + f"u,{text}\r\n".encode())
    (tmp_path / "l.csv").write_bytes(b"id,text\n" + f"l,{text}\n".encode("cp1252"))
    run = Dedup(tmp_path, "u.csv", "l.csv")
    assert [row["kind"] for row in run.rows()] == ["exact"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_with_the_remedy(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.tsv").write_bytes(table(ROWS, delimiter="\t").encode(encoding))
    run = Dedup(tmp_path, "a.tsv")
    assert run.done.status == 1
    assert "a.tsv: CSV in UTF-16 is not supported; convert it first (iconv" in run.done.err


@pytest.mark.parametrize("content", ["", "\n", "id,text\n", "\ufeffid,text", "id,text\r\n\r\n\n"])
def test_no_rows_are_no_failure(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.csv").write_text(content, newline="")
    run = Dedup(tmp_path, "a.csv")
    assert run.summary["pages_read"] == 0
    assert (run.out / "a.csv").read_bytes() == content.encode()


def test_no_header_row_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(table(ROWS[1:]), newline="")
    run = Dedup(tmp_path, "a.csv")
    assert run.done.status == 1 and not run.out.exists()
    assert "no record has a text in a column 'text' or 'html'" in run.done.err
    assert "as the first row names them, are: a, http://example.org/a, ," in run.done.err


def test_in_a_folder_tables_without_the_text_are_left_and_named(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "pages.csv").write_text(table(ROWS), newline="")
    (site / "prices.csv").write_text("item,price\nx,1\n")
    run = Dedup(tmp_path, "site")
    assert run.summary["pages_read"] == 4
    assert run.summary["files_not_read"] == 1
    (warning,) = run.done.warnings
    assert "site/prices.csv: has none of the columns with the text" in warning
    assert not (run.out / "prices.csv").exists()
    assert Dedup(tmp_path, "site", "--text-field", "price").summary["files_not_read"] == 1


@pytest.mark.parametrize("content", ["", "\n", "\ufeff\r\n"])
def test_in_a_folder_an_empty_table_is_no_failure(tmp_path: Path, content: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.csv").write_text(content, newline="")
    run = Dedup(tmp_path, "site")
    assert run.done.status == 0, run.done.err
    assert run.summary["files_not_read"] == 0


def test_by_name_only(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(table(ROWS), newline="")
    assert Dedup(tmp_path, "a.txt").summary["pages_read"] == 1
    write_jsonl(tmp_path / "b.csv", [{"id": "1", "text": words(1)}] * 2)
    assert Dedup(tmp_path, "b.csv").summary["pages_read"] == 2, "JSON lines by any name"


def ids(path: Path) -> list[tuple[int, str]]:
    """Offset and id of every row that is a page."""
    done = facsim("fingerprint", path, "--columns", "offset,id", "--threads", "2")
    assert done.status == 0, done.err
    lines = (line.split("\t") for line in done.out.splitlines())
    return [(int(offset), name) for offset, name in lines]


@pytest.mark.parametrize("seed", range(12))
def test_the_cells_are_those_of_pythons_csv(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    pieces = ["a", "word", ",", '"', "\n", "\r\n", ";", " ", "\t", "\u00e9", "'", "\\"]
    columns = chance.randint(1, 5)
    place = chance.randrange(columns)
    header = [f"c{i}" for i in range(columns)]
    header[place] = "text"
    rows = [header]
    for _ in range(300):
        rows.append(["".join(chance.choices(pieces, k=chance.randint(0, 9))) for _ in header])
        rows[-1][place] += f" w{len(rows)}"  # no page without words
    quoting = chance.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])
    path = tmp_path / "a.csv"
    text = table(rows, quoting=quoting, lineterminator=chance.choice(["\n", "\r\n"]))
    path.write_text(text, newline="")
    done = facsim("extract", path, "--json", "--threads", "2")
    assert done.status == 0, done.err
    found = [json.loads(line)["visible_text"].split() for line in done.out.splitlines()]
    expected = list(csv.reader(io.StringIO(text, newline=""), strict=True))[1:]
    assert found == [row[place].split() for row in expected]


class Twin:
    """The rules of docs/inputs.md, byte by byte."""

    def __init__(self, text: str) -> None:
        self.text = text

    def row_end(self, at: int) -> tuple[str, int, list[str]]:
        """How the row at `at` ends (row, broken, open), behind what, and its cells."""
        cells, cell, state = [], "", "begin"
        while at < len(self.text):
            c = self.text[at]
            at += 1
            if state == "quoted":
                if c == '"':
                    state = "closing"
                else:
                    cell += c
            elif state == "closing" and c == '"':
                cell, state = cell + c, "quoted"
            elif c == ",":
                cells, cell, state = [*cells, cell], "", "begin"
            elif c == "\n":
                return "row", at, [*cells, cell]
            elif state == "closing":
                return "broken", at, []
            elif state == "begin" and c == '"':
                state = "quoted"
            else:
                cell, state = cell + c, "plain"
        return ("open" if state == "quoted" else "row"), at, [*cells, cell]

    def pages(self) -> list[tuple[int, str]]:
        """Offset and first cell of every row with as many cells as the first."""
        _, at, header = self.row_end(0)
        found = []
        while at < len(self.text):
            how, end, cells = self.row_end(at)
            if how == "open":
                rest = self.text[at:].split("\n")[1:]
                lines = [line for line in rest if line.strip(" ")][:100]
                rows = sum(len(self.cut(line)) == len(header) for line in lines)
                how = "broken" if lines and rows * 10 >= len(lines) * 9 else "rest"
            if how == "broken":
                line_end = self.text.find("\n", at)
                at = len(self.text) if line_end < 0 else line_end + 1
                continue
            if how == "row" and len(cells) == len(header):
                found.append((at, cells[0]))
            at = end
        return found

    @staticmethod
    def cut(line: str) -> list[str]:
        """Cells of a line, whatever its quotes are."""
        cells, at = [], 0
        while True:
            end = at
            if line[end : end + 1] == '"':
                end = line.find('"', end + 1)
                while end >= 0 and line[end + 1 : end + 2] == '"':
                    end = line.find('"', end + 2)
                end = len(line) if end < 0 else end + 1
            comma = line.find(",", end)
            cells.append(line[at : comma if comma >= 0 else len(line)])
            if comma < 0:
                return cells
            at = comma + 1


@pytest.mark.parametrize("seed", range(30))
def test_rows_with_broken_quotes_end_where_the_twin_says(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    lines = ["id,text"]
    for number in range(200):
        text = chance.choice(["plain words", '"two\nlines"', '"a ""b"" c"', '"x,\ny"', 'in "side"'])
        if chance.random() < 0.08:
            text = chance.choice(['"open', 'open"', '"a"b', '"a" ', '""', '"""', "a,b", '"\n', ","])
        lines.append(f"{number},{text}")
    text = "\n".join(lines) + chance.choice(["", "\n", '\n900,"cut\nshort', '\n901,"open\n902,b\n'])
    path = tmp_path / "a.csv"
    path.write_text(text)
    assert ids(path) == Twin(text).pages()


@pytest.mark.parametrize("seed", range(10))
def test_the_copy_of_an_ugly_table_is_a_subsequence(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    good = [f'{i},"{words(i % 7)}"\r\n' for i in range(40)]
    for _ in range(6):
        good.insert(chance.randrange(40), chance.choice(["\r\n", "one\n", '"x"y,z\n', "a,b,c\n"]))
    text = "id,text\n" + "".join(good)
    (tmp_path / "a.csv").write_text(text, newline="")
    run = Dedup(tmp_path, "a.csv", "--threads", "2")
    gone = [(row["offset"], row["id"]) for row in run.rows()]
    left = text
    for offset, name in sorted(gone, reverse=True):
        end = left.index("\n", offset) + 1
        assert left[offset:end].startswith(f"{name},")
        left = left[:offset] + left[end:]
    assert (run.out / "a.csv").read_bytes().decode() == left
    assert len(gone) == 33
