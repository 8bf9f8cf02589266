# SPDX-License-Identifier: Apache-2.0
"""Patterns of riddling English, each with a remedy, and the sentences that are right all the same.

A pattern is matched against one sentence in which identifiers, quotations and addresses are blanked
(tidy_english.blanked). It misses some so that it rarely errs: of 20 findings at most 4 are right.
Patterns of the first word need a capital: `// of one host` after a member is right.
"""

import re
from typing import NamedTuple

PROSE = ("comments", "docstrings", "docs")
ALL = (*PROSE, "messages")


class Pattern(NamedTuple):
    """A sentence with none of `words` (in small letters) does not match, which saves most searches.

    `private`: a word of ours, which is right if the code of the file has it as an identifier.
    """

    name: str
    words: frozenset
    expression: re.Pattern
    remedy: str
    classes: tuple = ALL
    private: bool = False

    @property
    def is_of_first_word(self):
        return self.expression.pattern.startswith("^")


def pattern(name, words, expression, remedy, **more):
    return Pattern(name, frozenset(words.split()), re.compile(expression), remedy, **more)


IS = r"\b(?:is|are|was|were|be|been)"
SUBJECT = "begin with the subject or the verb"
NO_ONE = r"\b(?:[Nn]obody|[Ss]omebody|[Ss]omeone|[Aa]nybody|[Nn]o one)(?: else)? "
# Verbs of programs: a person may well know, judge or pay.
DOES = (
    r"(?:holds?|held|reads?|writes?|wrote|waits?|changes?|opens?|has|have|looks?|looked|asks?|asked"
    r"|uses?|used|calls?|takes?|took|wants?|needs?|sees|finds?|serves?|tells?|told|says?|said|met"
    r"|meets?|came|comes?|may|adds?|makes?|made|gets?|listens?|measured|closes?)\b"
)
PAGES = r"\b(?:pages?|cop(?:y|ies)|documents?|captures?|records?|originals?|duplicates?|members?)"
EVENT = (
    r"(?:changes?|commits?|crash(?:es)?|deaths?|crawls?|restarts?|flush(?:es)?|seals?|renames?"
    r"|f?syncs?|failures?|merges?|erasures?|deletions?|removals?|runs?|reading|writing)"
)

