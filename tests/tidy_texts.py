# SPDX-License-Identifier: Apache-2.0
"""The texts in sources: comments, docstrings, literals and pages of prose, cut into sentences.

A text is a kind and its lines. Adjacent comment lines are one text, and so are literals that the
language joins. Each reader takes the text of a file and yields texts in order.
"""

import re
from dataclasses import dataclass

from tidy_prose import without_fences

COMMENT, DOCSTRING, LITERAL, PAGE, HEADING = "comment", "docstring", "literal", "page", "heading"


@dataclass
class Text:
    """One text: its kind, and its lines with their numbers."""

    kind: str
    lines: list  # of (line number, words)

    def sentences(self):
        """(line number, sentence) of each that has two words or more; a sentence may span lines."""
        whole = " ".join(words for _, words in self.lines)
        starts, at = [], 0
        for number, words in self.lines:
            starts.append((at, number))
            at += len(words) + 1
        begin = 0
        for end in [*ends_of(whole), len(whole)]:
            sentence = whole[begin:end].strip()
            if " " in sentence:
                first = begin + len(whole[begin:end]) - len(whole[begin:end].lstrip())
                line = max((at, number) for at, number in starts if at <= first)[1]
                yield line, " ".join(sentence.split()) if "\n" in sentence else sentence
            begin = end


END = re.compile(r"(\S*[.!?:][\"')\]]*)\s+(?=[\"'(\[]*[A-Z`])")
# Words with a dot that end no sentence; one capital is the initial of a name.
NO_END = re.compile(
    r"(?:^|[(\"'])(?:e\.g|i\.e|cf|vs|pp?|et al|al|resp|approx|No|Sec|Dr|St|[A-Z])\.$"
)


def ends_of(text):
    """The offsets at which a sentence ends and another begins."""
    return [found.end() for found in END.finditer(text) if not NO_END.search(found[1])]


# A list item begins a text of its own.
ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
ASIDE = re.compile(
    r"SPDX-License|NOLINT|clang-format o|IWYU|noqa|fmt: |pylint|shellcheck|type: ignore"
)


def blocks(kind, lines):
    """Texts of lines (number, words): an empty line ends a text, an indented one is an example."""
    text, is_item = Text(kind, []), False
    for number, words in [*lines, (0, "")]:
        indent = len(words) - len(words.lstrip())
        item = ITEM.match(words)
        is_example = indent > 2 and not item and not is_item
        if not words.strip() or item or is_example or ASIDE.search(words):
            if text.lines:
                yield text
            text, is_item = Text(kind, []), bool(item)
            words = words[item.end() :] if item else ""
        if words.strip():
            text.lines.append((number, words.strip()))


class Newlines:
    """Line numbers of rising offsets."""

    def __init__(self, text):
        self.text, self.offset, self.line = text, 0, 1

    def at(self, offset):
        self.line += self.text.count("\n", self.offset, offset)
        self.offset = offset
        return self.line


def comment_blocks(comments):
    """Texts of (line number, column, is alone on its line, words) of each comment line.

    A comment continues the one above if it is alone on its line and begins in the same column.
    """
    block, last = [], (0, 0)
    for number, column, is_alone, words in comments:
        if not is_alone or (number, column) != (last[0] + 1, last[1]):
            yield from blocks(COMMENT, block)
            block = []
        block.append((number, words))
        last = number, column
    yield from blocks(COMMENT, block)


CPP = re.compile(
    r"//(?P<line>[^\n\\]*(?:\\[\s\S][^\n\\]*)*)"
    r"|/\*(?P<block>[\s\S]*?)\*/"
    r"|(?<!\w)(?:u8|[uUL])?R\"(?P<mark>[^()\s\\\"]{0,16})\((?P<raw>[\s\S]*?)\)(?P=mark)\""
    r"|\"(?P<string>[^\"\\\n]*(?:\\[\s\S][^\"\\\n]*)*)\""
    r"|(?<!\w)(?:u8|[uUL])?'(?:[^'\\\n]|\\[^\n][^'\n]*)'"
)
ESCAPE = re.compile(r"\\(\n|x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|[0-7]{1,3}|.)")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": "", '"': '"', "'": "'", "\\": "\\"}


def unescaped(words):
    if "\\" not in words:
        return words
    return ESCAPE.sub(lambda found: ESCAPES.get(found[1], "?"), words)


def column_of(text, offset):
    """(column of an offset, whether only space is before it on its line)."""
    begin = text.rfind("\n", 0, offset) + 1
    return offset - begin, not text[begin:offset].strip()


class Literals:
    """Joins the literals between which a source has only space and comments."""

    def __init__(self):
        self.texts, self.is_open = [], False

    def add(self, number, words):
        if self.is_open:
            first, before = self.texts[-1].lines[0]
            self.texts[-1].lines[0] = first, before + words
        else:
            self.texts.append(Text(LITERAL, [(number, words)]))
        self.is_open = True


def tokens(text, pattern):
    """(line number, code before it, match) of each comment and literal of a source."""
    newlines, end = Newlines(text), 0
    for found in pattern.finditer(text):
        yield newlines.at(found.start()), text[end : found.start()].rstrip(), found
        end = found.end()


