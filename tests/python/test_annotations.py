# SPDX-License-Identifier: Apache-2.0
"""Annotations: the command and Python give the same for each row, with every holder of rows."""

import json
from pathlib import Path
from typing import Any

import facsim
import pytest
from making import corpus, words, write_jsonl
from running import facsim as program
from test_ids import FRAMES

pa = pytest.importorskip("pyarrow", reason="skipped: no pyarrow")
pq = pytest.importorskip("pyarrow.parquet", reason="skipped: no pyarrow")

SAID = "{0} reads a field of a record. " + " ".join(
    f"Type {i} is checked before value {i * i} is set." for i in range(30)
)
PAGE = "<html><head><title>{0}</title></head><body><h1>{0}</h1><p>" + SAID + "</p></body></html>"
# Rows of removed pages, kept pages that repeat a part of others, pages kept apart by their names,
# and rows without a text.
TEXTS = corpus(120)
PAGES: list[dict[str, Any]] = [
    *({"id": f"t{n}", "url": page["url"], "html": None, "text": page["text"]} for n, page in enumerate(TEXTS)),
    *({"id": name, "url": f"https://docs.example.org/{name}.html", "html": PAGE.format(name), "text": None}
      for name in ("TDateField", "TFloatField", "TDateField2")),
    {"id": "quote", "url": None, "html": None, "text": TEXTS[5]["text"] + " " + words("quoted by", 30)},
    {"id": "none", "url": None, "html": None, "text": None},
]  # fmt: skip
FIELDS = {"id": "id", "url": "url", "html": "html"}
# Members that are None for rows in memory, which have no file.
OF_FILES = ("representative_file", "representative_offset")


def command(folder: Path, name: str, *flags: object) -> Path:
    done = program("dedup", name, "-o", "out", "--mode", "annotate", "--quiet", *flags, cwd=folder)
    if "plug-in" in done.err:
        pytest.skip("skipped: no plug-in for Parquet")
    assert done.status == 0, done.err
    return folder / "out" / name


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> list[dict]:
    """Returns the annotations of the command."""
    folder = tmp_path_factory.mktemp("annotated")
    write_jsonl(folder / "pages.jsonl", PAGES)
    lines = command(folder, "pages.jsonl").read_text().splitlines()
    return [json.loads(line)["facsim"] for line in lines]


def test_the_run_has_each_kind_of_row(theirs: list[dict]) -> None:
    assert sum(mark["removed"] for mark in theirs) > 20
    reported = [mark for mark in theirs if mark["kind"] and not mark["removed"]]
    assert any(mark["name_words"] for mark in reported)
    assert any(mark["cluster"] and not mark["kind"] for mark in theirs)
    assert any(mark["kind"] == "partial" and mark["name_words"] is None for mark in reported)
    for mark in reported:
        assert (mark["kept_apart"] == "names") == (mark["name_words"] is not None)
    assert {mark["kind"] for mark in theirs if mark["removed"]} == {"exact", "content"}
    assert theirs[-1] == dict.fromkeys(theirs[0]) | {"removed": False}


def names_of_rows() -> dict[str, int]:
    """Returns the row number of each id."""
    return {page["id"]: number for number, page in enumerate(PAGES)}


def rows_of(marked: Any) -> list[dict]:
    """Returns the members of facsim as Python values."""
    if hasattr(marked, "to_arrow_table"):
        marked = marked.to_arrow_table()
    column = marked["facsim"] if hasattr(marked, "columns") or hasattr(marked, "column_names") else None
    if column is None:
        return [row["facsim"] for row in marked]
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


@pytest.mark.parametrize("frame", FRAMES)
def test_each_frame_says_what_the_command_says(frame: str, theirs: list[dict]) -> None:
    ours = rows_of(facsim.annotate(FRAMES[frame](pa.Table.from_pylist(PAGES)), **FIELDS))
    assert len(ours) == len(theirs) == len(PAGES)
    names = names_of_rows()
    for mine, their in zip(ours, theirs, strict=True):
        assert list(mine) == [*their, "representative_row"]
        assert mine["representative_row"] == names.get(their["representative"])
        for name in set(their) - set(OF_FILES):
            value = list(mine[name]) if isinstance(their[name], list) else mine[name]
            assert value == their[name], (name, their)
        assert all(mine[name] is None for name in OF_FILES)


