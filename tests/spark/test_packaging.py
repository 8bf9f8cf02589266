# SPDX-License-Identifier: Apache-2.0
"""Two executor processes that have facsim from an archive alone, as docs/spark-sources.md says."""

import json
import os
import sys
import tarfile
from pathlib import Path

import facsim
import pytest
from making import words, write_jsonl
from running import done as run_to_end

SCRIPT = """
import json, sys
archive, pages, index = sys.argv[1:]
from pyspark.sql import SparkSession
builder = SparkSession.builder.master("local-cluster[2,1,1024]")
for name, value in {
    "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2",
    "spark.archives": archive + "#pk", "spark.executorEnv.PYTHONPATH": "./pk",
}.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
import facsim.spark

def where(batches):
    import os, pyarrow as pa, facsim
    for _ in batches:
        yield pa.record_batch({"path": [facsim.__file__], "pid": [os.getppid()]})

homes = spark.range(0, 8, 1, 8).mapInArrow(where, "path string, pid bigint").collect()
facsim.spark.register(spark)
frame = spark.read.format("facsim_warc").load(pages)
facts = facsim.spark.page_facts(frame).persist()
facts.repartition(2).write.format("facsim_index").mode("append").save(index)
found = facsim.spark.subtract(facts, index, direction="known").where("facsim.removed").count()
asked = facsim.spark.subtract(facts, index, direction="new").where("facsim.removed").count()
print("ANSWER " + json.dumps([[row.path for row in homes], found, asked]))
spark.stop()
"""


@pytest.mark.whole
def test_executors_take_facsim_out_of_an_archive(spark_home, tmp_path):
    package = Path(facsim.__file__).parent
    archive = tmp_path / "pk.tar.gz"
    with tarfile.open(archive, "w:gz", dereference=True, compresslevel=1) as tar:
        tar.add(package, "facsim", filter=lambda each: None if "/bin" in each.name else each)
    pages = write_jsonl(
        tmp_path / "pages.jsonl", [{"id": f"p{i}", "text": words(i, 200)} for i in range(200)]
    )
    command = [sys.executable, "-c", SCRIPT, archive, pages, tmp_path / "idx"]
    # The driver has facsim too: Spark plans the sources in processes of its own there.
    done = run_to_end(command, env={"PYTHONPATH": str(package.parent)}, seconds=400)
    answers = [line for line in done.out.splitlines() if line.startswith("ANSWER ")]
    assert answers, done.err[-3000:]
    homes, found, asked = json.loads(answers[0].removeprefix("ANSWER "))
    assert (found, asked) == (200, 200)
    assert all(f"{os.sep}pk{os.sep}facsim" in home for home in homes)
    assert not any(home.startswith(str(package)) for home in homes)
