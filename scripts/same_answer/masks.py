# SPDX-License-Identifier: Apache-2.0
"""Rules for what differs between any two runs, such as times, each with its reason.

A place is `out` or `err` (the standard streams), `answer` (of a service), `python` (a result as JSON), or
`file:` and a path in the folder of the case. A rule masks a number or a word, never a line.
"""

import calendar
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

NUMBER = rb"[0-9](?:[0-9.,]*[0-9])?(?:e[+-]?[0-9]+)?"
SUMMARY = ("out", "python", "file:*summary.json")
SAID = ("out", "err", "answer", "python", "file:*.dump")


@dataclass(frozen=True)
class Rule:
    """Replaces what the pattern finds by `by`, in the given places."""

    name: str
    places: tuple[str, ...]
    pattern: re.Pattern
    by: bytes | Callable[[re.Match], bytes]
    reason: str

    def holds(self, place: str) -> bool:
        """True if the rule is for this place."""
        return any(fnmatchcase(place, pattern) for pattern in self.places)


BEGUN = time.time()


def of_now(found: re.Match) -> bytes:
    """Returns <now> for a time after the start of this program; other times are compared."""
    at = calendar.timegm(time.strptime(found[0][:19].decode(), "%Y-%m-%dT%H:%M:%S"))
    return b"<now>" if BEGUN - 2 <= at <= time.time() + 2 else found[0]


def rule(name: str, places: tuple[str, ...], pattern: bytes, by: object, reason: str) -> Rule:
    """Returns a rule with a compiled pattern; ^ and $ match at lines."""
    return Rule(name, places, re.compile(pattern, re.M), by, reason)


RULES = [
    rule("seconds and rates of a run", SUMMARY,
         rb'("(?:seconds|pages_per_second|megabytes_per_second)": )' + NUMBER, rb"\1<n>",
         "how long a run took"),
    rule("memory of a run", SUMMARY, rb'("peak_memory_bytes": )[0-9]+', rb"\1<n>",
         "what the system gave it"),
    rule("time", ("err",), rb"^(time     )" + NUMBER + rb"(?= s with )", rb"\1<n>",
         "how long a run took"),
    rule("rate", ("err",), rb"^(rate     )" + NUMBER + rb" pages/s, " + NUMBER + rb"(?= MB/s$)",
         rb"\1<n> pages/s, <n>", "how long a run took"),
    rule("memory", ("err",), rb"^(memory   )" + NUMBER + rb"(?= MiB at the peak)",
         rb"\1<n>", "what the system gave it"),
    rule("time of now", SAID,
         rb"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{3})?Z",
         of_now, "when a page was added; a time before this program began is not masked"),
    rule("name of a store", ("out", "file:*.dump"),
         rb'("collection":"[^"]*","name":")[0-9a-f]{16}(")',
         rb"\1<name>\2", "drawn at random when a store is begun"),
    rule("name of a store, as text", ("out", "file:*.dump"), rb"^(name\t)[0-9a-f]{16}$",
         rb"\1<name>",
         "drawn at random when a store is begun"),
    rule("name of a store in its index", ("file:*pages.idx/MANIFEST",),
         rb'("store": ")[0-9a-f]{16}(")', rb"\1<name>\2", "drawn at random when a store is begun"),
    rule("checksum over that name", ("file:*pages.idx/MANIFEST",), rb"^(checksum )[0-9a-f]{16}$",
         rb"\1<sum>", "the name of the store is under it"),
    rule("size of rows", ("out", "file:*.dump"), rb'("(?:row_bytes|bytes_per_page)":)[0-9]+',
         rb"\1<n>",
         "RocksDB packs them with their times, which are of now"),
    rule("size of rows, as text", ("out", "file:*.dump"),
         rb"^((?:row_bytes|bytes_per_page)\t)[0-9]+$", rb"\1<n>",
         "RocksDB packs them with their times, which are of now"),
    rule("date of an answer", ("answer",),
         rb"^(Date: )[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$",
         rb"\1<now>", "when it was given"),
    rule("name of a request", ("answer",), rb"^(X-Request-Id: )[0-9a-f]{8}(-[0-9]+)$",
         rb"\1<drawn>\2",
         "drawn where a request is refused before its own was read"),
    rule("time of a request", ("err",), rb'("microseconds":)[0-9]+', rb"\1<n>",
         "how long an answer took, in the log"),
    rule("name of a request, in the log", ("err",),
         rb'("event":"request","id":")[0-9a-f]{8}(-[0-9]+")', rb"\1<drawn>\2",
         "drawn where a request is refused before its own was read"),
    rule("bytes of an answer, in the log", ("err",),
         rb'("target":"/(?:metrics|v1/info)",.*"response_bytes":)[0-9]+', rb"\1<n>",
         "seconds and sizes of the rules above are in it"),
    rule("size of a backup", ("err",),
         rb"^(facsim: [^ ]+: [0-9,]+ pages?, )[0-9.]+(?= [KM]iB, every byte read$)", rb"\1<n>",
         "RocksDB packs rows with their times, which are of now"),
    rule("port", ("err",), rb'("detail":"http://127\.0\.0\.1:)[0-9]+(")', rb"\1<port>\2",
         "a free one, which the system chose"),
    rule("seconds of requests", ("answer",),
         rb'^(facsim_request_seconds_(?:bucket\{route="[^"]*",le="[0-9.]+"\}|sum\{route="[^"]*"\}) )'
         + NUMBER + rb"$", rb"\1<n>", "how long requests took; how many there were is compared"),
    rule("room on the disk", ("answer",), rb"^(facsim_disk_(?:free_|needed_|)bytes )[0-9]+$",
         rb"\1<n>",
         "of the machine, and of files that RocksDB packs"),
    rule("state of the process", ("answer",),
         rb'("(?:seconds_up|memory_bytes|disk_bytes|disk_free_bytes)":)[0-9]+', rb"\1<n>",
         "of the machine, and of files that RocksDB packs"),
    rule("minutes", ("answer",),
         rb'("(?:exact|content|layout|partial|none|too_short|added)":)\[[0-9,]+\]', rb"\1[<n>]",
         "a minute may end between two requests; the totals are compared"),
    rule("version", ("out", "answer", "python", "file:*summary.json"),
         rb'("version": ?")[0-9]+\.[0-9]+\.[0-9]+(")',
         rb"\1<version>\2", "the two programs may be of two versions"),
    rule("version, said", ("out",), rb"^(facsim )[0-9]+\.[0-9]+\.[0-9]+$", rb"\1<version>",
         "the two programs may be of two versions"),
    rule("version of the manual", ("out",),
         rb'^(\.TH [^ ]+ 1 )[0-9]{4}-[0-9]{2}-[0-9]{2}( "facsim )[0-9]+\.[0-9]+\.[0-9]+(")',
         rb"\1<date>\2<version>\3", "the two programs may be of two versions, each with its date"),
]  # fmt: skip

# Files whose names and content are not compared.
UNCOMPARED = {
    "*rows/*": "RocksDB numbers and packs its files as its threads come to it; "
    "what is in them is compared by store dump, check and stats",
}


def masked(place: str, content: bytes, used: set[str] | None = None) -> bytes:
    """Returns the content with all that may differ replaced."""
    for each in RULES:
        if each.holds(place):
            before, content = content, each.pattern.sub(each.by, content)
            if used is not None and content != before:
                used.add(each.name)
    return content


def is_compared(path: str) -> bool:
    """True if a file of a case is compared with that of the other side."""
    return not any(fnmatchcase(path, pattern) for pattern in UNCOMPARED)
