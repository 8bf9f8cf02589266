# SPDX-License-Identifier: Apache-2.0
"""docs/spark.md is right: its examples run in order, and its command has the flags."""

import re

import pytest
from facsim.spark._main import main
from running import ROOT

PAGE = (ROOT / "docs/spark.md").read_text()


def test_examples(spark, capsys):
    names = {"spark": spark}
    examples = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) > 4
    for example in examples:
        exec(example, names)  # noqa: S102
    assert "facsim.spark: verify: removed 1" in capsys.readouterr().err


def test_flags_of_the_commands(capsys):
    said = ""
    for verb in ("dedup", "subtract"):
        with pytest.raises(SystemExit) as ended:
            main([verb, "--help"])
        assert ended.value.code == 0
        said += capsys.readouterr().out
    flags = set(re.findall(r"(?<= )--[a-z-]+", PAGE)) - {"--master"}
    assert flags and all(flag in said for flag in flags), flags
