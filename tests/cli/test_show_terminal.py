# SPDX-License-Identifier: Apache-2.0
"""facsim show on a terminal: colours, width, and texts that are not to be trusted."""


import pytest
from making import text_of, write_jsonl
from running import PROGRAM, facsim
from show_world import EDITED, WORDS, dedup, lines_of, write_pages
from terminal_world import Terminal


@pytest.fixture
def pages(tmp_path):
    """The folder of write_pages()."""
    return write_pages(tmp_path)


def test_colours_only_where_they_are_wanted(pages):
    dedup(pages, "pages.jsonl")
    plain = lines_of(pages, "edited")
    painted = lines_of(pages, "edited", "--color", "always")
    assert "  \x1b[31mA inserted\x1b[0m" in painted
    for escape in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m"):
        painted = [line.replace(escape, "") for line in painted]
    assert painted == plain
    result = facsim("show", "out", "edited", "--color", "blue", cwd=pages)
    assert result.status == 2 and "auto, always, never" in result.err


def on_a_terminal(columns, folder, *flags, **env):
    """What the program writes to a terminal of so many columns."""
    command = [PROGRAM, "show", "out", "edited", *flags]
    plain = {"NO_COLOR": None, "TERM": "xterm"}
    with Terminal(columns, command, cwd=folder, env=plain | env) as terminal:
        return terminal.written()


def test_a_terminal_gets_colours_and_its_width(pages):
    dedup(pages, "pages.jsonl")
    assert "\x1b[31mA inserted\x1b[0m" in on_a_terminal(80, pages)
    for bare in (
        on_a_terminal(80, pages, NO_COLOR="1"),
        on_a_terminal(80, pages, TERM="dumb"),
        on_a_terminal(80, pages, "--color", "never"),
    ):
        assert "\x1b" not in bare and "  A inserted\n" in bare
    assert "A inserted" in on_a_terminal(80, pages, NO_COLOR="")
    wide = on_a_terminal(140, pages, NO_COLOR="1")
    assert any(
        line.startswith("  A inserted ") and line.endswith(f" B {WORDS[30]}")
        for line in wide.splitlines()
    )
    narrow = on_a_terminal(50, pages, NO_COLOR="1").split("\n\n")[-1]
    assert max(map(len, narrow.splitlines())) <= 50


def test_a_foreign_text_cannot_command_the_terminal(tmp_path):
    evil = "\x1b[2J\x07 end"
    write_jsonl(
        tmp_path / "pages.jsonl",
        [{"id": "a", "text": text_of()}, {"id": f"b{evil}", "text": EDITED + evil}],
    )
    row = next(iter(dedup(tmp_path, "pages.jsonl").values()))
    result = facsim("show", "out", f"pages.jsonl:{row['offset']}", cwd=tmp_path)
    assert result.status == 0 and "\x1b" not in result.out and "\x07" not in result.out
