# SPDX-License-Identifier: Apache-2.0
"""Commands and verbs, and constant outputs of the program: each is run once."""

import functools
import re

from running import Result, facsim

COMMANDS = ["dedup", "recluster", "compare", "show", "report", "fingerprint", "extract", "recipe",
            "profile", "idf", "index", "store", "mirrors", "plan", "eval", "serve", "man",
            "completion", "version", "help"]  # fmt: skip
VERBS = ["build", "add", "delete", "query", "join", "info", "check", "compact", "export", "rebuild"]
STORE_VERBS = ["load", "ask", "dump", "copies", "backup", "restore", "check", "retain", "rebuild",
               "stats"]  # fmt: skip
ALL_VERBS = [*(f"index {verb}" for verb in VERBS), *(f"store {verb}" for verb in STORE_VERBS)]

FLAG = re.compile(r"^  (?:(-\w), )?(--?[a-z][-a-z]*)(?: ([A-Z]+))?", re.M)


@functools.cache
def asked(*words: str) -> Result:
    """Runs a command without inputs or outputs: help, a manual page, a completion."""
    return facsim(*words)


def help_of(topic: str) -> str:
    """Returns the long help of a command or verb."""
    return asked("help", *topic.split()).out


def flags_in(text: str) -> list[tuple[str, str, str]]:
    """Returns (letter, name, value) of each flag in a help; letter and value may be ''."""
    return FLAG.findall(text.split("\nExample")[0])
