# SPDX-License-Identifier: Apache-2.0
"""Parquet: the removals of the same rows as JSON lines, and the same file without them.

pyarrow reads what the plug-in wrote; polars and DuckDB write and read too where they are there.
"""

import json
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl, write_warc, html_response
from parquet_world import assert_is_copy, many_types, pa, pq, texts
from real_data import real_lines
from running import Dedup, facsim, fewer, read_jsonl


def removed_rows(run: Dedup) -> set[int]:
    """The numbers of removed rows, of a run over one file."""
    return {row["offset"] for row in run.rows()}


def same_as_lines(folder: Path, rows: list[dict], *flags: str) -> tuple[Dedup, list[int]]:
    """Runs over rows.jsonl and rows.parquet, which must remove the same."""
    write_jsonl(folder / "rows.jsonl", rows)
    lines = Dedup(folder, "rows.jsonl", *flags)
    run = Dedup(folder, "rows.parquet", *flags)
    kept_lines = (lines.out / "rows.jsonl").read_bytes().splitlines()
    all_lines = (folder / "rows.jsonl").read_bytes().splitlines()
    gone = removed_rows(run)
    kept = [i for i in range(len(rows)) if i not in gone]
    assert [all_lines[i] for i in kept] == kept_lines
    for name in ("pages_read", "removed", "kept", "skipped", "clusters"):
        assert run.summary.get(name) == lines.summary.get(name), name
    ours, theirs = run.rows(), lines.rows()
    assert len(ours) == len(theirs)
    places = ("file", "offset", "representative_file", "representative_offset")
    strip = [{k: v for k, v in row.items() if k not in places} for row in ours]
    assert strip == [{k: v for k, v in row.items() if k not in places} for row in theirs]
    return run, kept


@pytest.mark.parametrize("compression", ["snappy", "zstd", "gzip", "lz4", "brotli", "none"])
def test_rows_that_go_and_all_that_stays(tmp_path: Path, compression: str) -> None:
    table = many_types(300)
    path = tmp_path / "rows.parquet"
    pq.write_table(table, path, row_group_size=70, compression=compression)
    rows = [{"id": f"p{i}", "text": text} for i, text in enumerate(texts(300))]
    run, kept = same_as_lines(tmp_path, rows)
    assert 150 < len(kept) < 300
    assert_is_copy(path, run.out / "rows.parquet", kept)


@pytest.mark.parametrize(
    "how",
    [
        {"use_dictionary": False},
        {"version": "1.0", "coerce_timestamps": "us", "allow_truncated_timestamps": True},
        {"data_page_version": "2.0", "write_page_index": True},
        {"use_dictionary": False, "column_encoding": {"text": "DELTA_BYTE_ARRAY", "huge": "DELTA_BINARY_PACKED"}},
        {"compression": {"text": "zstd", "id": "gzip"}, "write_statistics": ["id"]},
        {"use_deprecated_int96_timestamps": True},
        {"data_page_size": 100, "write_page_checksum": True},
        {"store_schema": False},
    ],
)  # fmt: skip
def test_ways_of_writing(tmp_path: Path, how: dict) -> None:
    path = tmp_path / "rows.parquet"
    pq.write_table(many_types(200), path, row_group_size=75, **how)
    run = Dedup(tmp_path, "rows.parquet")
    gone = removed_rows(run)
    assert len(gone) > 25
    assert_is_copy(path, run.out / "rows.parquet", [i for i in range(200) if i not in gone])


@pytest.mark.parametrize("name", ["ota_terms", "tidb_zh"])
def test_real_pages_as_lines_and_as_parquet(tmp_path: Path, name: str) -> None:
    rows = [json.loads(line) for line in real_lines(name, fewer(1000))]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet", compression="zstd", row_group_size=300)
    run, kept = same_as_lines(tmp_path, rows)
    assert len(kept) < len(rows)
    assert_is_copy(tmp_path / "rows.parquet", run.out / "rows.parquet", kept)


@pytest.mark.parametrize("writer", ["polars", "duckdb"])
def test_other_writers_and_readers(tmp_path: Path, writer: str) -> None:
    library = pytest.importorskip(writer, reason=f"skipped: no {writer}")
    rows = [{"id": f"p{i}", "text": text} for i, text in enumerate(texts(3000))]
    path = tmp_path / "rows.parquet"
    table = pa.Table.from_pylist(rows)
    if writer == "polars":
        library.from_arrow(table).write_parquet(path, row_group_size=700)
    else:
        library.from_arrow(table).write_parquet(str(path))
    run, kept = same_as_lines(tmp_path, rows)
    ids = [f"p{i}" for i in kept]
    copy = run.out / "rows.parquet"
    assert pq.read_table(copy)["id"].to_pylist() == ids
    if writer == "polars":
        assert library.read_parquet(copy)["id"].to_list() == ids
    else:
        assert [row[0] for row in library.sql(f"select id from '{copy}'").fetchall()] == ids


