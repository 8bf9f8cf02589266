# SPDX-License-Identifier: Apache-2.0
"""Pages for a report that has everything: three languages, hostile names, mirrors, skipped input."""

import random

from making import words

HOSTILE = "</script><script>alert(1)</script>\u202e\u061c"
CHINESE = "\u8fd9\u662f\u4e00\u4e2a\u5173\u4e8e\u7f51\u9875\u53bb\u91cd\u7684\u6d4b\u8bd5\u9875\u9762"
HEBREW = ("\u05e9\u05dc\u05d5\u05dd", "\u05e2\u05d5\u05dc\u05dd", "\u05d3\u05e3", "\u05de\u05d9\u05dd")


def edited(seed: int, version: int) -> str:
    """The text of a family with up to a fifth of its words replaced, all in one place."""
    chance = random.Random(f"{seed}/{version}")
    text = words(seed, 150).split()
    start = chance.randrange(100)
    for at in range(start, start + version * 6):
        text[at % len(text)] = f"other{chance.randrange(10**6)}"
    return " ".join(text)


def chinese(version: int) -> str:
    chance = random.Random(7)
    text = [chance.choice(CHINESE) for _ in range(300)]
    return "".join(text[: 300 - version]) + "\u4f60\u597d" * version


def hebrew(version: int) -> str:
    chance = random.Random(8)
    return " ".join([chance.choice(HEBREW) + str(chance.randrange(99)) for _ in range(120)]
                    + ["\u05e1\u05d5\u05e3"] * version)


def pages() -> list[dict]:
    made = [{"id": f"{family}-{version}", "url": f"https://host{version % 3}.example.org/{family}",
             "text": edited(family, version)} for family in range(12) for version in range(6)]
    made += [{"id": f"zh-{i}", "url": f"https://zh.example.org/{i}", "text": chinese(i)}
             for i in range(3)]
    made += [{"id": f"he-{i}", "url": f"https://he.example.org/{i}", "text": hebrew(i)}
             for i in range(3)]
    made += [{"id": f"{HOSTILE}{i}", "url": "javascript:alert(1)",
              "html": f"<title>{HOSTILE.replace('<', '&lt;')}</title><p>{words('bad')} {i}"}
             for i in range(3)]
    return [*made, {"id": "none", "text": ""}]
