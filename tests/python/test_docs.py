# SPDX-License-Identifier: Apache-2.0
"""The examples in docs/python.md, docs/migration.md, docs/crawlers.md and docstrings are right."""

import doctest
import os
import re
import sys
from pathlib import Path

import facsim
import pytest
from running import PRELOADED, ROOT, run
from seen_world import Service, url_of

# The address of a service in examples; the test starts one in its place.
ADDRESS = "http://127.0.0.1:7700"

EXAMPLES = {
    f"{page}-{number}": example
    for page in ("python", "migration", "crawlers")
    for number, example in enumerate(
        re.findall(
            r"^```python\n(.*?)^```$",
            (ROOT / f"docs/{page}.md").read_text(),
            re.MULTILINE | re.DOTALL,
        )
    )
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_docs(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    for package in ("datasets", "duckdb"):
        if f"import {package}\n" in EXAMPLES[name]:
            pytest.importorskip(package, reason=f"skipped: the package {package} is not here")
    example = EXAMPLES[name]
    if ADDRESS not in example:
        exec(example, {})  # noqa: S102
        return
    with Service(tmp_path / "store") as service:
        exec(example.replace(ADDRESS, url_of(service)), {})  # noqa: S102


def test_examples_of_the_docstrings() -> None:
    assert doctest.testmod(facsim) == (0, 4)


def test_the_tour() -> None:
    environment = PRELOADED | {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    done = run([sys.executable, "-W", "error", ROOT / "examples/tour.py"], env=environment)
    assert done.status == 0 and done.err == "", done.err
    assert [line for line in done.out.splitlines() if line[0].isdigit()][-1].startswith("6. ")
    for said in ("pages are kept", "from 0.6 on: ", "= Step 0 of", "list: [0, 1]", "NotFoundError"):
        assert said in done.out


def test_there_are_examples() -> None:
    assert sum(name.startswith("python") for name in EXAMPLES) >= 3
    assert sum(name.startswith("migration") for name in EXAMPLES) == 6
    assert sum(name.startswith("crawlers") for name in EXAMPLES) == 5
