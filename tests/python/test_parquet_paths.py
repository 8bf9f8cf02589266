# SPDX-License-Identifier: Apache-2.0
"""Paths to Parquet: pyarrow reads them as the program's plug-in does, page by page."""

import base64
import datetime
import gzip
import io
import json
import os
import random
import re
import signal
import sys
import time
from pathlib import Path

import facsim
import pytest
from making import words
from parquet_world import PLUGIN, many_types, pa, pq, texts
from real_data import real_lines
from running import allowed, fewer, read_jsonl, run, start
from running import facsim as program

ENVIRONMENT = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}


def pages_of(path: Path, **fields: str) -> tuple[list[dict], dict]:
    reader = facsim.read_pages(path, **fields)
    return list(reader), reader.counts


def by_both(monkeypatch: pytest.MonkeyPatch, path: Path, **fields: str) -> list[dict]:
    """The pages that pyarrow reads, which are those that the plug-in reads."""
    ours, counts = pages_or_error(path, **fields)
    with monkeypatch.context() as patch:
        patch.setenv("FACSIM_PARQUET_PLUGIN", str(PLUGIN))
        theirs, their_counts = pages_or_error(path, **fields)
    assert ours == theirs, fields
    assert counts == their_counts, fields
    return ours


def pages_or_error(path: Path, **fields: str) -> tuple:
    """What is said of a column that is not there, or that has no time, in the place of pages."""
    try:
        return pages_of(path, **fields)
    except facsim.errors.InvalidArgumentError as error:
        return str(error), None


def removed_by_program(tmp_path: Path, *arguments: object) -> list[dict]:
    out = tmp_path / f"out-{len(list(tmp_path.iterdir()))}"
    program.done("dedup", *arguments, "-o", out, "--quiet", cwd=tmp_path)
    return read_jsonl(out / "duplicates.jsonl")


def test_the_same_removals_as_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(many_types(600), "rows.parquet", row_group_size=140)
    pq.write_table(many_types(90), "more.parquet", compression="zstd")
    wanted = removed_by_program(tmp_path, "rows.parquet", "more.parquet")
    result = facsim.dedup([Path("rows.parquet"), Path("more.parquet")])
    ours = [dict(row) for row in result.duplicates]
    assert len(ours) == len(wanted) > 150
    for row, their in zip(ours, wanted, strict=True):
        their["containment"], their["containment_reverse"] = their["containment"]
        their["judged"], their["judged_representative"] = their["judged"]
        shown = {name: round(row[name], 4) for name in row if type(row[name]) is float}
        assert row | shown == {name: their[name] for name in row}
    kept = [(page["file"], page["offset"], page["id"]) for page in result.kept]
    assert kept[:2] == [("rows.parquet", 0, "p0"), ("rows.parquet", 1, "p1")]
    assert len(kept) == 690 - len(ours)
    # They are read again for what people see.
    packed = re.search(r'id="data">([^<]*)</script>', result.report())
    data = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    first = data["pairs"][0]
    text = texts(600)[first["page"]["offset"]]
    assert first["passages"][0][3][:20] == text[:20]
    assert result._shown(ours[0]["id"]).row["id"] == ours[0]["id"]


@pytest.mark.parametrize("how", [{}, {"store_schema": False}, {"use_dictionary": False},
                                 {"use_deprecated_int96_timestamps": True}])  # fmt: skip
def test_each_type_as_an_id_and_as_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: dict
) -> None:
    start = datetime.datetime(1960, 5, 6, 7, 8, 9, 999_999)
    old = [start + datetime.timedelta(days=400 * i) for i in range(60)]
    table = many_types(60)
    table = table.append_column("old", pa.array(old, pa.timestamp("ms")))
    table = table.append_column("date64", pa.array(old, pa.date64()))
    table = table.append_column("category", pa.array(range(60)).dictionary_encode())
    table = table.append_column("bad", pa.array([float("nan"), float("inf"), 1.5] * 20))
    table = table.append_column("dotted.name", pa.array([f"d{i}" for i in range(60)]))
    table = table.append_column("id", pa.array([f"second{i}" for i in range(60)]))
    path = tmp_path / "rows.parquet"
    pq.write_table(table, path, row_group_size=25, **how)
    names = [*set(table.column_names), "nested.a", "nested.list", "nested.none", "none", ""]
    ids = {name: by_both(monkeypatch, path, id=name or "id") for name in names}
    assert [page["id"] for page in ids["huge"]][:2] == [str(2**64 - 1), str(2**64 - 2)]
    assert [page["id"] for page in ids["id"]][:2] == ["second0", "second1"]
    for name in ("none", "nested.none"):
        assert ids[name].startswith(f"no record has the field '{name}'; fields are: id, small, ")
    assert ids["nested.a"][1]["id"] is None and ids["nested.a"][3]["id"] == "3"
    times = {name: by_both(monkeypatch, path, time=name) for name in names if name}
    if "use_deprecated_int96_timestamps" not in how:  # pyarrow writes those before 1970 wrongly
        assert times["old"][0]["time"] == start.replace(microsecond=0, tzinfo=datetime.timezone.utc)
    for name in ("id", "dictionary", "large", "view", "bytes", "dotted.name"):
        by_both(monkeypatch, path, text=name)
    for name in ("none", "real", "nested"):
        with pytest.raises(ValueError) as ours:
            list(facsim.read_pages(path, text=name, html=name))
        with monkeypatch.context() as patch, pytest.raises(ValueError) as theirs:
            patch.setenv("FACSIM_PARQUET_PLUGIN", str(PLUGIN))
            list(facsim.read_pages(path, text=name, html=name))
        assert str(ours.value) == str(theirs.value)
        assert "the columns are: id, small, huge, nested.a, nested.list, " in str(ours.value)


