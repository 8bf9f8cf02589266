# SPDX-License-Identifier: Apache-2.0
"""The exceptions of facsim: one class for each error code of the C++ library.

Every class is an :class:`Error`. If Python has a built-in exception for the case, the class is that
too, so ``except FileNotFoundError`` and ``except ValueError`` work.
"""


class Error(Exception):
    """The base class; the message names the problem and the remedy. ``where``: a path, or empty."""

    code = "error"
    status: int | None = None  # the HTTP status, if a service answered

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(sentence)
        self.where = where


class InvalidArgumentError(Error, ValueError):
    """An argument is impossible or invalid."""

    code = "invalid_argument"


class NotFoundError(Error, FileNotFoundError):
    """A named file, page, store or crawl does not exist."""

    code = "not_found"


class IoError(Error, OSError):
    """A read or a write failed."""

    code = "io"


class NoSpaceError(IoError):
    """The disk is full."""

    code = "no_space"


class DamagedError(Error):
    """A file is damaged."""

    code = "damaged"


class UnsupportedError(Error):
    """This facsim does not support a format, a version or an operation."""

    code = "unsupported"


class AlreadyExistsError(Error, FileExistsError):
    """Something already exists and would be overwritten."""

    code = "already_exists"


class CancelledError(Error):
    """The operation was cancelled."""

    code = "cancelled"


class BusyError(Error):
    """Another program or thread is using it; try again later."""

    code = "busy"


class CommittedError(Error):
    """The change was committed, and a later step failed: do not repeat the change."""

    code = "committed"


class RunWarning(UserWarning):
    """A warning about a run; its result is correct all the same."""