def test_row_groups_that_lose_nothing_are_copied_as_they_lie(tmp_path: Path) -> None:
    rows = [{"id": i, "text": words(i)} for i in range(400)]
    rows[350]["text"] = rows[10]["text"]
    rows += [{"id": i, "text": words(5)} for i in range(100)]
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=100, compression="zstd")
    run = Dedup(tmp_path, path.name)
    copy = run.out / path.name
    assert_is_copy(path, copy, [i for i in range(400) if i != 350])
    before, after = pq.read_metadata(path), pq.read_metadata(copy)
    assert [after.row_group(i).num_rows for i in range(after.num_row_groups)] == [100, 100, 100, 99]
    for group in range(3):
        for column in range(2):
            one, other = before.row_group(group).column(column), after.row_group(group).column(column)
            chunk = [
                file.read_bytes()[(c.dictionary_page_offset or c.data_page_offset):][: c.total_compressed_size]
                for file, c in ((path, one), (copy, other))
            ]  # fmt: skip
            assert chunk[0] == chunk[1]
            assert one.statistics == other.statistics
            assert set(one.encodings) == set(other.encodings)


def test_row_groups_that_shrink_are_joined(tmp_path: Path) -> None:
    rows = [{"text": words(i if i % 4 else 0)} for i in range(1, 401)]
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=20)
    run = Dedup(tmp_path, path.name)
    after = pq.read_metadata(run.out / path.name)
    assert after.num_rows == 301
    # 15 or 16 of 20 stay of each: two do not fit into one. Of those that lose all but 5, four do.
    assert after.num_row_groups == 20
    sparse = pa.Table.from_pylist([{"text": words(i if i % 4 == 0 else 1)} for i in range(400)])
    pq.write_table(sparse, path, row_group_size=20)
    run = Dedup(tmp_path, path.name)
    after = pq.read_metadata(run.out / path.name)
    assert after.num_rows == 101
    assert [after.row_group(i).num_rows for i in range(after.num_row_groups)] == [16, 20, 20, 20, 20, 5]


def test_a_file_that_loses_nothing_is_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"text": [words(i) for i in range(50)]}), path)
    run = Dedup(tmp_path, path.name)
    assert run.rows() == []
    assert (run.out / path.name).read_bytes() == path.read_bytes()


def test_a_file_that_loses_all_keeps_its_schema(tmp_path: Path) -> None:
    table = pa.table({"text": [words(i) for i in range(30)], "n": range(30)})
    pq.write_table(table, tmp_path / "a.parquet")
    pq.write_table(table, tmp_path / "b.parquet")
    run = Dedup(tmp_path, "a.parquet", "b.parquet")
    assert pq.read_table(run.out / "b.parquet").schema == table.schema
    assert pq.read_metadata(run.out / "b.parquet").num_rows == 0


def test_annotate(tmp_path: Path) -> None:
    table = many_types(300)
    path = tmp_path / "rows.parquet"
    pq.write_table(table, path, row_group_size=70, compression="zstd")
    rows = [{"id": f"p{i}", "text": text} for i, text in enumerate(texts(300))]
    write_jsonl(tmp_path / "rows.jsonl", rows)
    said = [row["facsim"] for row in read_jsonl(Dedup(tmp_path, "rows.jsonl", "--mode", "annotate").out / "rows.jsonl")]
    run = Dedup(tmp_path, "rows.parquet", "--mode", "annotate")
    assert run.done.status == 0, run.done.err
    made = pq.read_table(run.out / "rows.parquet")
    assert made.column_names == [*table.column_names, "facsim"]
    assert made.drop_columns("facsim").to_pylist() == table.to_pylist()
    assert made.schema.metadata == table.schema.metadata
    assert made.schema.remove(made.schema.get_field_index("facsim")).equals(table.schema)
    column = made["facsim"].to_pylist()
    places = {row["id"]: i for i, row in enumerate(rows)}
    for theirs in said:
        if theirs["representative"] is not None:
            theirs["representative_file"] = "rows.parquet"
            theirs["representative_offset"] = places[theirs["representative"]]
    assert column == said
    # Again: the column is replaced, and there is one of it.
    (tmp_path / "again.parquet").write_bytes((run.out / "rows.parquet").read_bytes())
    second = Dedup(tmp_path, "again.parquet", "--mode", "annotate", "--min-resemblance", "0.99")
    assert second.done.status == 0, second.done.err
    assert pq.read_table(second.out / "again.parquet").column_names == made.column_names
    assert pq.read_table(second.out / "again.parquet").drop_columns("facsim").to_pylist() == table.to_pylist()


def test_spark_sees_the_column_of_annotate(tmp_path: Path) -> None:
    # Spark takes its own schema out of the metadata, if it is there, and not that of the file.
    key = b"org.apache.spark.sql.parquet.row.metadata"
    table = pa.table({"text": [words(1), words(2)]}).replace_schema_metadata({key: b"{}", b"a": b"b"})
    pq.write_table(table, tmp_path / "rows.parquet")
    run = Dedup(tmp_path, "rows.parquet", "--mode", "annotate")
    assert pq.read_metadata(run.out / "rows.parquet").metadata.keys() >= {b"a", b"ARROW:schema"}
    assert key not in pq.read_metadata(run.out / "rows.parquet").metadata


