# SPDX-License-Identifier: Apache-2.0
"""Every command that the README shows is run, and what it shows of the output must be there.

A fenced block marked `console` is a transcript: lines after `$ ` are commands, the lines below are
their output (standard output and error together). `...` at the end of a shown line stands for any
rest, a line of `...` for any lines. The blocks run in order in one folder that has the project's
`examples/`.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def transcripts(markdown):
    """Yields (command, shown lines) of all console blocks."""
    for block in re.findall(r"^```console\n(.*?)^```", markdown, re.M | re.S):
        command, shown = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command is not None:
                    yield command, shown
                command, shown = line[2:], []
            else:
                shown.append(line)
        if command is not None:
            yield command, shown


def pattern_of(shown):
    parts = []
    for line in shown:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith("..."):
            parts.append(re.escape(line[:-3]) + r".*\n")
        else:
            parts.append(re.escape(line) + r"[ ]*\n")
    return "".join(parts)


def test_patterns_tell_equal_from_different():
    assert re.fullmatch(pattern_of(["a ...", "b"]), "a x\nb\n")
    assert not re.fullmatch(pattern_of(["a", "b"]), "a\nc\n")
    assert re.fullmatch(pattern_of(["a", "...", "b"]), "a\n1\n2\nb\n")


def test_every_command_of_the_readme(facsim, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    env = dict(os.environ, PATH=f"{Path(facsim.path).parent}:{os.environ['PATH']}")
    steps = list(transcripts((ROOT / "README.md").read_text()))
    assert len(steps) >= 5, "the README shows commands"
    for command, shown in steps:
        if command.startswith(("make ", "sudo ", "git ")):
            continue  # the two commands are run by the checks of a fresh clone
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        if shown:
            assert re.fullmatch(pattern_of(shown), done.stdout), (
                f"{command}\nprints\n{done.stdout}\nbut the README shows\n" + "\n".join(shown))