PATTERNS = [
    pattern("first-of", "of", r"^Of\b(?! course)", f"{SUBJECT}; say of what at its end"),
    pattern("first-those", "those", r"^Those\b", f"{SUBJECT}: name the things"),
    pattern(
        "first-whether",
        "whether",
        r"^Whether\b",
        "'True if ...', 'Returns whether ...'",
        classes=PROSE,
    ),
    pattern("first-what", "what", r"^What\b(?![^?]{0,30}:$)[^?]*$", f"{SUBJECT}: name the thing"),
    pattern(
        "first-nothing",
        "nothing",
        r"^Nothing (?:for|if|where|without|until|unless|when|at)\b",
        "name the value: 'Empty if ...', 'std::nullopt if ...', 'Does nothing if ...'",
        classes=PROSE,
    ),
    pattern("first-behind", "behind", r"^Behind\b", f"{SUBJECT}; 'after' for time"),
    pattern(
        "first-also",
        "also",
        r"^Also (?:of|for|if|where|when|without|with|in|at|the|an?|one|those|what|from|by|on)\b",
        f"{SUBJECT}: say who does what also",
    ),
    pattern("first-as-if", "as", r"^As if\b", SUBJECT),
    pattern("first-who", "who", r"^Who\b[^?]*$", "'A caller that ...', 'Clients that ...'"),
    pattern(
        "first-where",
        "where",
        r"^Where (?!is |are |do |does )[^,:;?]*,"
        r"(?! (?:whatever|by|as|in|and|or|if|from|at|which|of)\b)[^?]*$",
        "'if' or 'when' for a condition; 'where' is for places",
    ),
    pattern(
        "value-where",
        "where",
        r"(?:\b(?:[Nn]ull|None|[Nn]othing|[Ee]mpty|0|[Ff]alse|[Tt]rue|[Tt]hrows?|[Ff]ails?)|`|\})"
        r" where\b",
        "'if' for a condition; 'where' is for places",
    ),
    pattern(
        "where-there-is",
        "where",
        r"\bwhere there (?:is|are|was|were)\b",
        "'if there is', 'if it has'",
    ),
    pattern(
        "only-where", "where", r"\bonly where\b", "'only if' for a condition; 'where' is for places"
    ),
    pattern(
        "behind-event",
        "behind",
        rf"\b[Bb]ehind (?:(?:a|the|its|that|this|each|every|any|both|all|some|one) )?{EVENT}\b",
        "'after' for time; 'behind' is for space",
    ),
    pattern(
        "is-no",
        "no",
        rf"(?<!\bthere )(?<!There ){IS} no "
        r"(?!(?:longer|more|less|\w+er|reason|need|use|doubt|room|point|limit"
        r"|matter|good|way|such|other)\b)\w",
        "'is not a ...', 'does not ...'",
    ),
    pattern(
        "is-none",
        "none",
        rf"(?<!here ){IS} none\b(?<!may be none)(?! of)",
        "'is not one', 'is missing'; say what it is",
    ),
    pattern(
        "there-is-no",
        "no",
        r"\b[Tt]here (?:is|are|was|were) no\b",
        "'not found', 'unknown ...', 'has no ...'",
        classes=("messages",),
    ),
    pattern(
        "so-many",
        "so",
        r"(?<!, )\b[Ss]o (?:many|much|long)\b(?!.{0,60}\b(?:that|as)\b)"
        r"(?! (?:the|more|for|better)\b)",
        "name the parameter",
    ),
    pattern(
        "that-many",
        "that",
        r"\b(?:of|for|by|with|in|after|than|only|gains?|[Ff]ree|least|most|and)"
        r" that (?:much|many|long)\b",
        "name the parameter or the number",
    ),
    pattern(
        "nobody",
        "nobody somebody someone anybody no",
        NO_ONE + DOES,
        "the caller, the client, another thread, or the passive",
        classes=("comments", "docstrings", "messages"),
    ),
    pattern(
        "who-acts",
        "who whoever",
        r"\b[Ww]hoever\b|\bby who (?!has\b|owns\b)|\b(?:for|to|from|with|than|on) who\b"
        r"|[;:] who\b(?! [a-z]+ whom)",
        "the caller, the client, the thread that",
    ),
    pattern(
        "is-told", "told", rf"{IS} told\b(?! (?:apart|from|by\b))", "gets, receives, is reported"
    ),
    pattern(
        "tells",
        "tells",
        r"\btells\b(?!(?: \S+){1,4} (?:apart|from)\b)",
        "reports, shows, distinguishes",
    ),
    pattern("is-said", "said", rf"{IS} said\b(?! to be)", "is reported, is specified"),
    pattern("is-warned", "warned", rf"{IS} warned (?:of|about)\b", "facsim warns about ..."),
    pattern("is-asked", "asked", rf"{IS} asked\b", "is queried, is requested, is off by default"),
    pattern(
        "asks",
        "asks",
        r"(?<!user )(?<!caller )(?<!client )(?<!person )(?<!crawler )\basks\b",
        "requests, queries, calls",
    ),
    pattern(
        "page-goes",
        "goes go went stay stays stayed",
        rf"{PAGES} (?:that |which |may |would |must |can |all )?(?:goes|go|went|stays?|stayed)\b"
        r"(?! (?:to|into|in|through|on|up|down|with|within|the|from|over|by|back|out|together|at"
        r"|under|below|past|wrong|well|as|readable|open|sound|behind|before|alike|here|there|its"
        r"|until)\b)"
        r"|\b(?:goes|go|went|stays?|stayed) for (?:an?|the|one|it|its|such|another|others?)\b",
        "is removed, is kept",
    ),
    pattern(
        "hangs",
        "hang hangs hung",
        r"\b[Hh][au]ngs? (?:together|on|from)\b",
        "depends on, is connected with",
    ),
    pattern("ticket", "ticket tickets", r"\b[Tt]ickets?\b", "sequence", private=True),
    pattern(
        "freeze",
        "freeze freezes freezing froze frozen thaw thaws thawed",
        r"\b(?:[Ff]reez(?:e|es|ing)|[Ff]rozen?|[Tt]haw(?:s|ed)?)\b",
        "begin flush, end flush",
        private=True,
    ),
    pattern(
        "front",
        "front fronts",
        r"\bfronts\b|\b(?:active|full|frozen|small) front\b"
        r"|\b(?:an?|each|every|one|another) front\b(?! page)",
        "memtable",
        private=True,
    ),
    pattern(
        "break-off",
        "off",
        r"\b(?:break(?:s|ing)?|broken?) off\b",
        "end early, fail, mark failed",
        private=True,
    ),
    pattern(
        "take-apart",
        "apart",
        r"\b(?:tak(?:e|es|ing|en)|took) (?:\w+ )?apart\b",
        "analyze, parse, split",
    ),
    pattern("tidies", "tidies tidied", r"\b(?:[Tt]idies|[Tt]idied)\b", "cleans up", private=True),
    pattern("teller", "teller tellers", r"\b[Tt]ellers?\b", "reporter", private=True),
    pattern("memory-room", "memory", r"\b[Mm]emory rooms?\b", "memory grant", private=True),
    pattern("asked-page", "asked", r"\b[Aa]sked pages?\b", "the queried page"),
]


class Right(NamedTuple):
    """A finding that is right: its file, its pattern, and a part of its sentence ('' for any)."""

    path: str
    pattern: str
    sentence: str
    reason: str


EXCEPTIONS = [
    Right("apps/serve_demo.cc", "ticket", "cars need a ticket", "a page of the demo"),
]
