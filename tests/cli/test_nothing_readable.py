# SPDX-License-Identifier: Apache-2.0
"""Where no page could be read of anything: status 1 with the reason, and nothing is written."""

import gzip
import json
import random
import shutil
from pathlib import Path

import pytest
from making import html, packed, response, words, write_jsonl
from running import Dedup, Result, facsim

NOISE = random.Random(7).randbytes(2_000)


def damaged() -> bytes:
    """A packed file of which only the first bytes are left."""
    return gzip.compress(("x" * 1000).encode())[:14]


# A record that is well read and holds no page.
IMAGE = response(1, NOISE, "").replace(b"text/html; charset=utf-8", b"image/png" + b" " * 15)


# Name -> content, what the message says.
UNREADABLE = {
    "a.jsonl": (b'{"id": 1, "body": "words"}\n' * 3, "no_text_field 3 (first at a.jsonl:0)"),
    "b.jsonl": (b"no json\n[]\n", "bad_json 2 (first at b.jsonl:0: 'n' where an object's '{' must stand"),
    "c.csv": (b"a,b\n1,2\n", "no_text_field 1 (at c.csv:4)"),
    "m.csv": (b"a,b\n", "1 file with 0 records"),
    "n.csv": (b"id,text,url\r1,one two,u\r2,three,u\r", "of the text: 1 table"),
    "o.csv": (b"a,b\n1,2\n\n", "1 file with 1 record,"),
    "d.html": (NOISE, "not_a_page 1 (at d.html:0)"),
    "e.txt": (b"%PDF-1.7 " + NOISE, "not_a_page 1 (at e.txt:0)"),
    "f.jsonl.gz": (damaged(), "damaged: 1 file"),
    "g.warc": (b"WARC/1.0\r\nno header", "clipped_record 1 (at g.warc:0)"),
    "h.bin": (NOISE, "not_a_page 1 (at h.bin:0)"),
    "j.ndjson": (b'{"index":{"_id":"7"}}\n', "clipped_record 1 (at j.ndjson:0)"),
    "k.jsonl": (b'{"text": "' + b"x" * 5000 + b'"}\n', "too_large 1 (at k.jsonl:0, see --page"),
}
COMMANDS = {
    "dedup": ["dedup", "FILE", "-o", "OUT"],
    "fingerprint": ["fingerprint", "FILE"],
    "extract": ["extract", "FILE"],
    "build": ["index", "build", "FILE", "-o", "OUT"],
    "add": ["index", "add", "IDX", "FILE"],
    "query": ["index", "query", "IDX", "FILE"],
    "eval": ["eval", "FILE", "--exact"],
    "synthesize": ["eval", "FILE", "--synthesize", "-o", "OUT"],
    "idf": ["idf", "build", "FILE", "-o", "OUT"],
    "against": ["dedup", "FILE", "-o", "OUT", "--against", "IDX", "--update"],
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of one page, beside that page."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "other").mkdir()
    write_jsonl(folder / "other/page.jsonl", [{"id": "p", "text": words(9)}])
    facsim.done("index", "build", "other/page.jsonl", "-o", "IDX", "--quiet", cwd=folder)
    return folder


@pytest.fixture
def index(built: Path, tmp_path: Path) -> Path:
    """A copy of it, and of its page, beside the input."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    return tmp_path / "IDX"


def files_of(folder: Path) -> dict[str, bytes]:
    """Names and contents."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def run(folder: Path, command: str, name: str) -> Result:
    """The command on a file of this name."""
    words_given = [name if word == "FILE" else word for word in COMMANDS[command]]
    return facsim(*words_given, "--page-max", "4K", cwd=folder)


def some_by_day() -> list[object]:
    """dedup with every file, every command with a third of the files; the others at night."""
    pairs = []
    for row, name in enumerate(UNREADABLE):
        for column, command in enumerate(COMMANDS):
            is_by_day = command == "dedup" or (row + column) % 3 == 0
            marks = () if is_by_day else pytest.mark.nightly
            pairs.append(pytest.param(name, command, marks=marks))
    return pairs


@pytest.mark.parametrize(("name", "command"), some_by_day())
def test_status_1_with_the_reason_and_nothing_written(
    tmp_path: Path, index: Path, name: str, command: str
) -> None:
    content, reason = UNREADABLE[name]
    (tmp_path / name).write_bytes(content)
    before = files_of(index)
    done = run(tmp_path, command, name)
    assert done.status == 1, done.err
    last = done.err.splitlines()[-1]
    assert last.startswith("facsim: no page was read: 1 file with "), done.err
    assert "none of them a page with a text; " in last
    assert reason in last
    assert not (tmp_path / "OUT").exists()
    assert done.out == ""
    assert files_of(index) == before


def test_the_remedy_is_said(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "meta": {"body": words(1)}}])
    done = facsim("dedup", "a.jsonl", "-o", "out", cwd=tmp_path)
    assert done.status == 1
    assert (
        "facsim: warning: a.jsonl: no record has a text in a field 'text' or 'html'; the fields of "
        "the first record are: id, meta.body; see --text-field and --html-field" in done.err
    )
    assert Dedup(tmp_path, "a.jsonl", "--text-field", "meta.body").done.status == 0


