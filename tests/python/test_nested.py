# SPDX-License-Identifier: Apache-2.0
"""A dot leads into a struct or a dict, as into the objects of JSON records, in every kind of frame."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facsim
import pytest
from making import words
from running import facsim as program
from test_ids import FRAMES

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")

TEXT = words("one page")
FIELDS = {"text": "content.text", "id": "meta.key", "url": "meta.place.url", "keep": "field:meta.score"}


def row(key: int, score: float | None, text: str | None = TEXT) -> dict[str, Any]:
    place = {"url": f"https://example.org/{key}"}
    return {"content": {"text": text}, "meta": {"key": key, "score": score, "place": place}}


ROWS = [row(1, 0.5), row(2, 2.5), row(3, None), row(4, 1.5), {"content": None, "meta": None}]
TABLE = pa.Table.from_pylist(ROWS)


@pytest.mark.parametrize("frame", FRAMES)
def test_all_settings(frame: str) -> None:
    data = FRAMES[frame](TABLE)
    result = facsim.dedup(data, **FIELDS)
    rows = list(result.duplicates)
    assert [(row["id"], row["url"]) for row in rows] == [
        ("1", "https://example.org/1"), ("3", "https://example.org/3"), ("4", "https://example.org/4"),
    ]  # fmt: skip
    assert {row["representative"] for row in rows} == {"2"}
    assert result.summary["skipped"]["no_text"] == 1
    assert result._shown("3").names == ("3", "2")
    if frame != "iterator":
        assert "<b>3</b>" in result.report()


def test_the_same_as_the_command(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS[:4]))
    flags = ["--text-field", "content.text", "--id-field", "meta.key", "--url-field", "meta.place.url"]
    program.done("dedup", "a.jsonl", "-o", "out", *flags, "--keep", "field:meta.score", "--quiet", cwd=tmp_path)
    theirs = [json.loads(line) for line in (tmp_path / "out/duplicates.jsonl").read_text().splitlines()]
    ours = facsim.dedup(ROWS[:4], **FIELDS).duplicates
    assert [(r["id"], r["url"], r["representative"]) for r in ours] == [
        (r["id"], r["url"], r["representative"]) for r in theirs
    ]


def names_first() -> list[tuple[list[dict], str]]:
    other = words("another")
    return [
        ([{"a.b": TEXT, "a": {"b": other}}, {"a.b": TEXT, "a": {"b": words("third")}}], "a.b"),
        ([{"a": {"b": {"c": TEXT}, "b.c": other}} for other in (TEXT + "x", TEXT)], "a.b.c"),
        ([{"a.b": {"c": TEXT}, "a": {"b": {"c": other}}} for other in ("x", "y")], "a.b.c"),
        ([{"a.b": {"d": "x"}, "a": {"b": {"c": TEXT}}}] * 2, "a.b.c"),
    ]


@pytest.mark.parametrize("number", range(4))
def test_the_whole_name_wins_then_the_longest_part(number: int) -> None:
    rows, name = names_first()[number]
    wanted = facsim.dedup(rows, text=name).removed_rows
    assert wanted == [1]
    assert facsim.dedup(pa.Table.from_pylist(rows), text=name).removed_rows == wanted
    assert facsim.dedup(FRAMES["polars"](pa.Table.from_pylist(rows)), text=name).removed_rows == wanted
    pandas = pytest.importorskip("pandas", reason="skipped: no pandas")
    assert facsim.dedup(pandas.DataFrame(rows), text=name).removed_rows == wanted


def test_slices_and_nulls_of_structs() -> None:
    rows = [row(n, n, words(n % 3)) if n % 4 else {"content": None, "meta": None} for n in range(40)]
    table = pa.Table.from_pylist(rows)
    for begin, length in ((0, 40), (3, 30), (17, 9)):
        wanted = facsim.dedup(rows[begin : begin + length], **FIELDS)
        for part in (table.slice(begin, length), table.slice(begin, length).to_batches()[0]):
            assert list(facsim.dedup(part, **FIELDS).duplicates) == list(wanted.duplicates)


def test_names_that_are_not_there() -> None:
    with pytest.raises(KeyError, match="the columns are: content.text, meta.key, meta.place.url, meta.score"):
        facsim.dedup(TABLE, text="content.body")
    with pytest.raises(KeyError, match="no column 'meta.none'"):
        facsim.dedup(TABLE, text="content.text", id="meta.none")
    with pytest.raises(KeyError, match="row 0 has no member 'content.body'"):
        facsim.dedup(ROWS, text="content.body")
    with pytest.raises(KeyError, match="no row has a member 'meta.none'"):
        facsim.dedup(ROWS, text="content.text", id="meta.none")
    with pytest.raises(TypeError, match="row 1 of column 'content.text' is a value of type 'int'"):
        facsim.dedup([ROWS[0], {"content": {"text": 5}}], text="content.text")


BATCHES: dict[str, Callable[[Any], Any]] = {
    **{name: FRAMES[name] for name in ("pyarrow", "batch", "polars", "pandas")},
    "dict": lambda table: table.to_pydict(),
}


@pytest.mark.parametrize("frame", BATCHES)
def test_batches(frame: str) -> None:
    made = facsim.annotate_batch(BATCHES[frame](TABLE), text="content.text")["facsim"]
    figures = made.to_pylist() if hasattr(made, "to_pylist") else list(made)
    assert [each["units"] for each in figures][:4] == [len(TEXT.split())] * 4
    assert figures[4]["fingerprint"] is None
    with pytest.raises(KeyError, match="no column 'content.body'"):
        facsim.annotate_batch(BATCHES[frame](TABLE), text="content.body")


def test_an_index_of_pages(tmp_path: Path) -> None:
    fields = {"text": "content.text", "url": "meta.place.url"}
    with facsim.PageIndex.begin(tmp_path / "a.idx") as index:
        assert index.add(TABLE, id="meta.key", **fields) == 4
        assert index.add(ROWS[:1], id="meta.key", **fields) == 1
        found = index.ask_batch(FRAMES["polars"](TABLE), **fields)
        assert {row["query"] for row in found} == {0, 1, 2, 3}
        assert index.ask(ROWS[0], **fields)[0].url.startswith("https://example.org/")