def test_within_structs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [None if i % 4 == 0 else {"text": words(i), "at": {"url": f"https://example.org/{i}"}}
            for i in range(40)]  # fmt: skip
    pq.write_table(pa.table({"page": rows, "text": texts(40)}), tmp_path / "a.parquet")
    pages = by_both(monkeypatch, tmp_path / "a.parquet", text="page.text", url="page.at.url")
    assert [page["offset"] for page in pages] == [i for i in range(40) if i % 4]
    assert pages[0]["url"] == "https://example.org/1"


def test_strange_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [b"\xff\xfe strange " + words(1).encode(), None, b"", words(2).encode() * 500, b"\0",
            *[words(3).encode()] * 3000]  # fmt: skip
    for number, how in enumerate(({}, {"use_dictionary": False, "data_page_version": "2.0"})):
        path = tmp_path / f"{number}.parquet"
        pq.write_table(pa.table({"text": pa.array(rows, pa.binary())}), path, **how)
        assert len(by_both(monkeypatch, path)) == 3003
    nothing = pa.table({"text": pa.array([], pa.string())})
    pq.write_table(nothing, tmp_path / "none.parquet")
    assert by_both(monkeypatch, tmp_path / "none.parquet") == []


def test_real_pages_as_json_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = real_lines("ota_terms", fewer(400))
    (tmp_path / "rows.jsonl").write_bytes(b"".join(lines))
    pq.write_table(pa.Table.from_pylist([json.loads(line) for line in lines]), "rows.parquet")
    ours, theirs = (
        facsim.dedup(Path(name), id="id", url="url") for name in ("rows.parquet", "rows.jsonl")
    )
    assert len(ours.duplicates) > 20
    for name in ("id", "representative", "kind", "resemblance", "url"):
        assert ours.duplicates.column(name).to_list() == theirs.duplicates.column(name).to_list()


def test_an_index_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(many_types(50), "a.parquet")
    program.done("index", "build", "-o", "theirs", "a.parquet", "--quiet", cwd=tmp_path)
    with facsim.PageIndex.begin("ours") as index:
        index.add(facsim.read_pages("a.parquet"))
        assert len(index) == 50
    ours, theirs = (next(Path(name).glob("*.seg")).read_bytes() for name in ("ours", "theirs"))
    assert ours == theirs


def test_a_footer_larger_than_arrow_reads(tmp_path: Path) -> None:
    table = pa.table({"text": texts(12)}, metadata={"long": "x" * 101_000_000})
    pq.write_table(table, tmp_path / "rows.parquet")
    with pytest.raises(facsim.errors.UnsupportedError, match="its footer is larger than Arrow reads"):
        facsim.dedup([tmp_path / "rows.parquet"])


