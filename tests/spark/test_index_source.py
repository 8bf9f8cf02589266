# SPDX-License-Identifier: Apache-2.0
"""format("facsim_index"): the program opens what Spark writes, and the reverse."""

import json
import shutil

import facsim
import facsim.spark
import pytest
from making import corpus, html, words, write_jsonl
from running import facsim as program
from running import read_jsonl


@pytest.fixture(scope="module", autouse=True)
def registered(spark):
    facsim.spark.register(spark)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    made = corpus(90)
    made += [{"id": f"h{i}", "url": f"https://example.org/{i}", "html": html(words(("h", i)))}
             for i in range(30)]  # fmt: skip
    return write_jsonl(tmp_path_factory.mktemp("pages") / "pages.jsonl", made)


@pytest.fixture(scope="module")
def facts(spark, pages):
    frame = spark.read.format("facsim_warc").load(str(pages)).repartition(3, "id")
    frame = facsim.spark.page_facts(frame, text="text", html="html", url="url").persist()
    yield frame
    frame.unpersist()


def write(frame, folder, mode="append", **options):
    writer = frame.write.format("facsim_index").mode(mode)
    for name, value in options.items():
        writer = writer.option(name, value)
    writer.save(str(folder))
    return folder


def read(spark, folder, **options):
    reader = spark.read.format("facsim_index")
    for name, value in options.items():
        reader = reader.option(name, value)
    return reader.load(str(folder))


def left_beside(folder):
    return [path.name for path in folder.parent.iterdir() if ".spark-" in path.name]


def rows_of(spark, folder):
    wanted = ("id", "url", "file", "offset", "facts")
    rows = read(spark, folder, columns=",".join(wanted)).collect()
    return {row.id: tuple(row) for row in rows}


def test_facts_are_those_of_an_index_that_the_program_built(spark, pages, facts, tmp_path):
    program.done("index", "build", pages, "-o", tmp_path / "idx")
    built = rows_of(spark, tmp_path / "idx")
    made = {row.id: (row.id, row.url, row.file, row.offset, row.facts) for row in facts.collect()}
    assert len(built) == 120
    assert made == built
    write(facts, tmp_path / "spark.idx")
    assert rows_of(spark, tmp_path / "spark.idx") == built


def test_the_program_opens_what_spark_wrote(facts, pages, tmp_path):
    folder = write(facts, tmp_path / "spark.idx")
    program.done("index", "check", folder)
    info = program.done("index", "info", folder).out
    assert "120" in info
    program.done("index", "build", pages, "-o", tmp_path / "idx")
    ours = program.done("index", "query", folder, pages).out.splitlines()
    theirs = program.done("index", "query", tmp_path / "idx", pages).out.splitlines()
    assert sorted(ours) == sorted(theirs) and len(ours) > 100
    assert left_beside(folder) == []


def test_dedup_against_either_index_removes_the_same(facts, pages, tmp_path):
    write(facts, tmp_path / "spark.idx")
    program.done("index", "build", pages, "-o", tmp_path / "idx")
    new = write_jsonl(tmp_path / "new.jsonl", [
        {"id": f"n{i}", "text": page.get("text", "") + " and more"}
        for i, page in enumerate(read_jsonl(pages)) if "text" in page])  # fmt: skip
    removed = []
    for name in ("spark.idx", "idx"):
        program.done("dedup", new, "-o", tmp_path / f"out-{name}", "--against", tmp_path / name)
        rows = read_jsonl(tmp_path / f"out-{name}" / "duplicates.jsonl")
        removed.append({row["id"] for row in rows})
    assert removed[0] == removed[1] and len(removed[0]) > 50


def test_an_index_that_was_read_is_written_again(spark, pages, tmp_path):
    program.done("index", "build", pages, "-o", tmp_path / "idx")
    every = "id,url,file,offset,root,facts,order,fingerprint,units,shingles"
    frame = read(spark, tmp_path / "idx", columns=every, partition_pages=50)
    assert frame.rdd.getNumPartitions() == 3
    assert [row.order for row in frame.select("order").collect()] == list(range(120))
    write(frame, tmp_path / "again.idx")
    assert rows_of(spark, tmp_path / "again.idx") == rows_of(spark, tmp_path / "idx")
    program.done("index", "compact", tmp_path / "again.idx")
    program.done("index", "check", tmp_path / "again.idx")