# The mark at the beginning of each line of a block comment.
STAR = re.compile(r"^\s*\*(?= |$)")


def cpp(text, with_literals=True):
    """Comments and, if wanted, literals of a C++ source."""
    comments, literals = [], Literals()
    for number, code, found in tokens(text, CPP):
        kind = found.lastgroup
        literals.is_open &= not code.strip()
        if kind in ("line", "block"):
            column, is_alone = column_of(text, found.start())
            words = found[kind].lstrip("/!<") if kind == "line" else found[kind]
            for further, line in enumerate(words.splitlines()):
                is_alone |= further > 0
                line = line.removesuffix("\\") if kind == "line" else STAR.sub("", line)
                comments.append((number + further, column, is_alone, line.removeprefix(" ")))
        elif kind is not None and with_literals:
            literals.add(number, found["raw"] if kind == "raw" else unescaped(found["string"]))
        else:
            literals.is_open = False
    yield from comment_blocks(comments)
    yield from literals.texts


PYTHON = re.compile(
    r"#(?P<line>[^\n]*)"
    r"|(?P<prefix>(?<!\w)[rbfuRBFU]{1,2})?"
    r'(?:"""(?P<long>[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*)"""'
    r"|'''(?P<other>[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*)'''"
    r'|"(?P<double>[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*)"'
    r"|'(?P<single>[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*)')"
)
INSERTED = re.compile(r"\{[^{}]*\}")


def python(text, with_literals=True):
    """Comments, docstrings and, if wanted, literals of a Python source.

    A docstring has three double quotes, and begins the file or follows a colon.
    """
    comments, docstrings, literals, before = [], [], Literals(), ":"
    for number, code, found in tokens(text, PYTHON):
        kind = found.lastgroup
        literals.is_open &= not code.strip()
        before = code[-1:] or before
        if kind == "line":
            comments.append((number, *column_of(text, found.start()), found["line"][1:]))
            continue
        prefix, words = (found["prefix"] or "").lower(), found[kind]
        if kind == "long" and before == ":" and column_of(text, found.start())[1]:
            lines = [(number + further, line) for further, line in enumerate(words.splitlines())]
            docstrings.extend(blocks(DOCSTRING, dedented(lines)))
        elif with_literals and "b" not in prefix:
            words = words if "r" in prefix else unescaped(words)
            if "f" in prefix:
                words = INSERTED.sub("...", words.replace("{{", "").replace("}}", ""))
            literals.add(number, words)
        before = '"'
    yield from comment_blocks(comments)
    yield from docstrings
    yield from literals.texts


def dedented(lines):
    """Lines without the indent that all but the first have in common."""
    indents = [len(words) - len(words.lstrip()) for _, words in lines[1:] if words.strip()]
    margin = min(indents, default=0)
    return [(n, words[margin:] if i else words.lstrip()) for i, (n, words) in enumerate(lines)]


SHELL = re.compile(r"(?:^|\s)#(?!!)[ ]?(.*)")


def shell(text, _with_literals=False):
    """Comments of a shell script, and of other files whose comments begin with `#`."""
    comments = []
    for number, line in enumerate(text.splitlines(), 1):
        found = SHELL.search(line)
        if found and not (
            line.count('"', 0, found.start()) % 2 or line.count("'", 0, found.start()) % 2
        ):
            column = found.start() + (line[found.start()] != "#")
            comments.append((number, column, not line[:column].strip(), found[1]))
    yield from comment_blocks(comments)


def markdown(text, _with_literals=False):
    """Headings and prose of a page, each cell of a table as a text; no fences."""
    block = []
    for number, line in enumerate([*without_fences(text), ""], 1):
        is_heading, is_row = line.startswith("#"), line.lstrip().startswith("|")
        if is_heading or is_row or not line.strip():
            yield from blocks(PAGE, block)
            block = []
        if is_heading:
            yield Text(HEADING, [(number, line.lstrip("# "))])
        elif is_row:
            cells = (cell.strip() for cell in re.split(r"(?<!\\)\|", line))
            yield from (Text(PAGE, [(number, cell)]) for cell in cells if cell.strip("-: "))
        elif line.strip():
            # The lines of an item are indented; those of an example are in fences.
            block.append((number, line.lstrip().removeprefix("> ")))
    yield from blocks(PAGE, block)


READERS = [
    ((".h", ".cc"), cpp),
    ((".py",), python),
    ((".sh", ".ci/run", "CMakeLists.txt", ".cmake", "Makefile"), shell),
    ((".md",), markdown),
]
# Pages about the past.
PAST = ("CHANGELOG.md", "docs/decisions/", "bench/results/")


def texts_of(path, text, with_literals=True):
    """The texts of one file; empty for a generated file and for a page about the past."""
    reader = next((reader for ends, reader in READERS if path.endswith(ends)), None)
    if reader and not path.startswith(PAST) and "\n// Generated from " not in text[:200]:
        yield from reader(text, with_literals)