def test_a_column_whose_name_is_no_utf8(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": texts(12), "zzzzzz": [1] * 12}), tmp_path / "rows.parquet", store_schema=False)
    data = (tmp_path / "rows.parquet").read_bytes()
    (tmp_path / "rows.parquet").write_bytes(data.replace(b"zzzzzz", b"zz\xffzzz"))
    with pytest.raises(facsim.errors.UnsupportedError, match="names of columns that are no UTF-8"):
        facsim.read_pages([tmp_path / "rows.parquet"])


def test_without_pyarrow(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": [words(1)]}), tmp_path / "a.parquet")
    code = """if True:
        import pathlib, sys
        sys.modules["pyarrow"] = None
        import facsim
        try:
            facsim.dedup(pathlib.Path(sys.argv[1]))
        except facsim.errors.UnsupportedError as error:
            print(error)
    """
    done = run([sys.executable, "-c", code, tmp_path / "a.parquet"], env=ENVIRONMENT)
    assert done.status == 0, done
    assert done.out.startswith("Parquet is read by pyarrow, which cannot be imported")
    assert done.out.endswith("; pip install 'facsim[parquet]', or any pyarrow from 18 on\n")


def test_damage_is_an_error_and_no_crash(tmp_path: Path) -> None:
    memory = io.BytesIO()
    pq.write_table(many_types(60), memory, row_group_size=40, compression="zstd")
    content = memory.getvalue()
    chance = random.Random(6)
    failed = 0
    for number in range(fewer(120)):
        bad = bytearray(content)
        begin = len(bad) - 6000 if number % 3 == 0 else 4
        bad[chance.randrange(begin, len(bad))] ^= 1 << chance.randrange(8)
        (tmp_path / "a.parquet").write_bytes(bad)
        try:
            assert len(facsim.dedup(tmp_path / "a.parquet").duplicates) <= 60
        except facsim.Error as error:
            assert "a.parquet" in str(error)
            assert "please report it" not in str(error)
            failed += 1
    assert failed > 5
    (tmp_path / "a.parquet").write_bytes(content[:-100])
    with pytest.raises(facsim.Error, match="does not begin and end as Parquet does"):
        facsim.dedup(tmp_path / "a.parquet")


def test_a_fault_of_ours_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(many_types(6), path)

    def faulty(*_: object) -> None:
        raise TypeError("not this way")

    monkeypatch.setattr("facsim._parquet._column", faulty)
    with pytest.raises(facsim.Error, match="by a fault of facsim .*TypeError: not this way"):
        facsim.dedup(path)


def test_bson_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No library here writes it: it is a file of JSON whose footer says otherwise."""
    path = tmp_path / "a.parquet"
    objects = pa.array(['{"a": 1}'] * 3, pa.json_())
    table = pa.table({"text": ["a text of some words"] * 3, "object": objects})
    pq.write_table(table, path, store_schema=False)
    assert by_both(monkeypatch, path, text="object")[0]["text"] == '{"a": 1}'
    content = path.read_bytes()
    json_type, bson_type = b"\xcc\x00", b"\xdc\x00"  # the 12th and the 13th of a union
    place = content.rindex(json_type)
    path.write_bytes(content[:place] + bson_type + content[place + 2 :])
    assert pq.ParquetFile(path).schema.column(1).logical_type.type == "BSON"
    assert by_both(monkeypatch, path, id="object")[0]["id"] is None
    with pytest.raises(ValueError, match="the column 'object' holds no strings"):
        list(facsim.read_pages(path, text="object", html="object"))


def test_an_interrupt_ends_it(tmp_path: Path) -> None:
    table = pa.table({"text": [words(i) for i in range(20_000)]})
    for number in range(3):
        pq.write_table(table, tmp_path / f"{number}.parquet")
    code = """if True:
        import pathlib, sys
        import facsim
        print("begun", flush=True)
        try:
            while True:
                for page in facsim.read_pages([*pathlib.Path(sys.argv[1]).glob("*.parquet")]):
                    pass
        except KeyboardInterrupt:
            print("interrupted")
    """
    with start([sys.executable, "-c", code, tmp_path], env=ENVIRONMENT) as process:
        assert process.stdout.readline() == b"begun\n"
        time.sleep(1.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=allowed(30))
    assert out == b"interrupted\n", err
    assert time.monotonic() - begun < allowed(3)


@pytest.mark.bounds_memory
def test_a_large_row_group_stays_within_the_memory(tmp_path: Path) -> None:
    chance = random.Random(1)
    vocabulary = [f"{a}{b}" for a in words("a", 60).split() for b in words("b", 60).split()]
    rows = [" ".join(chance.choices(vocabulary, k=1000)) for _ in range(3000)]
    table = pa.table({"text": [row * 7 for row in rows], "more": [row * 6 for row in rows]})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=3000, compression="lz4",
                   write_batch_size=16)  # fmt: skip
    group = pq.read_metadata(tmp_path / "a.parquet").row_group(0)
    assert group.num_rows == 3000 and group.total_byte_size > 250 << 20
    code = """if True:
        import pathlib, re, sys
        import facsim, pyarrow.parquet
        facsim.dedup(pathlib.Path(sys.argv[1]), memory="64M", threads=2, matches="none")
        status = pathlib.Path("/proc/self/status").read_text()
        print(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1])
    """
    done = run([sys.executable, "-c", code, tmp_path / "a.parquet"], env=ENVIRONMENT)
    assert done.status == 0, done
    # One and a half times the memory, and an interpreter with pyarrow.
    assert int(done.out) << 10 < 200 << 20
