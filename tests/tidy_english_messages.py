# SPDX-License-Identifier: Apache-2.0
"""All messages of the sources as one list, for a reader who judges their words.

A message is a literal of two words or more, joined with what the code adds to it: `...` stands for
a value, `<name>` for a setting or an action (facsim/base/sentence.h), `|` for a choice.
"""

import re

import tidy_texts

# Folders whose literals are shown to users, and files of tests, whose literals are data.
SPEAKING = ("facsim/", "apps/", "plugins/", "python/", "scripts/")
TEST = re.compile(r"_test\.(?:cc|py)$|_for_test\.h$|/conftest\.py$|^scripts/same_answer/cases")

SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:']? (?:(?:\.\.\.|<\w+>)[,;:]? )?['(]?[A-Za-z]+\b")
NAMED = re.compile(r"Named::(\w+)")
# A value before a literal or before a choice.
ADDED = re.compile(r"(?:\+|<<)\s*\(?(?:[^;{},\"]*\?)?$")
# The stream that a statement begins with.
STREAM = re.compile(r"(?:^|[;{})])\s*(?:return )?[\w:.]+\s*<<\s*$")
# Code that joins two strings and inserts nothing.
JOINS = re.compile(r"std::string(?:_view)?|Sentence|Json|[\s+()<{}]")


def is_speaking(path):
    """True if literals of the file are shown to users."""
    return path.startswith(SPEAKING) and not TEST.search(path)


def messages(tree):
    """(path, line number, words) of each message, by path."""
    for path in sorted(tree):
        if not is_speaking(path) and not path.endswith((".sh", ".ci/run")):
            continue
        if path.endswith((".h", ".cc")):
            found = of_cpp(tree[path])
        elif path.endswith(".py"):
            found = of_python(tree[path])
        elif path.endswith((".sh", ".ci/run")):
            found = of_shell(tree[path])
        else:
            continue
        for line, words in found:
            words = " ".join(words.split())
            if SENTENCE.search(words):
                yield path, line, words


def of_cpp(text):
    """(line number, words) of each chain of literals."""
    first, words, gap = 0, None, ""
    for number, code, found in tidy_texts.tokens(text, tidy_texts.CPP):
        gap += code + " "
        kind = found.lastgroup
        if kind in ("line", "block"):
            continue
        if kind is None:  # a character
            gap += found[0]
            continue
        literal = found["raw"] if kind == "raw" else tidy_texts.unescaped(found["string"])
        joint = joint_of(gap) if words is not None else None
        if joint is None:
            if words is not None:
                yield first, words + end_of(gap)
            first, words = number, beginning_of(gap) + literal
        else:
            words += joint + literal
        gap = ""
    if words is not None:
        yield first, words + end_of(gap)


def joint_of(gap):
    """The words between two literals of one chain; None if they are not in one chain."""
    code = gap.strip()
    if not code:
        return ""
    if code == ":":
        return "|"
    if re.search(r"[;{}]", code) or not re.search(r"\+|<<", code) or has_comma(code):
        return None
    name = NAMED.search(code)
    if name:
        return f"<{name[1]}>"
    return "..." if JOINS.sub("", code) else ""


def has_comma(code):
    """True if a comma is outside of the parentheses that the code opens."""
    depth = 0
    for character in code:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth <= 0:
            return True
    return False


def beginning_of(gap):
    """The mark of a value that comes before a literal."""
    if not ADDED.search(gap.rstrip()) or STREAM.search(gap):
        return ""
    name = re.search(r"Named::(\w+)\W*$", gap.rstrip().rstrip("(+< "))
    return f"<{name[1]}>" if name else "..."


def end_of(gap):
    """The mark of a value that comes after a literal."""
    if not re.match(r"\s*\)*\s*(?:\+|<<)", gap):
        return ""
    name = re.match(r"\W*Named::(\w+)", gap)
    return f"<{name[1]}>" if name else "..."


def of_python(text):
    """(line number, words) of each literal; values of an f-string are `...` there already."""
    for found in tidy_texts.python(text):
        if found.kind == tidy_texts.LITERAL:
            yield found.lines[0]


SAYS = re.compile(
    r"(?:^|[;&|{]|\bthen|\belse|\bdo)\s*(?:(say|die)|(?:echo|printf)(?=.*>&2))\s+(?=\S)(.*)"
)
VALUE = re.compile(r"\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$[\w*@#?]+")


def of_shell(text):
    """(line number, words) of each line that `say`, `die` or `echo >&2` prints."""
    lines = re.sub(r"\\\n\s*", lambda found: "\0", text).split("\n")
    number = 1
    for line in lines:
        found = SAYS.search(line.replace("\0", " "))
        if found and not line.lstrip().startswith("#"):
            words = re.split(r"\s*>&2|\s*(?:;;|\|\||&&)\s", found[2])[0]
            yield number, re.sub(r"[\"']", "", VALUE.sub("...", words)).rstrip("; }")
        number += 1 + line.count("\0")
