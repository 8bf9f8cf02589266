# SPDX-License-Identifier: Apache-2.0
"""python -m facsim is the program."""

import os
import sys
import tomllib

import facsim
import facsim._core
from running import ROOT, run
from running import facsim as program

ENVIRONMENT = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}


def test_one_version_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert facsim.__version__ == facsim._core.version == project["version"]
    assert facsim.__version__ in program.done("--version").out


def test_it_is_the_program() -> None:
    done = run([sys.executable, "-m", "facsim", "--version"], env=ENVIRONMENT)
    assert done.status == 0, done.err
    assert done.out == program.done("--version").out


def test_it_ends_when_nobody_reads_any_more() -> None:
    line = f"yes | {sys.executable} -m facsim help dedup | head -n 1"
    done = run(["bash", "-c", line], env=ENVIRONMENT)
    assert done.err == "" and done.out.startswith("facsim dedup")
