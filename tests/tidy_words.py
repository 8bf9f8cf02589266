# SPDX-License-Identifier: Apache-2.0
"""The rule that no sentence of the library has words of one door (facsim/base/sentence.h).

Flags are those of the tables of apps/, commands those of apps/command_*.cc.
"""

import re

from tidy_rules import is_test, sources

FLAG = re.compile(r'Flag\{\s*"(--[a-z-]+)"')
COMMAND = re.compile(r"apps/command_([a-z]+)")
LITERAL = re.compile(r"'(?:[^'\\\n]|\\.)'|//[^\n]*|\"((?:[^\"\\\n]|\\.)*)\"")
# Names of formats or pages that look like commands: file, text.
NAMES = {
    ("facsim/page/idf_builder.cc", "# facsim idf 1 documents="),
    ("facsim/features/idf_table.cc", "# facsim idf "),
    ("facsim/store/manifest_text.cc", "facsim index"),
    ("facsim/report/review_page.cc", "facsim report: "),
    ("facsim/report/review_page.cc", "<header><h1>facsim report "),
    ("facsim/report/service_page.cc", "facsim serve"),
    ("facsim/eval/html.cc", "facsim eval"),
    ("facsim/eval/html.cc", "<header><h1>facsim eval "),
    ("facsim/mirrors/nutch_rules.cc", "Made by facsim mirrors. "),
}


def joined_literals(text):
    """Yields (line, text) of each string; strings that C++ concatenates are one."""
    text = re.sub(r'"\s*\n\s*"', lambda found: "\0" * found[0].count("\n"), text)
    for found in LITERAL.finditer(text):
        if found[1] is None:  # a character literal or a comment
            continue
        line = text.count("\n", 0, found.start()) + text.count("\0", 0, found.start()) + 1
        yield line, found[1].replace("\0", "")


def words_of_doors(tree):
    flags = {name for path, text in sources(tree, ".cc") if path.startswith("apps/flag_table")
             for name in FLAG.findall(text)}  # fmt: skip
    commands = {found[1] for path in tree if (found := COMMAND.match(path))}
    word = re.compile(
        r"(?<![\w-])(?:%s)(?![\w-])|\bfacsim (?:%s)\b" % ("|".join(flags), "|".join(commands))
    )
    for path, text in sources(tree, ".h", ".cc"):
        if not path.startswith("facsim/") or is_test(path):
            continue
        for line, literal in joined_literals(text):
            if any(path == file and name in literal for file, name in NAMES):
                continue
            for found in word.findall(literal):
                yield (
                    f"{path}:{line}: '{found}' is a word of the command line; "
                    "name a setting or an action (Named)"
                )
