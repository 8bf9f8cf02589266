# SPDX-License-Identifier: Apache-2.0
"""Texts in, figures out: the bits are those of the program, whatever holds the texts."""

from pathlib import Path

import facsim
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from making import html, near, words, write_jsonl
from running import facsim as program

TEXTS = [words(i) for i in range(20)] + [near(1, i) for i in range(5)] + [
    "short", "", None, "中文网页去重" * 20, "naïve café " * 30, "emoji 🦊 " * 40,
    words(30) + " wo\0rd \u03a6\0\u03a3", words(31) + "\0", "\ufeff" + words(32),
]  # fmt: skip


def by_the_program(tmp_path: Path, *flags: str) -> list[int | None]:
    path = write_jsonl(tmp_path / "texts.jsonl", [{"text": text or ""} for text in TEXTS])
    rows = program.done("fingerprint", path, *flags).out.splitlines()
    values: dict[int, int] = {}
    offsets = [0]
    for line in path.read_bytes().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    for row in rows:
        name, bits = row.split("\t")
        if set(bits) <= set("0123456789abcdef"):
            values[offsets.index(int(name.rsplit(":", 1)[1]))] = int(bits, 16)
    return [values.get(number) for number in range(len(TEXTS))]


@pytest.mark.parametrize("recipe", ["balanced", "words", "python-simhash"])
def test_fingerprints_are_those_of_the_program(tmp_path: Path, recipe: str) -> None:
    flags = () if recipe == "balanced" else ("--recipe", recipe)
    made = facsim.fingerprint([text or "" for text in TEXTS], recipe).to_list()
    theirs = by_the_program(tmp_path, *flags)
    # The program prints no row for a record without a text.
    assert [a for a, b in zip(made, theirs, strict=True) if b is not None] == [
        b for b in theirs if b is not None
    ]


