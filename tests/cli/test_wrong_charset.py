# SPDX-License-Identifier: Apache-2.0
"""Pages whose encoding is declared wrongly are read right, so none is removed for what it lost."""

import json
import random
from pathlib import Path

import pytest
from making import response
from running import Dedup, facsim

WORDS = {
    "windows-1251": "рыбак шёл порту рано утром большую сеть лодку город рынок каждый день они".split(),
    "windows-1253": "ψαράς λιμάνι πρωί ήλιος μεγάλο δίχτυ πόλη αγορά κάθε μέρα βάρκα θάλασσα και".split(),
}
FRAME = "Board software version 2.0.4 Example Board Group. All times are GMT. Page made in 3 s."


def text(encoding: str, seed: int) -> str:
    chance = random.Random(seed)
    return " ".join(chance.choice(WORDS[encoding]) for _ in range(150))


def archive(folder: Path, encoding: str, header: str, meta: str) -> Path:
    records = []
    for i in range(3):
        body = f"<html><head>{meta}</head><body><p>{text(encoding, i)}</p><p>{FRAME}</p></body></html>"
        kind = f"text/html; charset={header}" if header else "text/html"
        records.append(response(i, body.encode(encoding), media=kind))
    path = folder / "pages.warc"
    path.write_bytes(b"".join(records))
    return path


@pytest.mark.parametrize("encoding", WORDS)
@pytest.mark.parametrize(("header", "meta"), [("utf-8", ""), ("utf-8", "{}"), ("", "utf-8")])
def test_html_that_is_said_to_be_utf_8(
    tmp_path: Path, encoding: str, header: str, meta: str
) -> None:
    mark = f"<meta charset={meta.format(encoding)}>" if meta else ""
    path = archive(tmp_path, encoding, header, mark)
    assert Dedup(tmp_path, path).summary["removed"]["total"] == 0
    rows = facsim.done("extract", "--json", path).rows()
    assert [row["replaced"] for row in rows] == [0, 0, 0]
    assert all(text(encoding, i) in row["main_text"] for i, row in enumerate(rows))


@pytest.mark.parametrize("encoding", WORDS)
@pytest.mark.parametrize("field", ["text", "html"])
def test_json_lines_that_are_no_utf_8(tmp_path: Path, encoding: str, field: str) -> None:
    frame = FRAME if field == "text" else f"<p>{FRAME}<meta charset={encoding}>"
    lines = [
        json.dumps({"id": i, field: f"{text(encoding, i)} {frame}"}, ensure_ascii=False)
        for i in range(3)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_bytes("\n".join(lines).encode(encoding) + b"\n")
    run = Dedup(tmp_path, path)
    assert run.summary["removed"]["total"] == 0
    assert (run.out / path.name).read_bytes() == path.read_bytes()
    rows = facsim.done("extract", "--json", path).rows()
    assert all(text(encoding, i) in row["main_text"] for i, row in enumerate(rows))
    assert {row["replaced"] for row in rows} == {0}
