# SPDX-License-Identifier: Apache-2.0
"""A session of Spark on this machine, and the cost of each stage of a named job.

The cost is seconds, the JVM's processor seconds and bytes shuffled, read from Spark's own log of
events after the session has ended.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from process_tree import PeakMemory, look_often, processor_seconds

SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "4g",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
}


def session(folder: Path, shuffle_partitions: int) -> Any:
    """Starts local[2], with its files and log of events in the folder."""
    os.environ["PYTHONPATH"] = os.environ["FACSIM_PYTHON_PACKAGE"]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    (folder / "events").mkdir()
    builder = SparkSession.builder.master("local[2]").appName("bench")
    own = {"spark.local.dir": str(folder), "spark.eventLog.dir": str(folder / "events"),
           "spark.sql.shuffle.partitions": str(shuffle_partitions)}  # fmt: skip
    for name, value in (SETTINGS | own).items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    look_often()
    return spark


@dataclass
class Job:
    """The cost of a job in all processes, including Python's."""

    name: str
    answer: Any
    seconds: float
    cpu_seconds: float
    peak_bytes: int


def timed(spark: Any, name: str, work: Callable[[], Any]) -> Job:
    """Runs the work under this name, by which stages() finds its stages."""
    spark.sparkContext.setJobDescription(name)
    begun, before = time.monotonic(), processor_seconds()
    with PeakMemory() as memory:
        answer = work()
    return Job(name, answer, time.monotonic() - begun, processor_seconds() - before, memory.bytes)


def stages(folder: Path) -> list[dict[str, Any]]:
    """Returns a row for each stage of the ended session of this folder, in order of their ends."""
    log = next(path for path in (folder / "events").iterdir() if path.is_file())
    names: dict[int, str] = {}
    rows = []
    for line in log.open():
        event = json.loads(line)
        if event["Event"] == "SparkListenerJobStart":
            name = event.get("Properties", {}).get("spark.job.description", "")
            names |= dict.fromkeys(event["Stage IDs"], name)
        if event["Event"] != "SparkListenerStageCompleted":
            continue
        stage = event["Stage Info"]
        values = {each["Name"]: each.get("Value") for each in stage["Accumulables"]}
        metric = "internal.metrics.{}".format
        rows.append({
            "job": names.get(stage["Stage ID"], ""),
            "tasks": stage["Number of Tasks"],
            "seconds": (stage["Completion Time"] - stage["Submission Time"]) / 1000,
            "cpu_seconds": int(values.get(metric("executorCpuTime"), 0)) / 1e9,
            "shuffled": int(values.get(metric("shuffle.write.bytesWritten"), 0)),
        })  # fmt: skip
    return rows
