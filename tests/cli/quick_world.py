# SPDX-License-Identifier: Apache-2.0
"""Nine pages that are similar in all ways, and the effect of each option of dedup on them."""

from making import words


def edited(count: int, seed: str = "base") -> str:
    """Returns a text with `count` words in its middle replaced."""
    text = words(seed).split()
    return " ".join(text[:60] + [f"changed{i}" for i in range(count)] + text[60 + count :])


def page(name: str, text: str, day: int, rank: int, host: str = "one") -> dict:
    url = f"http://{host}.example/{'x' * (9 - rank)}/{name}"
    return {"id": name, "url": url, "text": text, "time": f"2024-01-0{day}", "rank": rank}


def made() -> list[dict]:
    """Returns base, a copy, a near copy, a version at .785, a longer page with it, short ones."""
    text = words("base")
    return [
        page("base", text, 3, 1),
        page("copy", text.replace(" ", "\n"), 2, 3, "two"),
        page("near", f"{text} with three more words", 1, 2),
        page("edit", edited(10), 4, 1),
        page("whole", f"{text} {words('rest', 90)}", 5, 1),
        page("short", "three short words", 6, 1),
        page("short2", "three short words", 7, 2, "two"),
        page("alone", words("alone"), 8, 4),
        {"id": "untold", "body": words("alone"), "url": "http://one.example/untold"},
    ]


PLAIN = {"copy": "base", "near": "base", "short2": "short"}
WITH_EDIT = PLAIN | {"edit": "base"}
EXACT = {"copy": "base", "short2": "short"}
ANSWERS = {
    "": (PLAIN, {"edit": "partial"}),
    "--keep last": ({"base": "near", "copy": "near", "short": "short2"}, {"near": "partial"}),
    "--keep longest": ({"base": "near", "copy": "near", "short2": "short"}, {"near": "partial"}),
    "--keep shortest-url": ({"base": "copy", "near": "copy", "short2": "short"}, {"edit": "partial"}),
    "--keep newest --time-field time":
        ({"copy": "base", "near": "base", "short": "short2"}, {"base": "partial"}),
    "--keep oldest --time-field time":
        ({"base": "near", "copy": "near", "short2": "short"}, {"edit": "partial"}),
    "--keep field:rank": ({"base": "copy", "near": "copy", "short": "short2"}, {"edit": "partial"}),
    "--scope host": ({"near": "base"}, {"edit": "partial"}),
    "--min-resemblance 0.7": (WITH_EDIT, {}),
    "--min-resemblance 0.99": (EXACT, {"near": "partial", "edit": "partial"}),
    "--min-agreement 0.99": (EXACT, {"near": "partial", "edit": "partial"}),
    "--remove exact": (EXACT, {"near": "content", "edit": "partial"}),
    "--remove exact,content,partial": (WITH_EDIT, {}),
    "--min-containment 0.99": (PLAIN, {}),
    "--min-units 200": (EXACT, {}),
    "--shingle-size 1": (WITH_EDIT, {"whole": "partial"}),
    "--profile compact": (PLAIN, {}),
    "--profile thorough": (WITH_EDIT, {"whole": "partial"}),
    "--text-field body": ({}, {}),
}  # fmt: skip
