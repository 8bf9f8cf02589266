# SPDX-License-Identifier: Apache-2.0
"""facsim.UrlRules: the bits of `facsim mirrors --normalize`, and what is said of a wrong file."""

import json
import re
from pathlib import Path

import facsim
import pytest
from facsim import errors
from real_data import real_lines
from running import facsim as program

RULES = [
    {"kind": "use_https", "site": "www.example.org"},
    {"kind": "move_prefix", "site": "mirror.example.org", "from": "mirror.example.org/pub/", "to": "www.example.org/"},
    {"kind": "drop_session_segment"},
    {"kind": "drop_path_parameters", "names": ["jsessionid"]},
    {"kind": "replace_ending", "from": ".htm", "to": ".html"},
    {"kind": "index_page", "from": "index.html"},
    {"kind": "drop_trailing_slash"},
    {"kind": "lower_case"},
    {"kind": "drop_parameters", "names": ["utm_source", "utm_medium", "utm_campaign", "sid", "ref", "v"]},
    {"kind": "drop_values", "names": ["view=print", "b"]},
    {"kind": "drop_empty_pieces"},
    {"kind": "sort_parameters"},
]  # fmt: skip
UGLY = ["", " ", "no URL", "http://", "http://[::1]:8080/a?b=2&a=1", "HTTP://WWW.Example.ORG:80/./a/../B?#x",
        "http://mirror.example.org/pub/x;jsessionid=1/Index.html?b&a&&sid=3", "https://user@example.org/?sid=1",
        "http://example.org/%zz?%", "http://example.org/\u00e9\u4e2d?q=\U0001f600", "http://b\u00fccher.example/?sid=1",
        "http://example.org/\x00\x7f", "\ud800", "http://example.org/\udcff?sid=1", "http://example.org/" + "a" * 9000,
        "http://example.org/a?view=print&view=map&b&b=1", "javascript:void(0)", "//example.org/?sid=1", "http://example.org/a\tb", "http://example.org:99999/"]  # fmt: skip


def written(path: Path, rules: object, version: object = 1) -> Path:
    """A file of rules, one a line."""
    lines = ",\n".join(json.dumps(rule) for rule in rules)
    path.write_text(f'{{"format":"facsim url rules","version":{json.dumps(version)},"rules":[\n{lines}\n]}}\n')
    return path


def normalized(path: Path, urls: list[bytes]) -> list[bytes]:
    """What the program makes of lines."""
    found = program("mirrors", "--normalize", path, stdin=b"\n".join(urls) + b"\n")
    assert found.status == 0, found.err
    return found.out.encode("utf-8", "surrogateescape").removesuffix(b"\n").split(b"\n")


def same_as_the_program(path: Path, urls: list[str]) -> int:
    """How many URLs are changed; each is as the program has it."""
    rules = facsim.UrlRules(path)
    lines = [url.encode("utf-8", "surrogatepass") for url in urls]
    told = [line.decode("utf-8", "surrogatepass") for line in normalized(path, lines)]
    applied = [rules.apply(url) for url in urls]
    assert applied == told
    assert [rules.apply(url) for url in applied] == applied
    return sum(map(rules.changes, urls))


def test_ugly_urls(tmp_path: Path) -> None:
    path = written(tmp_path / "rules.json", RULES)
    assert same_as_the_program(path, UGLY) > 3
    rules = facsim.UrlRules(path)
    assert len(rules) == len(RULES) and repr(rules) == f"UrlRules({str(path)!r})"
    moved = "http://Mirror.example.org/pub/A?sid=1"
    assert rules.apply(moved) == "https://www.example.org/a"
    assert rules.changes(moved) and rules.mirror_of(moved) == "mirror.example.org/pub/"
    assert rules.mirror_of("http://mirror.example.org/x") is None
    # Another spelling alone is no change.
    assert not rules.changes("HTTP://example.org:80/a#b") and rules.apply("HTTP://example.org:80/a#b") != ""
    for wrong in (None, 7, b"http://example.org/"):
        with pytest.raises(TypeError, match="a URL is a str"):
            rules.apply(wrong)


def test_urls_of_real_pages(tmp_path: Path) -> None:
    """Links of real pages, the strange ones among them."""
    urls = set()
    for line in real_lines("ota_html_dev", 300) + real_lines("article_extraction", 100):
        page = json.loads(line)
        urls |= set(re.findall(r'(?:href|src)="(https?:[^"\n\r]+)"', page.get("html") or ""))
    assert len(urls) > 2000
    changed = same_as_the_program(written(tmp_path / "rules.json", RULES), sorted(urls))
    assert len(urls) * 0.2 < changed < len(urls)


@pytest.mark.parametrize(("text", "error", "said"), [
    ("", "DamagedError", "is no JSON: it cannot be read on from line 1"),
    ("[]", "DamagedError", "is no JSON object"),
    ("{\n}", "UnsupportedError", "is no file of rules"),
    ('{"format":"facsim url rules","version":1}', "DamagedError", "has no list of rules"),
    ('{"format":"facsim url rules","version":2,"rules":[]}', "UnsupportedError", "is of another version than 1"),
    ('{"format":"facsim url rules","version":1,"rules":[\n{"kind":"lower_case"},\n{"kind":"fly"}]}',
     "UnsupportedError", r"rule 2 \(line 3\): this program knows no kind 'fly'"),
    ('{"format":"facsim url rules","version":1,"rules":[\n{"kind":"lower_case"},\n{"kind":"drop_segment"}]}',
     "DamagedError", r"rule 2 \(line 3\): from is empty"),
])  # fmt: skip
def test_a_wrong_file_is_named(tmp_path: Path, text: str, error: str, said: str) -> None:
    path = tmp_path / "rules.json"
    path.write_text(text)
    with pytest.raises(getattr(errors, error), match=said) as raised:
        facsim.UrlRules(path)
    assert str(path) in str(raised.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(errors.NotFoundError, match="nothing.json"):
        facsim.UrlRules(tmp_path / "nothing.json")
    with pytest.raises(errors.Error, match="folder"):
        facsim.UrlRules(tmp_path)
    with pytest.raises(TypeError, match="path is a path"):
        facsim.UrlRules(7)