HOLDERS = {
    "list": lambda texts: texts,
    "tuple": tuple,
    "generator": iter,
    "bytes": lambda texts: [None if text is None else text.encode() for text in texts],
    "large_utf8": lambda texts: pa.array(texts, pa.large_string()),
    "utf8": lambda texts: pa.array(texts, pa.string()),
    "view": lambda texts: pa.array(texts, pa.string_view()),
    "binary": lambda texts: pa.array(
        [None if text is None else text.encode() for text in texts], pa.binary()
    ),
    "dictionary": lambda texts: pa.array(texts, pa.string()).dictionary_encode(),
    "chunked": lambda texts: pa.chunked_array(
        [pa.array(texts[:7], pa.string()), pa.array([], pa.string()), pa.array(texts[7:])]
    ),
    "sliced": lambda texts: pa.array(["left out", *texts, "left out"], pa.string())[1:-1],
    "sliced dictionary": lambda texts: pa.array(["x", *texts, "y"]).dictionary_encode()[1:-1],
    "sliced view": lambda texts: pa.array(["x", *texts, "y"], pa.string_view())[1:-1],
    "polars": pl.Series,
    "pandas": lambda texts: pd.Series(texts, dtype="string[pyarrow]"),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_any_holder_gives_the_same(holder: str) -> None:
    texts = TEXTS
    expected = facsim.fingerprint(texts).to_list()
    data = HOLDERS[holder](texts)
    if holder == "pandas":
        data = pa.array(data)
    assert facsim.fingerprint(data).to_list() == expected


def test_nulls_are_null_in_arrow_and_0_in_numpy() -> None:
    made = facsim.fingerprint([TEXTS[0], "short", None])
    assert made.null_count == 2
    assert pa.array(made).to_pylist() == [made[0], None, None]
    assert pa.array(made).type == pa.uint64()
    array = np.asarray(made)
    assert array.dtype == np.uint64 and array.tolist() == [made[0], 0, 0]
    assert pl.Series(made).to_list() == [made[0], None, None]


def test_int64_where_a_reader_asks_for_it() -> None:
    made = facsim.fingerprint(TEXTS[:2])
    _, capsule = made.__arrow_c_array__(pa.int64().__arrow_c_schema__())
    signed = pa.Array._import_from_c_capsule(*made.__arrow_c_array__(pa.int64().__arrow_c_schema__()))
    assert capsule is not None and signed.type == pa.int64()
    assert [value % (1 << 64) for value in signed.to_pylist()] == made.to_list()


LONG = "https://example.org/" + "a" * 40


@pytest.mark.parametrize(
    "wanted",
    [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()],
    ids=str,
)
def test_texts_in_the_layout_that_a_reader_asks_for(wanted: pa.DataType) -> None:
    words = " ".join(map(str, range(60)))
    pages = [{"id": name, "text": words} for name in ("", "twelve bytes", "thirteen byte", LONG)]
    found = facsim.dedup([{"id": None, "text": words}, *pages], id="id").duplicates
    usual = pa.table(found)
    types = {field.name: field.type for field in usual.schema} | {"id": wanted}
    schema = pa.schema(list(types.items()))
    asked = pa.RecordBatchReader.from_stream(found, schema=schema).read_all()
    assert asked.schema.field("id").type == wanted and len(asked) == len(pages)
    asked.validate(full=True)
    ids = [page["id"] or None for page in pages]  # an empty one names nothing
    assert asked["id"].cast(pa.large_string()).to_pylist() == ids
    column = found.column("id")
    alone = pa.Array._import_from_c_capsule(*column.__arrow_c_array__(wanted.__arrow_c_schema__()))
    assert alone.type == wanted and alone.cast(pa.large_string()).to_pylist() == column.to_list()
    # What cannot be had is given as it is.
    other = column.__arrow_c_array__(pa.list_(pa.int8()).__arrow_c_schema__())
    assert pa.Array._import_from_c_capsule(*other).type == pa.large_string()


def test_numpy_sees_the_rows_where_they_lie() -> None:
    made = facsim.fingerprint(TEXTS[:3])
    first, second = np.asarray(made), np.asarray(made)
    assert first.__array_interface__["data"][0] == second.__array_interface__["data"][0]
    del made
    assert first.tolist() == second.tolist(), "the view outlives the array"


def test_sketches_digests_facts() -> None:
    sketches = np.asarray(facsim.sketch(TEXTS))
    assert sketches.shape == (len(TEXTS), 64)
    agree = (sketches[20] == sketches[21]).mean()
    assert agree > 0.8
    digests = facsim.digest(["the  same text", "the same text", "another", None])
    assert digests[0] == digests[1] != digests[2] and digests[3] is None
    page = html(words(1), title="The title")
    row = facsim.facts([page, None], html=True)[0]
    assert row["title"] == "The title"
    assert row["judged_text"] == words(1) and row["units"] == 120
    assert pa.table(facsim.facts([page], html=True)).num_rows == 1


def test_html_is_read_as_the_program_reads_it(tmp_path: Path) -> None:
    page = html(words(3), menu="Home News About")
    (tmp_path / "page.html").write_text(page)
    said = program.done("fingerprint", tmp_path / "page.html").out.split()[-1]
    assert facsim.fingerprint([page], html=True)[0] == int(said, 16)


def test_128_bits() -> None:
    recipe = Path(__file__).parent / "wide.toml"
    profile = facsim.Profile(recipe=str(recipe))
    made = facsim.fingerprint(TEXTS[:1], profile=profile)
    assert len(made[0]) == 16


def test_compare() -> None:
    found = facsim.compare(near(1, 0), near(1, 1))
    assert found.kind == "content" and 0.9 < found.resemblance < 1
    assert found.passages[0].shared and found.passages[0].first == words(1)
    assert facsim.compare(words(1), words(2)).kind is None
    same = facsim.compare(html(words(1)), html(words(1)), html=True)
    assert same.kind == "exact" and same.layout == 1
