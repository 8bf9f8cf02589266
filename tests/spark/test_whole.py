# SPDX-License-Identifier: Apache-2.0
"""What takes minutes: whole sets, every policy, processes that die."""

import os
import sys
from pathlib import Path

import pytest
from running import run
from spark_world import same_answer
from test_dedup import pages_of

pytestmark = pytest.mark.whole
HERE = Path(__file__).parent


@pytest.mark.parametrize("profile", ["balanced", "strict", "thorough"])
@pytest.mark.parametrize("name", ["ota_terms", "tidb_zh", "ota_html_dev"])
def test_whole_sets_equal_one_machine(spark, name, profile):
    rows = pages_of(name, None)
    for number, row in enumerate(rows):
        row["time"] = float(number * 7919 % 10_007)
    for keep, partitions in (("first", 1), ("longest", 3), ("newest", 8)):
        same_answer(spark, rows, profile=profile, keep=keep, partitions=partitions)
        spark.catalog.clearCache()  # each result keeps a list of candidates, of 128 MB and more


@pytest.mark.parametrize("remove", ["exact,content,layout,partial", "exact"])
def test_other_kinds_and_scopes(spark, remove):
    rows = pages_of("ota_html_dev", None)
    for scope in ("all", "host"):
        same_answer(spark, rows, remove=remove, scope=scope, keep="shortest-url")
        spark.catalog.clearCache()


def script(code: str, spark_home: Path, seconds: int = 600, **variables: str) -> str:
    """Runs it in a Python of its own; what it printed."""
    path = os.pathsep.join([str(HERE), str(HERE.parent), os.environ["PYTHONPATH"]])
    env = {"PYTHONPATH": path, "SPARK_HOME": str(spark_home)} | variables
    done = run([sys.executable, "-c", code], seconds=seconds, env=env)
    assert done.status == 0, done.err[-4000:]
    return done.out


CLUSTER = """
import os, signal, pathlib
from conftest import SETTINGS
from pyspark.sql import SparkSession
builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("facsim")
for name, value in SETTINGS.items():
    builder = builder.config(name, value)
spark = builder.config("spark.speculation", "true").config("spark.executor.memory", "1g").getOrCreate()
import facsim.spark._engine as engine, facsim.spark._dedup as dedup_module
from running import run
from spark_world import same_answer
from test_dedup import pages_of
marker = pathlib.Path(os.environ["MARKER"])
real = engine.decided
def dying(asked):
    inner = real(asked)
    path = str(marker)
    def of_batches(batches):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            yield from inner(batches)
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return of_batches
dedup_module.decided = dying
counts = same_answer(spark, pages_of("ota_terms", 700), profile="balanced", partitions=3, tasks=2)
assert marker.exists()
print("removed", counts["removed"])
spark.stop()
"""


def test_a_task_that_is_killed_changes_nothing(spark_home, tmp_path):
    out = script(CLUSTER, spark_home, MARKER=str(tmp_path / "died"))
    assert int(out.split()[-1]) > 20
