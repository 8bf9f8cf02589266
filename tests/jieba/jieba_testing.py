# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder share: the driver, the tables, the package, real texts."""

import importlib
import json
import logging
import os
import sys
import warnings
from pathlib import Path

import pytest
from real_data import real_lines
from running import ROOT, Result, done, run

MAKER = ROOT / "scripts" / "make_jieba_tables.py"


def driver() -> str:
    """The program facsim_jieba_driver: $FACSIM_JIEBA_DRIVER."""
    path = os.environ.get("FACSIM_JIEBA_DRIVER")
    if not path:
        pytest.skip("skipped: FACSIM_JIEBA_DRIVER names no program; ctest sets it")
    return path


def tables() -> str:
    """The table that the build made: $FACSIM_JIEBA_TABLES."""
    path = os.environ.get("FACSIM_JIEBA_TABLES")
    if not path:
        pytest.skip("skipped: no jieba.tables, python3-jieba was not there when facsim was built")
    return path


def maker(*flags: object) -> Result:
    return run([sys.executable, MAKER, *flags])


def ask(mode: str, texts: list[str], table: object = None) -> list:
    """The driver's answer to each text."""
    questions = "".join(json.dumps(text) + "\n" for text in texts)
    answers = done([driver(), table or tables(), mode], stdin=questions).rows()
    assert len(answers) == len(texts)
    return answers


def package(cache: Path) -> object:
    """The installed package jieba with jieba.analyse, whichever Python runs this."""
    found = maker("--find")
    if found.status != 0:
        pytest.skip("skipped: python3-jieba is not installed")
    sys.path.append(str(Path(found.out.strip()).parent))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its old escapes, its use of pkg_resources
        jieba = importlib.import_module("jieba")
        importlib.import_module("jieba.analyse")
    assert jieba.__version__ == "0.42.1"
    jieba.setLogLevel(logging.WARNING)
    jieba.dt.tmp_dir = str(cache)  # not the cache that others may have left
    jieba.initialize()
    return jieba


def documents(name: str, count: int) -> list[str]:
    """The first texts of a set of $FACSIM_DATA."""
    texts = [json.loads(line)["text"] for line in real_lines(name, count)]
    assert len(texts) == count
    return texts