def test_deleted_pages_are_not_read(spark, facts, tmp_path):
    folder = write(facts, tmp_path / "idx")
    (tmp_path / "gone").write_text("page-1\npage-2\n")
    program.done("index", "delete", folder, "--ids", tmp_path / "gone")
    assert read(spark, folder).count() == 118


def test_append_adds_and_overwrite_replaces(spark, facts, tmp_path):
    folder = write(facts, tmp_path / "idx")
    write(facts.where("id like 'h%'"), folder)
    assert read(spark, folder).count() == 150
    write(facts.where("id like 'h%'"), folder, mode="overwrite")
    assert read(spark, folder).count() == 30
    program.done("index", "check", folder)
    assert left_beside(folder) == []


def test_an_id_that_is_appended_twice_stands_there_twice(spark, facts, pages, tmp_path):
    """As with facsim index add; docs/spark-sources.md says so, and what to do."""
    some = facts.where("id in ('h1', 'h2')")
    spark_made = write(some, tmp_path / "spark.idx")
    write(some, spark_made)
    program.done("index", "build", pages, "-o", tmp_path / "idx")
    program.done("index", "add", tmp_path / "idx", pages)
    for folder in (spark_made, tmp_path / "idx"):
        assert read(spark, folder).where("id = 'h1'").count() == 2
        done = program.done("index", "delete", folder, "h1")
        assert "2 entries deleted" in done.err
        assert read(spark, folder).where("id = 'h1'").count() == 0
    write(facts.where("id = 'h1'"), spark_made)
    assert read(spark, spark_made).where("id = 'h1'").count() == 1


def test_an_index_of_no_pages_may_be_written(spark, facts, tmp_path):
    folder = write(facts.where("id = 'nobody'"), tmp_path / "idx")
    assert read(spark, folder).count() == 0
    program.done("index", "check", folder)


def test_a_task_that_fails_leaves_nothing(spark, facts, tmp_path):
    folder = write(facts.where("id like 'h%'"), tmp_path / "idx")
    before = sorted(path.name for path in folder.iterdir())
    broken = facts.selectExpr("id", "url", "if(id = 'page-7', substr(facts, 1, 40), facts) facts")
    with pytest.raises(Exception, match="they are damaged|too few bytes"):
        write(broken, folder)
    assert sorted(path.name for path in folder.iterdir()) == before
    assert left_beside(folder) == []
    assert read(spark, folder).count() == 30


def test_facts_by_another_recipe_are_refused(spark, facts, tmp_path):
    with pytest.raises(Exception, match="facts by recipe [0-9a-f]+, these pages are judged by"):
        write(facts, tmp_path / "idx", profile="thorough")
    assert not (tmp_path / "idx").exists()
    folder = write(facts, tmp_path / "good.idx")
    with pytest.raises(Exception, match="holds pages of recipe"):
        write(facts, folder, profile="thorough")
    with pytest.raises(Exception, match="holds pages of recipe"):
        read(spark, folder, profile="thorough").count()


def test_a_schema_that_does_not_fit_is_a_sentence(facts, tmp_path):
    with pytest.raises(Exception, match="the columns id and facts are wanted"):
        write(facts.select("id", "url"), tmp_path / "idx")
    with pytest.raises(Exception, match="an index keeps no column 'day'"):
        write(facts.selectExpr("*", "1 as day"), tmp_path / "idx")
    with pytest.raises(Exception, match="column 'id' is bigint, string is wanted"):
        write(facts.selectExpr("1L as id", "facts"), tmp_path / "idx")
    with pytest.raises(Exception, match="has no id and no file"):
        write(facts.selectExpr("cast(null as string) id", "facts"), tmp_path / "idx")
    assert list(tmp_path.iterdir()) == []


def test_a_store_takes_what_spark_wrote(facts, pages, tmp_path):
    folder = write(facts, tmp_path / "idx")
    program.done("store", "load", tmp_path / "a.store", folder)
    stats = json.loads(program.done("store", "stats", tmp_path / "a.store", "--json").out)
    assert stats["pages"] == 120
    shutil.rmtree(tmp_path / "a.store")
