# SPDX-License-Identifier: Apache-2.0
"""--rows parquet: the rows of removed pages and of clusters as tables, with the values of the JSON lines."""

import json
from pathlib import Path

import pytest
from making import corpus, near, words, write_jsonl
from parquet_world import many_types, pa, pq
from running import Dedup, facsim, read_jsonl

TABLES = ("duplicates", "reported", "clusters")
TYPES = {
    **dict.fromkeys(("id", "url", "file", "representative", "representative_url", "kind"), pa.string()),
    **dict.fromkeys(("representative_file", "cluster", "by", "kept_apart", "revisit_of", "kept_by"), pa.string()),
    **dict.fromkeys(("offset", "representative_offset", "distance", "size", "bytes_saved"), pa.int64()),
    **dict.fromkeys(("status", "representative_status"), pa.int64()),
    **dict.fromkeys(("resemblance", "resemblance_error", "agreement"), pa.float64()),
    **dict.fromkeys(("in_index", "template", "payload_identical"), pa.bool_()),
    "name_words": pa.list_(pa.field("element", pa.string())),
    **dict.fromkeys(("containment", "judged"), pa.list_(pa.field("element", pa.float64()))),
}  # fmt: skip


def rows_of(table: Path) -> list[dict]:
    """The rows of a table as those of JSON lines are: kinds that did not occur are left out."""
    rows = pq.read_table(table).to_pylist()
    for row in rows:
        if "kinds" in row:
            row["kinds"] = {kind: count for kind, count in row["kinds"].items() if count is not None}
    return rows


def assert_same_rows(out: Path) -> None:
    for name in TABLES:
        lines = read_jsonl(out / f"{name}.jsonl")
        table = pq.read_table(out / f"{name}.parquet")
        assert rows_of(out / f"{name}.parquet") == lines
        for field in table.schema:
            assert field.name == "kinds" or field.type == TYPES[field.name], field
        if lines:
            assert table.column_names == list(lines[0])


def test_pandas_reads_what_the_lines_say(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="skipped: no pandas")
    pages = corpus(120)
    for number, page in enumerate(pages):
        if number % 3:
            page["url"] = f"https://example.org/{number}?\u00e9=1"
    write_jsonl(tmp_path / "pages.jsonl", pages)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/caf\udce9.txt").write_text(pages[0]["text"])
    run = Dedup(tmp_path, "pages.jsonl", "site", "--rows", "parquet")
    assert len(run.rows()) > 20 and any("\ufffdE9" in row["file"] for row in run.rows())
    assert_same_rows(run.out)
    for name in TABLES:
        frame = pandas.read_parquet(run.out / f"{name}.parquet")
        assert len(frame) == len(run.rows(f"{name}.jsonl"))
        ours = json.loads(frame.to_json(orient="records", double_precision=15))
        for row, theirs in zip(ours, run.rows(f"{name}.jsonl"), strict=True):
            if "kinds" in row:
                row["kinds"] = {k: v for k, v in row["kinds"].items() if v is not None}
            assert row == theirs
    paths = {Path(entry["path"]).name for entry in run.summary["run"]["outputs"]}
    assert {f"{name}.parquet" for name in TABLES} <= paths
    # The lines are those of a run without tables.
    plain = Dedup(tmp_path, "pages.jsonl", "site")
    for name in ("duplicates.jsonl", "clusters.jsonl", "reported.jsonl"):
        assert (plain.out / name).read_bytes() == (run.out / name).read_bytes()
    assert not list(plain.out.glob("*.parquet"))


def test_each_kind_of_row(tmp_path: Path) -> None:
    """By digest, text and sketch, with and without an agreement, of an index, and none at all."""
    old = [{"id": f"o{i}", "text": words(("old", i))} for i in range(20)]
    write_jsonl(tmp_path / "old.jsonl", old)
    facsim.done("index", "build", "-o", "idx", "old.jsonl", "--quiet", cwd=tmp_path)
    (tmp_path / "old.jsonl").unlink()
    new = [{"text": near(("old", i), i) if i % 2 else words(("old", i))} for i in range(20)]
    write_jsonl(tmp_path / "new.jsonl", new)
    run = Dedup(tmp_path, "new.jsonl", "--against", "idx", "--rows", "parquet")
    rows = run.rows()
    assert {row["by"] for row in rows} == {"digest", "sketch"}
    assert any(row["resemblance_error"] is not None for row in rows)
    assert any(row["agreement"] is None and row["template"] is None for row in rows)
    assert all(row["in_index"] for row in rows)
    assert_same_rows(run.out)
    short = [{"id": "a", "text": "one two"}, {"id": "b", "text": "one two"}]
    write_jsonl(tmp_path / "short.jsonl", short)
    assert_same_rows(Dedup(tmp_path, "short.jsonl", "--rows", "parquet", "--mode", "annotate").out)
    write_jsonl(tmp_path / "none.jsonl", new[:1])
    none = Dedup(tmp_path, "none.jsonl", "--rows", "parquet", "--mode", "report")
    assert none.rows() == []
    assert_same_rows(none.out)