def test_paths_say_the_very_same(tmp_path: Path, theirs: list[dict], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "pages.jsonl", PAGES)
    ours = {page["id"]: page["facsim"] for page in facsim.annotate([Path("pages.jsonl")])}
    assert list(ours) == [page["id"] for page in PAGES[:-1]], "the last has no text"
    for page, their in zip(PAGES[:-1], theirs[:-1], strict=True):
        assert list(ours[page["id"]].items()) == list(their.items())


def test_a_parquet_copy_says_it_too(tmp_path: Path, theirs: list[dict]) -> None:
    pq.write_table(pa.Table.from_pylist(PAGES), tmp_path / "pages.parquet", row_group_size=50)
    table = pq.read_table(command(tmp_path, "pages.parquet"))
    for mine, their in zip(table["facsim"].to_pylist(), theirs, strict=True):
        assert list(mine) == list(their)
        for name in set(their) - set(OF_FILES):
            assert mine[name] == their[name], name
        file, row = (mine[name] for name in OF_FILES)
        assert file == ("pages.parquet" if their["representative"] else None)
        assert row == (names_of_rows()[their["representative"]] if file else None)
    words = table.schema.field("facsim").type.field("name_words").type
    assert words.value_type == pa.string()


def test_annotations_of_other_files(tmp_path: Path) -> None:
    site = tmp_path / "docs.example.org"
    site.mkdir()
    for page in PAGES:
        if page["html"]:
            (site / f"{page['id']}.html").write_text(page["html"])
    command(tmp_path, "docs.example.org")
    rows = [json.loads(line) for line in (tmp_path / "out/annotations.jsonl").read_text().splitlines()]
    assert [row["file"].split("/")[-1] for row in rows] == [
        f"{name}.html" for name in ("TDateField", "TDateField2", "TFloatField")
    ]
    members = list(facsim._frames.ANNOTATION)
    assert [list(row)[-len(members):] for row in rows] == [members] * 3  # fmt: skip
    assert [row["name_words"] for row in rows] == [None, ["tdatefield2", "tdatefield"], ["tfloatfield", "tdatefield"]]


def test_reported_rows_have_the_words(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "pages.jsonl", PAGES)
    program.done("dedup", "pages.jsonl", "-o", "out", "--mode", "report", "--quiet", cwd=tmp_path)
    theirs = [json.loads(line) for line in (tmp_path / "out/reported.jsonl").read_text().splitlines()]
    result = facsim.dedup(PAGES, **FIELDS)
    ours = [(row["id"], row["kept_apart"], row["name_words"]) for row in result.reported]
    assert ours == [(row["id"], row["kept_apart"], row["name_words"]) for row in theirs]
    assert [row["kept_by"] for row in result.reported] == [row["kept_by"] for row in theirs]
    apart = {name: said for name, kept_apart, said in ours if kept_apart == "names"}
    assert len(apart) == 2 and all(len(said) == 2 and said[0] != said[1] for said in apart.values())
    assert [(name, said) for name, kept_apart, said in ours if kept_apart is None] == [("quote", None)]
    assert "name_words" not in result.duplicates.column_names
    table = pa.table(result.reported)
    assert table["name_words"].to_pylist() == [words for _, _, words in ours]
    pl = pytest.importorskip("polars", reason="skipped: no polars")
    frame = pl.DataFrame(result.reported)
    assert [None if each is None else list(each) for each in frame["name_words"]] == [words for *_, words in ours]
    # Judging the rows again gives the same reports.
    assert list(result.recluster().reported) == list(result.reported)


def test_rows_without_an_id_are_called_by_their_number() -> None:
    marked = facsim.annotate([TEXTS[0]["text"]] * 2 + [None])
    assert [row["facsim"]["removed"] for row in marked] == [False, True, False]
    assert [row["facsim"]["cluster"] for row in marked] == ["0", "0", None]
    assert [row["facsim"]["representative"] for row in marked] == [None, "0", None]
    assert [row["facsim"]["representative_row"] for row in marked] == [None, 0, None]
    # Each row has its own annotation object.
    marked[2]["facsim"]["removed"] = True
    assert not marked[0]["facsim"]["removed"]
