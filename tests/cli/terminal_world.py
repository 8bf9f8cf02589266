# SPDX-License-Identifier: Apache-2.0
"""A pseudo-terminal for a program that behaves as with a user."""

import fcntl
import os
import pty
import struct
import termios
from pathlib import Path

from running import Started, start


class Terminal:
    """A command at a terminal with a number of columns; `process` is the command."""

    def __init__(self, columns: int, command: list[object], **how: object) -> None:
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.process: Started = start(
            command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True, **how
        )
        os.close(follower)
        os.set_blocking(self.leader, False)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.leader)

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def seen(self) -> bytes:
        """Returns the output since the last call."""
        try:
            return os.read(self.leader, 1 << 16)
        except OSError:  # nothing yet; or how Linux says that nobody holds the other end
            return b""

    def wait_for(self, path: Path) -> None:
        """Waits until the command creates this file, and removes it."""
        # The output is read meanwhile; otherwise the command would wait for a reader.
        self.process.until(lambda: self.seen() is None or path.exists())
        path.unlink()

    def written(self) -> str:
        """Returns all that it writes until it ends; it must succeed."""
        parts = []
        self.process.until(lambda: parts.append(self.seen()) or self.process.poll() is not None)
        while piece := self.seen():
            parts.append(piece)
        assert self.process.returncode == 0, parts
        return b"".join(parts).decode().replace("\r\n", "\n")
