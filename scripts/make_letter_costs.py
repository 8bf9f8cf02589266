# SPDX-License-Identifier: Apache-2.0
"""Writes the table of letter pairs with which facsim/extract/encoding_guess.cc detects languages.

    python3 scripts/make_letter_costs.py FOLDER [--output FILE]

FOLDER contains unpacked Debian packages with translations (usr/share/locale/LANGUAGE/LC_MESSAGES):

    cd FOLDER && apt-get download PACKAGES && for f in *.deb; do dpkg -x $f .; done

PACKAGES: see below; the table was made from those of Debian 12. Only the frequencies of letter
pairs are used. facsim/extract/letter_costs_internal.h describes the table.
"""

import argparse
import gettext
import math
import re
import unicodedata
from collections import Counter
from pathlib import Path

PACKAGES = (
    "evince-common evolution-common gedit-common gimp-data gnome-control-center-data"
    " libglib2.0-data libgtk-3-common libgtk2.0-common nautilus-data totem-common"
).split()
OUTPUT = Path(__file__).resolve().parents[1] / "facsim/extract/letter_costs_tables.cc"

# The languages with costs of letter pairs; then those with costs of single characters.
PAIRS = (
    "en de fr es it pt nl da sv nb fi is ca gl eu ga cy sq et lt lv cs sk pl hu ro hr sl tr az eo"
    " vi ru uk be bg sr mk el he ar fa th"
).split()
SINGLES = {"zh_CN": 1500, "zh_TW": 1500, "ja": 1000, "ko": 800}
PAIRS_MAX = 1500
COST_MAX = 14  # bits; what is dearer is not in the table
COUNT_MIN = 3
TONES = {0x300, 0x301, 0x303, 0x309, 0x323}


def text_of(folder: Path, language: str) -> str:
    """Returns all translations into a language."""
    texts = []
    for path in sorted(folder.rglob(f"locale/{language}/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        for key, value in sorted(catalogue._catalog.items(), key=str):
            # Untranslated messages are left out, and so is the first, the head of the catalogue.
            if key and value and value != key:
                texts.append(re.sub(r"<[^>]*>|%[-#0-9.$]*l*[a-z]|[_&](?=\w)", " ", value))
    return unicodedata.normalize("NFC", "\n".join(texts))


def as_vietnamese_bytes(text: str) -> str:
    """Returns a text as in windows-1258: vowels with their shapes, and tones as separate marks."""
    written = []
    for letter in text:
        parts = unicodedata.normalize("NFD", letter)
        tones = [mark for mark in parts if ord(mark) in TONES]
        others = "".join(mark for mark in parts if ord(mark) not in TONES)
        written.append(unicodedata.normalize("NFC", others) + "".join(tones))
    return "".join(written)


def symbol(letter: str, is_latin: bool) -> str:
    """Folds a character as in letter_costs_internal.h: letters to lower case, others to a space."""
    if letter.isascii():
        if not letter.isalpha():
            return " "
        return letter.lower() if is_latin else "a"
    if not (letter.isalpha() or unicodedata.category(letter) == "Mn"):
        return " "
    # Encodings without Romanian's comma below have a cedilla in its place.
    return letter.lower()[0].translate({0x219: 0x15F, 0x21B: 0x163})


def grouped(costs: dict[str, int]) -> str:
    """Returns a mark for each cost, ASCII from '0' on, followed by the letters with that cost."""
    by_cost: dict = {}
    for what, cost in costs.items():
        by_cost.setdefault(cost, []).append(what)
    return "".join(
        chr(ord("0") + cost) + "".join(sorted(by_cost[cost])) for cost in sorted(by_cost)
    )


def cost_of(count: int, total: int) -> int:
    return max(1, round(-math.log2(count / total)))


def pair_costs(text: str) -> dict[str, int]:
    letters = Counter(letter for letter in text if letter.isalpha())
    ascii_count = sum(count for letter, count in letters.items() if letter.isascii())
    symbols = {letter: symbol(letter, ascii_count * 2 > letters.total()) for letter in set(text)}
    folded = "".join(symbols[letter] for letter in text)
    pairs = Counter(zip(folded, folded[1:]))
    firsts = Counter(folded)
    kept = [pair for pair, count in pairs.most_common() if not "".join(pair).isascii()]
    costs = {}
    for pair in kept:
        cost = cost_of(pairs[pair], firsts[pair[0]])
        if pairs[pair] >= COUNT_MIN and cost <= COST_MAX and len(costs) < PAIRS_MAX:
            costs["".join(pair)] = cost
    return costs


def single_costs(text: str, count_max: int) -> dict[str, int]:
    letters = Counter(letter for letter in text if not letter.isascii())
    return {
        letter: cost_of(count, letters.total())
        for letter, count in letters.most_common(count_max)
        if ord(letter) < 0x10000
    }


def literal(text: str) -> str:
    lines, line = [], ""
    for letter in text.replace("\\", "\\\\").replace('"', '\\"'):
        # A combining mark alone would combine with the quote before it.
        line += f"\\u{ord(letter):04x}" if unicodedata.combining(letter) else letter
        if len(line) >= 88:
            lines.append(line)
            line = ""
    lines.append(line)
    return "\n".join(f'     "{line}"' for line in lines if line) or '     ""'


def source_of(folder: Path) -> str:
    rows = []
    for language in [*PAIRS, *SINGLES]:
        text = text_of(folder, language)
        if language == "vi":
            text = as_vietnamese_bytes(text)
        if language in SINGLES:
            costs = single_costs(text, SINGLES[language])
        else:
            costs = pair_costs(text)
        print(f"{language}: {len(text)} characters, {len(costs)} entries")
        rows.append(f'    {{"{language}",\n{literal(grouped(costs))}}},')
    head = f"""// SPDX-License-Identifier: Apache-2.0
// Generated from translations in Debian 12 by
//   python3 scripts/make_letter_costs.py FOLDER
// Do not change it by hand; what it means stands in letter_costs_internal.h.

#include "facsim/extract/letter_costs_internal.h"

// clang-format off
namespace facsim {{

const std::array<LanguageCosts, {len(rows)}> kLanguageCosts = {{{{
"""
    return head + "\n".join(rows) + "\n}};\n\n}  // namespace facsim\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    wanted = parser.parse_args()
    wanted.output.write_text(source_of(wanted.folder), encoding="utf-8")


if __name__ == "__main__":
    main()