def test_more_rows_than_a_group(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", ({"text": words(i % 2)} for i in range(70_000)))
    run = Dedup(tmp_path, "a.jsonl", "--rows", "parquet", "--mode", "report", "--memory", "64M")
    assert pq.read_metadata(run.out / "duplicates.parquet").num_row_groups == 2
    assert_same_rows(run.out)


def test_recluster_keeps_them_as_they_are(tmp_path: Path) -> None:
    pq.write_table(many_types(90), tmp_path / "a.parquet")
    run = Dedup(tmp_path, "a.parquet", "--rows", "parquet")
    before = run.rows()
    facsim.done("recluster", run.out, "--min-resemblance", "1", "--quiet", cwd=tmp_path)
    assert len(run.rows()) < len(before)
    assert_same_rows(run.out)
    for words_of_it in (["show", run.out, "p0"], ["report", run.out, "-o", "page.html"]):
        facsim.done(*words_of_it, cwd=tmp_path)
    refused = facsim("recluster", run.out, "--rows", "jsonl", cwd=tmp_path)
    assert refused.status == 2 and "duplicates.parquet would stay as it is" in refused.err
    assert_same_rows(run.out)
    facsim.done("recluster", run.out, "--rows", "jsonl", "--apply", "--quiet", cwd=tmp_path)
    assert run.rows() == before and not (run.out / "duplicates.parquet").exists()
    assert (run.out / "a.parquet").exists()
    facsim.done("recluster", run.out, "--quiet", cwd=tmp_path)
    assert not (run.out / "clusters.parquet").exists()
    facsim.done("recluster", run.out, "--rows", "parquet", "--quiet", cwd=tmp_path)
    assert_same_rows(run.out)
    # Without the plug-in nothing changes, and the remedy is named.
    (tmp_path / "page.html").unlink()
    env = {"FACSIM_PARQUET_PLUGIN": str(tmp_path / "none.so")}
    failed = facsim("recluster", run.out, "--min-resemblance", "1", cwd=tmp_path, env=env)
    assert failed.status == 1 and "Parquet is read by a plug-in" in failed.err
    assert run.rows() == before
    # A run without tables leaves none of an earlier one.
    facsim.done("dedup", "a.parquet", "-o", run.out, "--force", "--quiet", cwd=tmp_path)
    assert not (run.out / "duplicates.parquet").exists()


def test_without_the_plugin_nothing_is_read(tmp_path: Path) -> None:
    env = {"FACSIM_PARQUET_PLUGIN": str(tmp_path / "none.so")}
    words_of_it = ("dedup", "no-such-file.jsonl", "-o", "out", "--rows", "parquet")
    failed = facsim(*words_of_it, cwd=tmp_path, env=env)
    assert failed.status == 1 and "(FACSIM_PARQUET_PLUGIN) is no file; " in failed.err
    assert list(tmp_path.iterdir()) == []
    failed = facsim("dedup", "a.jsonl", "-o", "out", "--rows", "csv", cwd=tmp_path)
    assert failed.status == 2 and "jsonl" in failed.err and "parquet" in failed.err


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"text": words(1)}] * 20_000)
    flags = ("-o", "out", "--rows", "parquet", "--mode", "report", "--matches", "none")
    for limit in (100, 4 << 10, 256 << 10):
        done = facsim("dedup", "a.jsonl", *flags, cwd=tmp_path, file_bytes=limit)
        assert done.status == 1, done
        assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_no_copy_has_their_names(tmp_path: Path) -> None:
    pq.write_table(many_types(9), tmp_path / "clusters.parquet")
    done = facsim("dedup", "clusters.parquet", "-o", "out", cwd=tmp_path)
    assert done.status == 1 and "clusters.parquet" in done.err and not (tmp_path / "out").exists()
