# SPDX-License-Identifier: Apache-2.0
"""python -m facsim.spark dedup IN OUT."""

import gzip
import json
import os
import sys
from argparse import Namespace

import pytest
from facsim.spark._main import main, session_of
from running import facsim as program

LONG = "The ferry leaves the old quay at seven in the morning, at noon and at five. " * 3
ROWS = [{"id": "a", "text": LONG, "n": 1}, {"id": "b", "text": LONG, "n": 2},
        {"id": "c", "text": "else", "n": 3}]  # fmt: skip


def rows_in(folder) -> list[dict]:
    lines = "".join(path.read_text() for path in folder.glob("part-*")).splitlines()
    return sorted((json.loads(line) for line in lines), key=lambda row: row["id"])


def test_json_lines_in_and_out(spark, tmp_path, capsys):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert main(["dedup", str(source), str(out), "--keep", "last"]) == 0
    assert rows_in(out / "kept") == ROWS[1:]
    (removed,) = rows_in(out / "duplicates")
    assert (removed["id"], removed["representative"], removed["kind"]) == ("a", "b", "exact")
    said = capsys.readouterr().err
    assert "facsim.spark: read: pages 3" in said and "removed 1" in said

    assert main(["dedup", str(source), str(out)]) == 1
    assert "out/kept: it is there already" in capsys.readouterr().err


def test_broken_lines_are_counted_and_members_stay(spark, tmp_path, capsys):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    rows = [ROWS[0] | {"lang": None}, ROWS[2] | {"lang": "en"}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"id": "x", "text": "cut\n')
    assert main(["dedup", str(source), str(out), "-q"]) == 0
    assert rows_in(out / "kept") == rows
    assert "in.jsonl: left out 1 lines that are no JSON objects" in capsys.readouterr().err

    source.write_text("no JSON\n")
    assert main(["dedup", str(source), str(tmp_path / "other")]) == 1
    assert "no line of it is a JSON object" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_named_with_what_may_be_done(spark, tmp_path, capsys):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
    assert main(["dedup", str(folder), str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "in/a.jsonl" in said and said.endswith("If IN is JSON lines, add --format json.\n")
    broken = gzip.compress(json.dumps(ROWS[0]).encode() * 1000)[:-20]
    (folder / "b.jsonl.gz").write_bytes(broken)
    assert main(["dedup", str(folder), str(tmp_path / "out"), "--format", "json"]) == 1
    said = capsys.readouterr().err
    assert "in/b.jsonl.gz" in said and said.endswith("ignoreCorruptFiles=true of spark-submit.\n")
    assert not (tmp_path / "out").exists()


def test_html_and_url_are_found_by_their_names_as_in_the_program(spark, tmp_path):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    rows = [{"html": f"<title>T</title><p>{LONG}", "id": name, "url": f"http://{name}.example.org/"}
            for name in "ab"]  # fmt: skip
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["dedup", str(source), str(out), "-q", "--scope", "host"]) == 0
    assert len(rows_in(out / "kept")) == 2, "no two are of one host"
    assert main(["dedup", str(source), str(tmp_path / "all"), "-q"]) == 0
    assert rows_in(tmp_path / "all/kept") == rows[:1]


def test_workers_of_this_machine_are_the_python_that_was_called(spark, monkeypatch):
    monkeypatch.delenv("PYSPARK_PYTHON")
    assert session_of(Namespace(verb="dedup", master="local[2]")) is not None
    assert os.environ["PYSPARK_PYTHON"] == sys.executable


def test_parquet_in_and_out(spark, tmp_path):
    frame = spark.createDataFrame([tuple(row.values()) for row in ROWS], "id string, text string, n int")
    frame.write.parquet(str(tmp_path / "in"))
    assert main(["dedup", str(tmp_path / "in"), str(tmp_path / "out"), "-q"]) == 0
    kept = spark.read.parquet(str(tmp_path / "out/kept"))
    assert kept.columns == frame.columns
    assert sorted(row.id for row in kept.collect()) == ["a", "c"]


def test_subtract_removes_what_an_index_knows(spark, tmp_path):
    old, new, out = tmp_path / "old.jsonl", tmp_path / "new.jsonl", tmp_path / "out"
    old.write_text(json.dumps({"id": "known", "text": LONG}) + "\n")
    new.write_text("".join(json.dumps(row) + "\n" for row in ROWS[1:]))
    program.done("index", "build", old, "-o", tmp_path / "idx")
    assert main(["subtract", str(new), str(out), "--against", str(tmp_path / "idx")]) == 0
    assert rows_in(out / "kept") == ROWS[2:]
    (removed,) = rows_in(out / "duplicates")
    assert (removed["id"], removed["representative"], removed["kind"]) == ("b", "known", "exact")


@pytest.mark.parametrize(
    ("flags", "words"),
    [(["--text-field", "body"], "text: there is no column 'body'"),
     (["--min-resemblance", "7"], "min_resemblance=7.0 is no share"),
     (["--format", "parquet"], "error:")],
)  # fmt: skip
def test_says_what_is_wrong(spark, tmp_path, capsys, flags, words):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert main(["dedup", str(source), str(out), *flags]) == 1
    said = capsys.readouterr().err
    assert words in said and "Traceback" not in said
    assert not out.exists()


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["dedup", "--keep", "bogus"], "keep='bogus' is not one of"),
        (["dedup", "--keep", "newest"], "keep='newest' needs time="),
        (["dedup", "--scope", "site"], "scope='site' is not one of all, host"),
        (["dedup", "--remove", "all"], "'all' is not one of"),
        (["dedup", "--profile", "lax"], "lax"),
        (["dedup", "--text", "some"], "some"),
        (["dedup", "--min-resemblance", "7"], "min_resemblance=7.0 is no share"),
        (["dedup", "--page-max", "large"], "page_max='large' is no size"),
        (["dedup", "--memory", "1K"], "below 64M"),
        (["dedup", "--tasks", "0"], "tasks=0"),
        (["subtract", "--against", "idx", "--remove", "all"], "remove='all': one of exact, "),
        (["subtract", "--against", "idx", "--profile", "lax"], "lax"),
    ],
)
def test_values_are_checked_before_spark_starts(monkeypatch, capsys, flags, words):
    def session(_given):
        raise AssertionError("Spark was started")

    monkeypatch.setattr("facsim.spark._main.session_of", session)
    verb, *rest = flags
    assert main([verb, "IN", "OUT", *rest]) == 1
    said = capsys.readouterr().err
    assert said.startswith("facsim.spark: error: ") and words in said


def test_host_scope_without_a_url_names_the_flag(spark, tmp_path, capsys):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert main(["dedup", str(source), str(out), "-q", "--scope", "host"]) == 1
    assert "--scope host needs --url-field, the column of the URL" in capsys.readouterr().err
    assert not out.exists()


def test_numbers_among_texts_are_texts_and_numbers_alone_are_refused(spark, tmp_path, capsys):
    """As docs/spark.md says: Spark gives each member one type."""
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    rows = [{"id": "a", "text": LONG}, {"id": "n", "text": 5}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["dedup", str(source), str(out), "-q"]) == 0
    assert rows_in(out / "kept") == [rows[0], {"id": "n", "text": "5"}]
    source.write_text(json.dumps(rows[1]) + "\n")
    assert main(["dedup", str(source), str(tmp_path / "other"), "-q"]) == 1
    assert "text: the column 'text' holds bigint, where texts are wanted" in capsys.readouterr().err
