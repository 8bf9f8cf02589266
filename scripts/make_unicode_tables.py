# SPDX-License-Identifier: Apache-2.0
"""Writes the character tables for the room features from the Unicode Character Database 15.0.

    python3 scripts/make_unicode_tables.py [--ucd FOLDER] [--output FILE] [--check]

FOLDER contains UnicodeData.txt and related files; by default that of Debian's package unicode-data.
With --check nothing is written, and the exit status is 0 if FILE is up to date. Needs only the
standard library of Python, and does not depend on its Unicode version.
"""

import argparse
import sys
from pathlib import Path

VERSION = "15.0.0"
TOP = Path(__file__).resolve().parents[1]
OUTPUT = TOP / "facsim/features/unicode_tables.cc"
UCD = Path("/usr/share/unicode")
END = 0x110000
SURROGATES = range(0xD800, 0xE000)

# Scripts whose words are not set apart by spaces: those of East Asia, those of Line_Break=SA
# (UAX 14), and Tibetan.
WITHOUT_SPACES = set(
    "Han Hiragana Katakana Hangul Bopomofo Yi Tangut Nushu Khitan_Small_Script Thai Lao Khmer"
    " Myanmar Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Ahom Tibetan".split()
)

# Signs that units drop, because a text has the same meaning without them and is mostly written
# without them: the vowel signs and points of scripts that write consonants (Hebrew, Arabic, Syriac,
# Samaritan), signs for reciters, and strokes that stretch a word. The headings are those of
# Unicode's list of names. Not dropped are signs that make another letter (maddah and hamza,
# U+0653..0655 and U+065F), tones (N'Ko; U+08EA..08EF of Rohingya), Syriac's marks of grammar and
# sound (U+0740..), and the accents and vowel signs of all other scripts.
DROPPED_SIGNS = {
    "Hebrew cantillation marks": "0591..05AF",
    "Hebrew points": "05B0..05BD 05BF 05C1..05C2 05C4..05C5 05C7 FB1E",
    "Arabic honorifics, small vowel signs": "0610..061A",
    "Arabic tatweel, N'Ko lajanyalan, Arabic tail fragment": "0640 07FA FE73",
    "Arabic tashkil": "064B..0652 0670",
    "Arabic, other vowel signs": "0656..065E 08E3..08E9 08F4..08FF",
    "Arabic, Quranic annotation signs": "06D6..06DC 06DF..06E8 06EA..06ED 08D3..08E1 08F0..08F3",
    "Arabic, additions for Quranic orthographies": "0898..089F 08C9..08D2 10EFD..10EFF",
    "Syriac points (vowels)": "0730..073F",
    "Samaritan vowel signs": "081C..0823 0825..0827 0829..082C",
}

# The numbers below are those of unicode_tables_internal.h.
BLOCK_SHIFT, GROUP_SHIFT = 4, 6
SUPPLEMENT = 0x10000
DECOMPOSED_MAX = 18
SEPARATOR, WORD, ALONE, MARK = range(4)
JOINED, IGNORED, TAIL, OTHER, FOLDS_TO_SEPARATOR, FOLDS_TO_WORD = range(6)  # then ALONE and MARK
PAYLOAD_BITS = 13
UNKNOWN = FOLDS_TO_SEPARATOR << PAYLOAD_BITS | (1 << PAYLOAD_BITS) - 1
STEP_JOINED, STEP_OTHER, STEP_PLAIN, STEP_SPACE = range(4)
COMBINES_BACK = 1 << 8
DECOMPOSES = 1 << 15
ALNUM, CASED, CASE_IGNORABLE = 1 << 4, 1 << 5, 1 << 6
LOWER_SHIFT = 8
LOWER_SIGMA, LOWER_DOTTED_I = 254, 255


