# SPDX-License-Identifier: Apache-2.0
"""What can go wrong: one class for each code of the C++ library.

Every class is an :class:`Error`; where Python has a word of its own for the case, it is that too,
so that ``except FileNotFoundError`` and ``except ValueError`` work.
"""


class Error(Exception):
    """A sentence that names the thing and the remedy; ``where`` is a path, or empty."""

    code = "error"
    status: int | None = None  # of the answer of a service, where it answered

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(sentence)
        self.where = where


class InvalidArgumentError(Error, ValueError):
    """The caller asked for something impossible."""

    code = "invalid_argument"


class NotFoundError(Error, FileNotFoundError):
    """A named thing is not there."""

    code = "not_found"


class IoError(Error, OSError):
    """The system refused a read or a write."""

    code = "io"


class NoSpaceError(IoError):
    """The disk is full."""

    code = "no_space"


class DamagedError(Error):
    """A file that cannot be trusted."""

    code = "damaged"


class UnsupportedError(Error):
    """A format or a version that this facsim does not read."""

    code = "unsupported"


class AlreadyExistsError(Error, FileExistsError):
    """Something is there that would be overwritten."""

    code = "already_exists"


class CancelledError(Error):
    """Somebody said stop."""

    code = "cancelled"


class BusyError(Error):
    """Another program or thread is at it; try again later."""

    code = "busy"


class CommittedError(Error):
    """The change is made, and what came behind it failed: do not make it again."""

    code = "committed"


class RunWarning(UserWarning):
    """Something about a run that its caller should know; the result is right all the same."""
