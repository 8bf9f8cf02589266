# SPDX-License-Identifier: Apache-2.0
"""format("facsim_warc"): the pages that facsim reads, whatever the files are."""

import json

import facsim
import facsim.spark
import pytest
from making import html, html_response, response, write_jsonl, write_warc
from real_data import real_set


@pytest.fixture(scope="module", autouse=True)
def registered(spark):
    facsim.spark.register(spark)


def read(spark, path, **options):
    reader = spark.read.format("facsim_warc")
    for name, value in options.items():
        reader = reader.option(name, value)
    return reader.load(str(path))


@pytest.fixture
def crawl(tmp_path):
    folder = tmp_path / "crawl"
    folder.mkdir()
    write_warc(folder / "a.warc.gz", html_response(1, "one text"), html_response(2, "another"))
    write_jsonl(folder / "b.jsonl", [
        {"id": "j1", "url": "https://example.org/j1", "text": "plain words"},
        {"id": "j2", "html": html("a page in JSON", title="Title")},
    ])  # fmt: skip
    return folder


def test_pages_are_those_of_read_pages(spark, crawl):
    rows = read(spark, crawl, columns="id,url,title,main_text,file,offset,time").collect()
    pages = list(facsim.read_pages(str(crawl)))
    assert len(rows) == len(pages) == 4
    for row, page in zip(rows, pages, strict=True):
        assert (row.id, row.url, row.title) == (page["id"], page["url"], page["title"])
        assert (row.main_text, row.file, row.offset) == (page["text"], page["file"], page["offset"])
        seconds = page["time"] and page["time"].timestamp()
        assert (row.time and row.time.timestamp()) == seconds


def test_each_group_of_files_is_a_partition_and_only_what_is_wanted_is_made(spark, crawl):
    frame = read(spark, crawl, columns="url", partition_bytes=1)
    assert frame.columns == ["url"]
    assert frame.rdd.getNumPartitions() == 2
    assert read(spark, crawl).rdd.getNumPartitions() == 1
    assert frame.count() == 4


def test_a_schema_chooses_columns_too_and_must_fit(spark, crawl):
    reader = spark.read.format("facsim_warc")
    assert reader.schema("text string, id string").load(str(crawl)).columns == ["text", "id"]
    with pytest.raises(Exception, match="column 'id' is string, not bigint"):
        reader.schema("id bigint").load(str(crawl)).count()


def test_html_is_decoded_as_its_header_says(spark, tmp_path):
    body = html("caf\xe9").encode("latin-1")
    path = write_warc(
        tmp_path / "x.warc", response(1, body, media="text/html; charset=iso-8859-1")
    )
    [row] = read(spark, path, columns="html,bytes,text").collect()
    assert "caf\xe9" in row.html and bytes(row.bytes) == body and row.text is None


def test_a_broken_file_is_told_and_the_others_are_read(spark, crawl):
    (crawl / "c.warc.gz").write_bytes((crawl / "a.warc.gz").read_bytes()[:-20])
    (crawl / "d.jsonl").write_text('{"id": "good", "text": "words"}\nno JSON\n')
    rows = read(spark, crawl, columns="id,file,skipped,problem").collect()
    problems = {row.file: row for row in rows if row.problem is not None}
    assert set(problems) == {"c.warc.gz", "d.jsonl"}
    assert problems["d.jsonl"].skipped == 1 and "bad_json" in problems["d.jsonl"].problem
    assert problems["c.warc.gz"].skipped >= 1
    assert {row.id for row in rows if row.file == "d.jsonl" and row.problem is None} == {"good"}
    assert sum(row.problem is None for row in rows if row.file in ("a.warc.gz", "b.jsonl")) == 4


def test_failfast_stops_and_names_the_file(spark, crawl):
    (crawl / "d.jsonl").write_text("no JSON\n")
    with pytest.raises(Exception, match=r"d\.jsonl: .*mode=PERMISSIVE goes on"):
        read(spark, crawl, mode="FAILFAST").count()
    assert read(spark, crawl, mode="PERMISSIVE").count() == 4


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"mode": "LOOSE"}, "PERMISSIVE or FAILFAST is wanted"),
        ({"columns": "id,body"}, "there is no column 'body'; the columns are: id, url"),
        ({"colums": "id"}, "there is no option 'colums'"),
        ({"page_max": "large"}, "option page_max=large: a number"),
        ({"profile": "loose"}, "loose"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_runs(spark, crawl, options, sentence):
    with pytest.raises(Exception, match=sentence):
        read(spark, crawl, **options).count()


def test_a_path_that_is_not_there_is_named(spark, tmp_path):
    with pytest.raises(Exception, match="nowhere"):
        read(spark, tmp_path / "nowhere").count()


@pytest.mark.whole
def test_real_archives_give_the_pages_of_read_pages(spark):
    folder = real_set("warc_samples")
    pages = facsim.read_pages(str(folder))
    expected = sorted((p["file"], p["offset"], p["url"] or "", p["text"]) for p in pages)
    rows = read(spark, folder, columns="file,offset,url,main_text", partition_bytes=1 << 20)
    found = sorted((r.file, r.offset, r.url or "", r.main_text) for r in rows.collect())
    assert len(found) > 100 and json.dumps(found) == json.dumps(expected)