class Hangul:
    """The arithmetic of The Unicode Standard, section 3.12."""

    S, L, V, T = 0xAC00, 0x1100, 0x1161, 0x11A7
    V_COUNT, T_COUNT = 21, 28
    SYLLABLES = range(S, S + 19 * V_COUNT * T_COUNT)
    LEADS = range(L, L + 19)
    VOWELS = range(V, V + V_COUNT)
    TRAILS = range(T + 1, T + T_COUNT)

    @classmethod
    def decompose(cls, c):
        index = c - cls.S
        lead, vowel = divmod(index // cls.T_COUNT, cls.V_COUNT)
        trail = index % cls.T_COUNT
        return (cls.L + lead, cls.V + vowel) + ((cls.T + trail,) if trail else ())

    @classmethod
    def compose(cls, a, b):
        if a in cls.LEADS and b in cls.VOWELS:
            return cls.S + ((a - cls.L) * cls.V_COUNT + b - cls.V) * cls.T_COUNT
        if a in cls.SYLLABLES and (a - cls.S) % cls.T_COUNT == 0 and b in cls.TRAILS:
            return a + b - cls.T
        return None


def fields_of(path):
    """Yields the fields of each line that is not empty or a comment."""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def points_of(field):
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def sequence_of(field):
    return tuple(int(point, 16) for point in field.split())


class Database:
    """The data of the files for each character; a dict has no entry for default values."""

    def __init__(self, folder):
        self.folder = folder
        self.category, self.order = {}, {}
        self.canonical, self.lower, self.numeric = {}, {}, set()
        self.read_unicode_data()
        self.script = self.by_point("Scripts.txt")
        self.known = set(self.by_point("DerivedAge.txt")) - set(SURROGATES)
        properties = self.sets("PropList.txt") | self.sets("DerivedCoreProperties.txt")
        self.white_space = properties["White_Space"]
        self.ideographic = properties["Ideographic"]
        self.cased, self.case_ignorable = properties["Cased"], properties["Case_Ignorable"]
        self.read_normalization()
        self.read_special_casing()
        self.read_signs()

    def path(self, name):
        path = self.folder / name
        with path.open(encoding="utf-8") as file:
            first = file.readline()
        if f"-{VERSION}.txt" not in first:
            raise SystemExit(f"{path}: not of Unicode {VERSION}: {first.strip()}")
        return path

    def read_unicode_data(self):
        # This is the only file without its version; DerivedAge.txt beside it has it.
        first_of_range = None
        for row in fields_of(self.folder / "UnicodeData.txt"):
            point = int(row[0], 16)
            points = [point]
            if row[1].endswith(", First>"):
                first_of_range = point
                continue
            if row[1].endswith(", Last>"):
                points = range(first_of_range, point + 1)
            for c in points:
                self.category[c] = row[2]
                if row[3] != "0":
                    self.order[c] = int(row[3])
                if row[5] and not row[5].startswith("<"):
                    self.canonical[c] = sequence_of(row[5])
                if row[6] or row[7] or row[8]:
                    self.numeric.add(c)
                if row[13]:
                    self.lower[c] = (int(row[13], 16),)

    def by_point(self, name):
        return {c: row[1] for row in fields_of(self.path(name)) for c in points_of(row[0])}

    def sets(self, name):
        found = {}
        for row in fields_of(self.path(name)):
            if len(row) == 2:
                found.setdefault(row[1], set()).update(points_of(row[0]))
        return found

    def read_normalization(self):
        self.case_folded, self.excluded, self.not_nfc = {}, set(), set()
        for row in fields_of(self.path("DerivedNormalizationProps.txt")):
            points = points_of(row[0])
            if row[1] == "NFKC_CF":
                self.case_folded.update((c, sequence_of(row[2])) for c in points)
            elif row[1] == "Full_Composition_Exclusion":
                self.excluded.update(points)
            elif row[1:3] == ["NFC_QC", "N"]:
                self.not_nfc.update(points)
        self.pairs = {
            parts: c
            for c, parts in self.canonical.items()
            if len(parts) == 2 and c not in self.excluded
        }
        self.combines_back = {second for _, second in self.pairs}
        self.combines_back.update(Hangul.VOWELS, Hangul.TRAILS)

    def read_special_casing(self):
        for row in fields_of(self.path("SpecialCasing.txt")):
            if len(row) == 5:  # without a condition
                c = int(row[0], 16)
                lower = sequence_of(row[1])
                if lower != (c,) and lower != self.lower.get(c):
                    self.lower[c] = lower

    def read_signs(self):
        ranges = " ".join(DROPPED_SIGNS.values()).split()
        self.signs = {c for field in ranges for c in points_of(field)}
        assert all(self.category[c] in ("Mn", "Lm") or c == 0xFE73 for c in self.signs)
        # So nothing that folding leaves composed contains a sign.
        assert not any(self.signs & set(pair) for pair in self.pairs)

    def without_signs(self, mapped):
        """Returns a mapping without the signs that units drop; nothing for a single sign."""
        left = tuple(c for c in mapped if c not in self.signs)
        return () if left == (0x20,) and left != mapped else left

    # Normalization in the simplest way.

    def decompose(self, text):
        parts = []
        for c in text:
            if c in Hangul.SYLLABLES:
                parts += Hangul.decompose(c)
            elif c in self.canonical:
                parts += self.decompose(self.canonical[c])
            else:
                parts.append(c)
        for i in range(1, len(parts)):
            order = self.order.get(parts[i], 0)
            while i > 0 and 0 < order < self.order.get(parts[i - 1], 0):
                parts[i - 1], parts[i] = parts[i], parts[i - 1]
                i -= 1
        return tuple(parts)

    def compose(self, text):
        out, starter, last_order = [], None, 0
        for c in self.decompose(text):
            order = self.order.get(c, 0)
            if starter is not None and (last_order < order or len(out) - 1 == starter):
                pair = (out[starter], c)
                composed = Hangul.compose(*pair) or self.pairs.get(pair)
                if composed is not None:
                    out[starter] = composed
                    continue
            if order == 0:
                starter = len(out)
            last_order = order
            out.append(c)
        return tuple(out)

    def begins_piece(self, text):
        """True if the decomposed text can never combine with a character before it."""
        parts = self.decompose(text)
        return bool(parts) and parts[0] not in self.order and parts[0] not in self.combines_back

    def unit_class(self, c):
        category = self.category.get(c, "Cn")
        if category[0] == "M":
            return MARK
        # U+3007, the zero of years in ideographs, is a number in Unicode.
        if c in self.ideographic:
            return ALONE
        # U+30FC and other letters that hiragana and katakana share have no script of their own.
        shared_kana = 0x3000 <= c <= 0x30FF
        if category[0] == "L" and (shared_kana or self.script.get(c) in WITHOUT_SPACES):
            return ALONE
        return WORD if category[0] == "L" or category == "Nd" else SEPARATOR


class Pool:
    """Sequences of characters, each stored once; the top bits of the first one have the length."""

    def __init__(self):
        self.values = [0]  # 0 is no index
        self.index = {}

    def add(self, text):
        if text not in self.index:
            self.index[text] = len(self.values)
            self.values.append(len(text) << 24 | text[0])
            self.values += text[1:]
        return self.index[text]


class Tables:
    """One value for each character in each of four tables, and the data the values point to."""

    def __init__(self, data):
        self.data = data
        self.pool = Pool()
        self.deltas = [0]
        self.delta_index = {0: 0}
        points = range(END)
        self.fold = [self.fold_of(c, data.case_folded.get(c, (c,))) for c in points]
        self.canonical = [self.canonical_of(c) for c in points]
        self.unit_fold = [self.unit_fold_of(c) for c in points]
        assert len(self.pool.values) < (1 << PAYLOAD_BITS) - 1 < DECOMPOSES
        self.properties = [self.properties_of(c) for c in points]
        assert len(self.deltas) <= LOWER_SIGMA
        self.named = {
            "Fold": self.fold,
            "UnitFold": self.unit_fold,
            "Canonical": self.canonical,
            "Properties": self.properties,
        }
        self.pairs = sorted((*pair, c) for pair, c in data.pairs.items())

    def unit_fold_of(self, c):
        mapped = self.data.case_folded.get(c, (c,))
        kept = self.data.without_signs(mapped)
        return self.fold[c] if kept == mapped else self.fold_of(c, kept)

    def fold_of(self, c, mapped):
        data = self.data
        if c not in data.known:
            return UNKNOWN
        folded = data.compose(mapped)
        assert len(data.decompose(mapped)) <= DECOMPOSED_MAX
        payload = self.pool.add(mapped) if mapped and mapped != (c,) else 0
        if not data.begins_piece(mapped):
            if not folded:
                return IGNORED << PAYLOAD_BITS
            stays = folded == (c,) and c not in data.combines_back
            if stays and c in data.order and data.unit_class(c) == MARK:
                return TAIL << PAYLOAD_BITS | data.order[c]
            return JOINED << PAYLOAD_BITS | payload
        kinds = [data.unit_class(part) for part in folded]
        if all(kind == SEPARATOR for kind in kinds):
            return FOLDS_TO_SEPARATOR << PAYLOAD_BITS | payload
        if len(folded) > 1:
            return OTHER << PAYLOAD_BITS | payload
        payload = self.pool.add(folded) if folded != (c,) else 0
        return FOLDS_TO_WORD + kinds[0] - WORD << PAYLOAD_BITS | payload

    def canonical_of(self, c):
        data = self.data
        if c in data.canonical:
            return DECOMPOSES | self.pool.add(data.decompose((c,)))
        return data.order.get(c, 0) | (COMBINES_BACK if c in data.combines_back else 0)

    def step_of(self, c):
        data = self.data
        if c not in data.known:
            return STEP_PLAIN
        if c in data.white_space:
            return STEP_SPACE
        if not data.begins_piece((c,)):
            return STEP_JOINED
        return STEP_OTHER if c in data.not_nfc else STEP_PLAIN

    def properties_of(self, c):
        data = self.data
        bits = data.unit_class(c) | self.step_of(c) << 2
        if data.category.get(c, "Cn")[0] == "L" or c in data.numeric:
            bits |= ALNUM
        if c in data.cased:
            bits |= CASED
        if c in data.case_ignorable:
            bits |= CASE_IGNORABLE
        return bits | self.lower_of(c) << LOWER_SHIFT

    def lower_of(self, c):
        lower = self.data.lower.get(c, (c,))
        if c == 0x3A3:
            return LOWER_SIGMA
        if c == 0x130:
            assert lower == (0x69, 0x307)
            return LOWER_DOTTED_I
        assert len(lower) == 1
        delta = lower[0] - c
        if delta not in self.delta_index:
            self.delta_index[delta] = len(self.deltas)
            self.deltas.append(delta)
        return self.delta_index[delta]


class Trie:
    """A trie that stores equal blocks of 16 values once, and equal groups of 64 block numbers."""

    def __init__(self, numbers):
        direct = SUPPLEMENT >> BLOCK_SHIFT
        self.top, groups = numbered(numbers[direct:], 1 << GROUP_SHIFT)
        self.index = numbers[:direct] + groups
        assert max(self.top) < 1 << 8 and max(self.index) < 1 << 16


def tries_of(*tables):
    """Returns a trie of each table, and the blocks that all of them share."""
    numbers, blocks = numbered([value for table in tables for value in table], 1 << BLOCK_SHIFT)
    size = END >> BLOCK_SHIFT
    return [Trie(numbers[i * size : (i + 1) * size]) for i in range(len(tables))], blocks


def numbered(values, size):
    """Returns the number of each piece of `size` values, and the distinct pieces concatenated."""
    numbers, pieces, seen = [], [], {}
    for begin in range(0, len(values), size):
        piece = tuple(values[begin : begin + size])
        if piece not in seen:
            seen[piece] = len(seen)
            pieces += piece
        numbers.append(seen[piece])
    return numbers, pieces


def rows(values):
    """Returns lines of at most 100 columns."""
    line = " "
    for value in values:
        word = f" {value},"
        if len(line) + len(word) > 100:
            yield line
            line = " "
        line += word
    yield line


def array(kind, name, values):
    yield f"const {kind} {name}[{len(values)}] = {{"
    yield from rows(values)
    yield "};"
    yield ""


HEAD = f"""\
// SPDX-License-Identifier: Apache-2.0
// Generated from the Unicode Character Database {VERSION} by
//   python3 scripts/make_unicode_tables.py
// Do not change it by hand; what the numbers mean stands in unicode_tables_internal.h.

#include "facsim/features/unicode_tables_internal.h"

// clang-format off
namespace facsim {{
"""


def source_of(tables):
    lines = [HEAD]
    for names in (("Fold", "UnitFold"), ("Canonical",), ("Properties",)):
        tries, blocks = tries_of(*(tables.named[name] for name in names))
        for name, trie in zip(names, tries):
            lines += array("std::uint8_t", f"k{name}Top", trie.top)
            lines += array("std::uint16_t", f"k{name}Index", trie.index)
        lines += array("std::uint16_t", f"k{names[0]}Blocks", blocks)
    lines += array("std::uint32_t", "kSequences", tables.pool.values)
    triples = ["{" + ", ".join(str(c) for c in row) + "}" for row in tables.pairs]
    lines += array("ComposedPair", "kPairs", triples)
    lines += [f"const std::size_t kPairCount = {len(tables.pairs)};", ""]
    lines += array("std::int32_t", "kLowerDeltas", tables.deltas)
    lines += ["}  // namespace facsim", ""]
    return "\n".join(lines)


def write_or_check(source_from, output, description):
    """Writes the result of `source_from` for a folder of tables; with --check compares it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--ucd", type=Path, default=UCD, help="folder of the tables of Unicode")
    parser.add_argument("--output", type=Path, default=output)
    parser.add_argument("--check", action="store_true", help="compare instead of write")
    arguments = parser.parse_args()
    source = source_from(arguments.ucd)
    if arguments.check:
        if arguments.output.read_text(encoding="utf-8") == source:
            return 0
        print(f"{arguments.output}: not what this script makes of {arguments.ucd}")
        return 1
    arguments.output.write_text(source, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(write_or_check(lambda ucd: source_of(Tables(Database(ucd))), OUTPUT, __doc__.splitlines()[0]))