def test_formats_mixed_and_shards_in_folders(tmp_path: Path) -> None:
    site = tmp_path / "site"
    for day in (1, 2):
        (site / f"day={day}").mkdir(parents=True)
        table = pa.table({"text": [words(1), words(day + 1), words(day + 10)]})
        pq.write_table(table, site / f"day={day}/part-0.parquet")
    pq.write_metadata(table.schema, site / "_common_metadata")
    write_jsonl(site / "b.jsonl", [{"id": "b", "text": words(2)}, {"id": "new", "text": words(99)}])
    write_warc(site / "c.warc", html_response(1, words(3)), html_response(2, words(98)))
    run = Dedup(tmp_path, "site")
    # In byte order of the names: b.jsonl, c.warc, day=1, day=2.
    assert {(row["file"], row["offset"]) for row in run.rows()} == {
        ("day=1/part-0.parquet", 1), ("day=2/part-0.parquet", 0), ("day=2/part-0.parquet", 1),
    }  # fmt: skip
    assert pq.read_table(run.out / "day=1/part-0.parquet", partitioning=None).num_rows == 2
    assert pq.read_table(run.out / "day=2/part-0.parquet", partitioning=None).num_rows == 1
    assert [row["id"] for row in read_jsonl(run.out / "b.jsonl")] == ["b", "new"]


def test_standard_input(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": [words(1), words(2), words(1)]}), tmp_path / "a.parquet")
    run = Dedup(tmp_path, "-", stdin=(tmp_path / "a.parquet").read_bytes())
    assert removed_rows(run) == {2}
    assert pq.read_table(run.out / "stdin.parquet").num_rows == 2


def test_names_within_structs_and_numbers_as_ids_and_times(tmp_path: Path) -> None:
    stamps = pa.array([3_000, 1_000, 2_000], pa.timestamp("ms"))
    content = [{"text": words(1), "html": None}, {"text": None, "html": html(words(1))}, {"text": words(1), "html": ""}]
    table = pa.table({"content": content, "key": [7, 8, 2**40], "at": stamps, "a.b": [0.5, 0.25, 4.0]})
    pq.write_table(table, tmp_path / "rows.parquet")
    fields = ("--text-field", "content.text", "--html-field", "content.html", "--id-field", "key")
    run = Dedup(tmp_path, "rows.parquet", *fields, "--time-field", "at", "--keep", "newest")
    assert run.removed() == {"8": "7", str(2**40): "7"}
    run = Dedup(tmp_path, "rows.parquet", *fields, "--time-field", "at", "--keep", "oldest")
    assert set(run.removed().values()) == {"8"}
    run = Dedup(tmp_path, "rows.parquet", *fields, "--keep", "field:a.b")
    assert set(run.removed().values()) == {str(2**40)}


def test_types_of_text(tmp_path: Path) -> None:
    same = [words(1), words(2), words(1)]
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.dictionary(pa.int32(), pa.string())):
        pq.write_table(pa.table({"text": pa.array(same).cast(kind)}), tmp_path / "rows.parquet")
        assert removed_rows(Dedup(tmp_path, "rows.parquet")) == {2}, kind


def test_pages_named_one_by_one(tmp_path: Path) -> None:
    pq.write_table(pa.table({"id": ["a", "b"], "text": [words(1), near(1, 1)]}), tmp_path / "rows.parquet")
    assert facsim.done("extract", "rows.parquet:1", cwd=tmp_path).out.strip() == near(1, 1)
    done = facsim.done("compare", "rows.parquet#a", "rows.parquet:1", "--json", cwd=tmp_path)
    assert json.loads(done.out)["kind"] == "content"
    done = facsim.done("fingerprint", "rows.parquet", "--columns", "file,offset,id", cwd=tmp_path)
    assert done.out.splitlines() == ["rows.parquet\t0\ta", "rows.parquet\t1\tb"]


def test_recluster_show_index_and_eval(tmp_path: Path) -> None:
    table = pa.table({"id": [f"p{i}" for i in range(60)], "text": texts(60)})
    path = tmp_path / "rows.parquet"
    pq.write_table(table, path, row_group_size=20)
    run = Dedup(tmp_path, path.name)
    gone = removed_rows(run)
    first = run.rows()[0]
    shown = facsim.done("show", run.out, f"rows.parquet:{first['offset']}", cwd=tmp_path)
    assert first["representative"] in shown.out
    facsim.done("recluster", run.out, "--min-resemblance", "1", "--apply", "--quiet", cwd=tmp_path)
    left = {row["offset"] for row in run.rows()}
    assert left < gone
    assert_is_copy(path, run.out / path.name, [i for i in range(60) if i not in left])
    facsim.done("index", "build", path.name, "-o", "known.idx", "--quiet", cwd=tmp_path)
    known = Dedup(tmp_path, path.name, "--against", "known.idx")
    assert len(known.rows()) == 60
    report = facsim.done("eval", path.name, "--exact", "--json", "--quiet", cwd=tmp_path)
    assert json.loads(report.out)
