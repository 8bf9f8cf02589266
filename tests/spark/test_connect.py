# SPDX-License-Identifier: Apache-2.0
"""A session of Spark Connect gives the same results as a session in its own process."""

import json

import facsim
import facsim.spark
import pytest
from making import corpus, write_jsonl
from running import facsim as program
from test_whole import script

pytestmark = pytest.mark.whole
LONG = "The ferry leaves the old quay at seven in the morning, at noon and at five. " * 3

BEGIN = """
import json, os
from pyspark.sql import SparkSession
spark = SparkSession.builder.remote("local[2]").getOrCreate()
assert "connect" in type(spark).__module__
import facsim.spark
from facsim.spark import functions as F
facsim.spark.register(spark)
folder = os.environ["FOLDER"]
"""

DEDUP = """
text = os.environ["TEXT"]
frame = spark.createDataFrame([("a", text), ("b", text), ("c", "else")], "id string, text string")
found = facsim.spark.dedup(frame, id="id", progress=True)
marks = {row.id: row.facsim.removed for row in found.collect()}
prints = [row[0] for row in frame.select(F.fingerprint("text")).collect()]
links = facsim.spark.components(spark.createDataFrame([(1, 2), (2, 3)], "a bigint, b bigint"))
by_rounds = facsim.spark.components(links, one_task_links=0)
said = [marks, prints, sorted(map(tuple, links.collect())), sorted(map(tuple, by_rounds.collect()))]
print(json.dumps(said))
spark.stop()
"""

SUBTRACT = """
pages = spark.read.format("facsim_warc").load(folder + "/new.jsonl").repartition(2, "id")
index = folder + "/known.idx"
found = [facsim.spark.subtract(pages, index, text="text", url="url", direction=direction)
         for direction in ("known", "new")]
rows = [sorted((row.id, row.facsim.asDict()) for row in each.select("id", "facsim").collect())
        for each in found]
facts = facsim.spark.page_facts(pages, text="text", url="url")
facts.coalesce(1).write.format("facsim_index").mode("append").save(folder + "/new.idx")
facsim.spark.append(folder + "/known", facts)
grown = facsim.spark.subtract(facts, spark.read.parquet(folder + "/known"))
print(json.dumps([rows, grown.where("facsim.removed and facsim.representative = id").count(),
                  spark.read.format("facsim_index").load(folder + "/new.idx").count()]))
spark.stop()
"""


def said_by(code: str, spark_home, **variables) -> list:
    """Returns the last output of the script."""
    return json.loads(script(BEGIN + code, spark_home, **variables).splitlines()[-1])


def test_functions_dedup_and_components(spark_home):
    marks, prints, links, by_rounds = said_by(DEDUP, spark_home, TEXT=LONG, FOLDER="")
    assert marks == {"a": False, "b": True, "c": False}
    assert prints[0] & 0xFFFF_FFFF_FFFF_FFFF == facsim.fingerprint([LONG])[0]
    assert links == by_rounds == [[1, 1], [2, 1], [3, 1]]


def test_sources_and_subtract(spark, spark_home, tmp_path):
    pages = corpus(160)
    write_jsonl(tmp_path / "old.jsonl", pages[:80])
    write_jsonl(tmp_path / "new.jsonl", pages[80:])
    program.done("index", "build", tmp_path / "old.jsonl", "-o", tmp_path / "known.idx")
    facsim.spark.register(spark)
    frame = spark.read.format("facsim_warc").load(str(tmp_path / "new.jsonl"))
    found = facsim.spark.subtract(frame, str(tmp_path / "known.idx"), text="text", url="url")
    own = sorted((row.id, row.facsim.asDict()) for row in found.select("id", "facsim").collect())
    assert sum(mark["removed"] for _, mark in own) > 20

    rows, themselves, entries = said_by(SUBTRACT, spark_home, FOLDER=str(tmp_path))
    for each in rows:
        assert [(id, mark) for id, mark in each] == own
    assert entries == len(pages) - 80
    assert themselves > 50
    query = program.done("index", "query", tmp_path / "new.idx", tmp_path / "new.jsonl").out
    assert query.strip()