@pytest.mark.parametrize("lines", ['{\n  "id": 1,\n  "text": "x"\n}\n', '\ufeff{"text": "x"}\n'])
def test_json_that_is_not_one_object_a_line_has_a_remedy(tmp_path: Path, lines: str) -> None:
    good = json.dumps({"id": 1, "text": words(1)}) + "\n"
    count = f"bad_json {lines.count(chr(10))} ("
    for name, bytes_before in (("a.jsonl", good), ("b.jsonl", "")):
        (tmp_path / name).write_text(bytes_before + lines)
        if lines.startswith("\ufeff") and not bytes_before:
            assert Dedup(tmp_path, name).done.warnings == []  # where a mark belongs
            continue
        err = Dedup(tmp_path, name).done.err
        assert count in err
        if lines.startswith("\ufeff"):
            assert "a byte-order mark, which may stand only at the beginning of a file" in err
        else:
            assert "1 byte into the line; 'jq -c .' writes" in err


def test_a_table_whose_lines_end_with_cr_names_them(tmp_path: Path) -> None:
    (tmp_path / "cr.csv").write_bytes(b"id,text\r1,one two\r")
    done = Dedup(tmp_path, "cr.csv").done
    assert done.status == 1
    assert "no record has a text in a column 'text' or 'html'; the columns" in done.err
    assert "a CR without LF stands in the first row" in done.err and "\r" not in done.err


def test_an_earlier_result_stays(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": words(1)}])
    assert facsim("dedup", "a.jsonl", "-o", "out", "--quiet", cwd=tmp_path).status == 0
    before = (tmp_path / "out/summary.json").read_bytes()
    done = facsim("dedup", "a.jsonl", "-o", "out", "--force", "--text-field", "x", cwd=tmp_path)
    assert done.status == 1
    assert (tmp_path / "out/summary.json").read_bytes() == before


def test_one_page_anywhere_is_enough(tmp_path: Path) -> None:
    for name, (content, _) in UNREADABLE.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "z.html").write_text(html(words(1)))
    done = Dedup(tmp_path, *sorted(UNREADABLE), "z.html", "--page-max", "4K")
    assert done.summary["pages_read"] == 1
    assert len(done.rows("skipped.jsonl")) > 0


@pytest.mark.parametrize(
    "name,content",
    [
        ("a.jsonl", b""),
        ("a.jsonl", b"\n\n"),
        ("a.jsonl.gz", gzip.compress(b"")),
        ("a.csv", b"id,text\n"),
        ("a.warc", b""),
        ("images.warc", IMAGE),
        ("a.html", b""),
        ("a.txt", b" \n"),
        ("a.jsonl", b'{"text": ""}\n'),
        ("a.ndjson", b'{"delete":{"_id":"7"}}\n'),
        ("site/logo.png", b"\x89PNG\r\n"),
    ],
)
@pytest.mark.parametrize("command", ["dedup", "fingerprint", "extract", "build", "query"])
@pytest.mark.usefixtures("index")
def test_what_is_merely_empty_is_no_failure(
    tmp_path: Path, command: str, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    done = run(tmp_path, command, "site" if name.startswith("site") else name)
    assert done.status == 0, done.err
    assert "no page was read" in done.err or content in (b" \n", b'{"text": ""}\n', IMAGE)


def test_the_help_says_so() -> None:
    said = " ".join(facsim("help").out.split())
    assert (
        "1 failed, the message names file and offset, or no page was read and something could not "
        "be (empty inputs are no failure: 0 and a warning);" in said
    )


def test_an_empty_folder_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    assert Dedup(tmp_path, "site").summary["pages_read"] == 0


def test_a_folder_of_files_that_cannot_be_read_is_one(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.parquet").write_bytes(b"PAR1" + bytes(100))
    done = Dedup(tmp_path, "site").done
    assert done.status == 1
    assert "no page was read: no file could be; site/a.parquet: does not begin and end" in done.err


def test_the_same_from_standard_input(tmp_path: Path) -> None:
    done = Dedup(tmp_path, "-", stdin=b'{"body": "x"}\n').done
    assert done.status == 1
    assert "no_text_field 1 (at -:0)" in done.err
    assert packed(write_jsonl(tmp_path / "a.jsonl", [{"body": "x"}]), "zst").exists()
    assert Dedup(tmp_path, "a.jsonl.zst").done.status == 1
