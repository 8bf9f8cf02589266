# SPDX-License-Identifier: Apache-2.0
"""What docs/python.md and the docstrings show is so."""

import doctest
import re

import facsim
import pytest
from running import ROOT

TEXT = (ROOT / "docs/python.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_of_the_docs(number: int) -> None:
    exec(EXAMPLES[number], {})  # noqa: S102


def test_examples_of_the_docstrings() -> None:
    assert doctest.testmod(facsim) == (0, 4)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3
