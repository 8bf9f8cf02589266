# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder share: the driver, the tables, the package, real texts."""

import importlib
import json
import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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


def maker(*flags: object) -> subprocess.CompletedProcess:
    command = [sys.executable, str(MAKER), *map(str, flags)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def ask(mode: str, texts: list[str], table: object = None) -> list:
    """The driver's answer to each text."""
    questions = "".join(json.dumps(text) + "\n" for text in texts)
    command = [driver(), str(table or tables()), mode]
    done = subprocess.run(command, input=questions.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    answers = [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]
    assert len(answers) == len(texts)
    return answers


def package(cache: Path) -> object:
    """The installed package jieba with jieba.analyse, whichever Python runs this."""
    found = maker("--find")
    if found.returncode != 0:
        pytest.skip("skipped: python3-jieba is not installed")
    sys.path.append(str(Path(found.stdout.strip()).parent))
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
    folder = os.environ.get("FACSIM_DATA")
    path = Path(folder or "", name, "docs.jsonl.zst")
    if not folder or not path.exists():
        pytest.skip(f"skipped: no data at {path if folder else '$FACSIM_DATA (not set)'}")
    texts = []
    command = ["zstd", "-dqc", "--long=27", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as unpacker:
        for line in unpacker.stdout:
            texts.append(json.loads(line)["text"])
            if len(texts) == count:
                unpacker.terminate()
                break
    assert len(texts) == count
    return texts
