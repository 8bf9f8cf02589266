# SPDX-License-Identifier: Apache-2.0
"""Every command that README and docs show is run, and what they show of the output must be there.

A fenced block marked `console` is a transcript: lines after `$ ` are commands, the lines below are
their output (standard output and error together). `...` at the end of a shown line stands for any
rest, a line of `...` for any lines. A row of JSON may be broken after a comma; its further lines
are indented. The blocks of a page run in order in one folder that has the project's `examples/`.
"""

import os
import re
import shutil

import pytest
from running import PROGRAM, ROOT, run

pytestmark = pytest.mark.words

# docs/recipes.md has its test beside that of the recipes, with the files that it reads.
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if "\n```console\n" in path.read_text() and path.name != "recipes.md"
)


def transcripts(markdown):
    """Yields (command, shown lines) of all console blocks."""
    for block in re.findall(r"^```console\n(.*?)^```", markdown, re.M | re.S):
        command, shown = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command is not None:
                    yield command, shown
                command, shown = line[2:], []
            elif shown and is_broken_row(shown[-1]) and line.startswith(" "):
                shown[-1] += line.strip()
            else:
                shown.append(line)
        if command is not None:
            yield command, shown


def is_broken_row(line):
    """Whether a row of JSON goes on in the next line."""
    return line.startswith('{"') and line.endswith(",")


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


def expect_shown(command, shown, folder):
    """Runs one of the commands; it prints what is shown of it, if anything is."""
    path = {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    done = run(["bash", "-c", f"exec 2>&1\n{command}\n"], cwd=folder, env=path)
    assert done.status == 0, f"{command}\n{done.out}"
    assert not shown or re.fullmatch(pattern_of(shown), done.out), (
        f"{command}\nprints\n{done.out}\nbut the document shows\n" + "\n".join(shown))  # fmt: skip


def test_patterns_tell_equal_from_different():
    assert re.fullmatch(pattern_of(["a ...", "b"]), "a x\nb\n")
    assert not re.fullmatch(pattern_of(["a", "b"]), "a\nc\n")
    assert re.fullmatch(pattern_of(["a", "...", "b"]), "a\n1\n2\nb\n")


def test_a_row_may_be_broken_over_lines():
    page = '```console\n$ a\n{"x":1,\n "y":2,\n "z":3}\n  "x": 1,\n  "y": 2\n$ b\n```\n'
    row = '{"x":1,"y":2,"z":3}'
    assert list(transcripts(page)) == [("a", [row, '  "x": 1,', '  "y": 2']), ("b", [])]


def test_what_the_readme_writes_is_not_to_be_committed():
    """Who follows it in a checkout has no untracked folder there."""
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    commands = [command for command, _ in transcripts((ROOT / "README.md").read_text())]
    written = {name for command in commands for name in re.findall(r" -o (\S+)", command)}
    assert written
    assert {f"/{name}/" for name in written} <= set(ignored)


def test_the_pages_with_commands_are_found():
    assert {"README.md", "docs/dedup.md", "docs/index.md", "docs/hamming-index.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_the_page(tmp_path, page):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    steps = list(transcripts((ROOT / page).read_text()))
    assert steps and any(shown for _, shown in steps), "the page shows commands and their output"
    for command, shown in steps:
        expect_shown(command, shown, tmp_path)
