# SPDX-License-Identifier: Apache-2.0
"""One Spark session for all tests of this folder, on this machine only.

Without Java or pyspark the tests are skipped with a reason; with FACSIM_REQUIRE_SPARK=1 they fail.
Tests with the marker `whole` run only with FACSIM_SPARK_WHOLE=1 (make test-spark).
"""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = os.environ.get("FACSIM_PYTHON_PACKAGE")
if PACKAGE:
    sys.path.insert(0, PACKAGE)
NO_SPARK = "skipped: no Spark: "


def lacking() -> str | None:
    """Returns what a Spark session needs and this machine lacks, or None."""
    java_home = os.environ.get("JAVA_HOME")
    has_java = shutil.which("java") or (java_home and Path(java_home, "bin/java").exists())
    missing = [] if has_java else ["Java"]
    missing += [name for name in ("pyspark", "pyarrow") if not importlib.util.find_spec(name)]
    return " and ".join(missing) + "; run scripts/setup.sh spark" if missing else None


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker of long tests."""
    config.addinivalue_line("markers", "whole: takes minutes; runs with FACSIM_SPARK_WHOLE=1")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips tests that cannot run here, and those that were not requested."""
    reason = lacking()
    if reason and os.environ.get("FACSIM_REQUIRE_SPARK") == "1":
        raise pytest.UsageError(f"the tests of Spark cannot run: no {reason}")
    for item in items:
        if reason:
            item.add_marker(pytest.mark.skip(reason=f"{NO_SPARK}{reason}"))
        elif item.get_closest_marker("whole") and os.environ.get("FACSIM_SPARK_WHOLE") != "1":
            item.add_marker(pytest.mark.skip(reason="skipped: not whole: make test-spark runs it"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints how many tests did not run without Spark; tests/not_run.py reads this line."""
    skipped = terminalreporter.stats.get("skipped", [])
    number = sum(NO_SPARK in str(report.longrepr) for report in skipped)
    if number:
        terminalreporter.write_line(f"tests of Spark that did not run: {number} (no {lacking()})")


@pytest.fixture(scope="session")
def spark_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Makes links to all of pyspark, so that files left by executors are not in its folder."""
    import pyspark

    home = tmp_path_factory.mktemp("spark-home")
    for entry in Path(pyspark.__file__).parent.iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    os.environ["SPARK_HOME"] = str(home)
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    if PACKAGE:
        os.environ["PYTHONPATH"] = os.pathsep.join(
            [PACKAGE, *filter(None, [os.environ.get("PYTHONPATH")])]
        )
    return home


SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    # The plans of frames contain whole sets, and each task is sent its part.
    "spark.driver.memory": "4g" if os.environ.get("FACSIM_SPARK_WHOLE") == "1" else "1g",
    # For the small frames of tests, adaptive plans and compilation cost more than they save.
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
}


@pytest.fixture(autouse=True)
def nothing_kept(request: pytest.FixtureRequest) -> Iterator[None]:
    """Frees what results of whole sets hold in the session; later tests would lack memory."""
    yield
    if "spark" in request.fixturenames and os.environ.get("FACSIM_SPARK_WHOLE") == "1":
        request.getfixturevalue("spark").catalog.clearCache()


@pytest.fixture(scope="session")
def spark(spark_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """Yields a session with two threads for all tests."""
    from facsim.spark import _keys
    from pyspark.sql import SparkSession

    _keys._PART_PAGES_MIN = 1  # makes several parts for the small sets of tests too
    builder = SparkSession.builder.master("local[2]").appName("facsim tests")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    folder = tmp_path_factory.mktemp("spark")
    builder = builder.config("spark.local.dir", str(folder / "local"))
    builder = builder.config("spark.sql.warehouse.dir", str(folder / "warehouse"))
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
