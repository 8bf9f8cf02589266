# SPDX-License-Identifier: Apache-2.0
"""What is packed twice, and tables of other dialects: read, or named with the remedy."""

import gzip
import json
from pathlib import Path

import pytest
from making import TOOLS, html, html_response, packed, piped, words
from running import Dedup, facsim

CONTENTS = {
    "p.jsonl": "".join(json.dumps({"id": n, "text": words(n)}) + "\n" for n in range(3)).encode(),
    "p.html": html(words(1)).encode(),
    "p.txt": words(1).encode(),
    "p.csv": b"id,text\n" + b"".join(b"%d,%s\n" % (n, words(n).encode()) for n in range(3)),
    "p.warc": html_response(1, words(1)),
}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("inner", ["gz", *TOOLS])
@pytest.mark.parametrize("in_folder", [False, True])
def test_the_message_says_what_to_do(tmp_path: Path, name: str, inner: str, in_folder: bool) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    once = gzip.compress(CONTENTS[name]) if inner == "gz" else piped(TOOLS[inner], CONTENTS[name])
    path = folder / (name + ".gz")
    path.write_bytes(gzip.compress(once))
    (folder / "good.jsonl").write_bytes(CONTENTS["p.jsonl"])
    inputs = [folder] if in_folder else [path]
    done = facsim("dedup", *inputs, "-o", tmp_path / "out")
    assert "is packed twice: gunzip it once" in done.err
    for wrong in ("bad_json", "not_a_page", "damaged_record", "jq"):
        assert wrong not in done.err
    assert (done.status == 0) == in_folder  # one file of a folder is counted, and the rest is read
    assert (tmp_path / "out").exists() == in_folder


def test_other_packings_outside(tmp_path: Path) -> None:
    once = tmp_path / "p.jsonl.gz"
    once.write_bytes(gzip.compress(CONTENTS["p.jsonl"]))
    done = facsim("fingerprint", packed(once, "zst"))
    assert "is packed twice: unzstd it once (gzip in zstd)" in done.err


def table(head: str, separator: str) -> str:
    rows = [["id", "text"], ["a", words(1)], ["b", words(1)], ["c", f'"x{separator} {words(2)}"']]
    return head + "".join(separator.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("separator", [";", "|", ",", "\t", ":"])
@pytest.mark.parametrize("line", ["sep={}", '"sep={}"', "SEP={}", "\ufeffsep={}"])
def test_a_line_that_names_the_separator(tmp_path: Path, line: str, separator: str, end: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(table(line.format(separator) + "\n", separator).replace("\n", end), newline="")
    run = Dedup(tmp_path, path)
    assert run.removed() == {"b": "a"} and run.summary["pages_read"] == 3
    kept = [row for row in path.read_bytes().splitlines(keepends=True) if not row.startswith(b"b")]
    assert (run.out / "t.csv").read_bytes() == b"".join(kept)
    (tmp_path / "in").mkdir()
    (tmp_path / "in/t.csv").write_bytes(path.read_bytes())
    assert Dedup(tmp_path, tmp_path / "in").summary["pages_read"] == 3


def test_a_column_may_be_called_so(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"sep=a,text\n1,{words(1)}\n")
    assert Dedup(tmp_path, path).summary["pages_read"] == 1


def test_quotes_behind_backslashes_are_named(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f'id,text\na,"{words(1)}"\nb,"he said \\"so\\", {words(2)}"\nc,"{words(3)} \\"x\\""\n')
    run = Dedup(tmp_path, path)
    assert run.skipped["bad_row"] >= 1
    assert 'with \\": a quote within quotes is written twice ("")' in run.done.err
    plain = tmp_path / "plain.csv"
    plain.write_text(f'id,text\na,{words(1)}\nb,"x" y {words(2)}\n')
    assert 'with \\"' not in Dedup(tmp_path, plain).done.err
