# SPDX-License-Identifier: Apache-2.0
"""facsim show on a terminal: colours, width, and texts that are not to be trusted."""

import fcntl
import os
import pty
import struct
import subprocess
import termios

import pytest
from conftest import text_of, write_jsonl
from show_world import EDITED, WORDS, dedup, lines_of, write_pages


@pytest.fixture
def pages(tmp_path):
    """The folder of write_pages()."""
    return write_pages(tmp_path)


def test_colours_only_where_they_are_wanted(facsim, pages):
    dedup(facsim, pages, "pages.jsonl")
    plain = lines_of(facsim, pages, "edited")
    painted = lines_of(facsim, pages, "edited", "--color", "always")
    assert "  \x1b[31mA inserted\x1b[0m" in painted
    for escape in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m"):
        painted = [line.replace(escape, "") for line in painted]
    assert painted == plain
    result = facsim("show", "out", "edited", "--color", "blue", cwd=pages)
    assert result.status == 2 and "auto, always, never" in result.err


def on_a_terminal(program, columns, folder, *flags, **env):
    """What the program writes to a terminal of so many columns."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    done = subprocess.Popen(
        [program, "show", "out", "edited", *flags],
        stdin=follower, stdout=follower, stderr=follower, cwd=folder,
        env=environment | {"TERM": "xterm"} | env,
    )  # fmt: skip
    os.close(follower)
    out = b""
    while True:
        try:
            block = os.read(leader, 65536)
        except OSError:  # how Linux says that nobody holds the other end
            break
        if not block:
            break
        out += block
    os.close(leader)
    assert done.wait(timeout=60) == 0
    return out.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_and_its_width(facsim, pages):
    dedup(facsim, pages, "pages.jsonl")
    assert "\x1b[31mA inserted\x1b[0m" in on_a_terminal(facsim.path, 80, pages)
    for bare in (
        on_a_terminal(facsim.path, 80, pages, NO_COLOR="1"),
        on_a_terminal(facsim.path, 80, pages, TERM="dumb"),
        on_a_terminal(facsim.path, 80, pages, "--color", "never"),
    ):
        assert "\x1b" not in bare and "  A inserted\n" in bare
    assert "A inserted" in on_a_terminal(facsim.path, 80, pages, NO_COLOR="")
    wide = on_a_terminal(facsim.path, 140, pages, NO_COLOR="1")
    assert any(
        line.startswith("  A inserted ") and line.endswith(f" B {WORDS[30]}")
        for line in wide.splitlines()
    )
    narrow = on_a_terminal(facsim.path, 50, pages, NO_COLOR="1").split("\n\n")[-1]
    assert max(map(len, narrow.splitlines())) <= 50


def test_a_foreign_text_cannot_command_the_terminal(facsim, tmp_path):
    evil = "\x1b[2J\x07 end"
    write_jsonl(
        tmp_path / "pages.jsonl",
        [{"id": "a", "text": text_of()}, {"id": f"b{evil}", "text": EDITED + evil}],
    )
    row = next(iter(dedup(facsim, tmp_path, "pages.jsonl").values()))
    result = facsim("show", "out", f"pages.jsonl:{row['offset']}", cwd=tmp_path)
    assert result.status == 0 and "\x1b" not in result.out and "\x07" not in result.out
