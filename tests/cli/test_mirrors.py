# SPDX-License-Identifier: Apache-2.0
"""facsim mirrors: rules and mirrors of a made site with known patterns, files of rules, and refusals."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from making import words, write_jsonl
from running import ROOT, facsim
from store_world import loaded

PAGES = 300
HEX = "0123456789abcdef"


def patterns(i: int) -> list[str]:
    """URLs of one page of the site, of which each but the first follows a pattern."""
    base = f"http://www.site.example/{'abc'[i % 3]}/page{i}"
    known = [
        f"{base}?id={i}&view=full",
        f"{base}?view=full&id={i}",
        f"{base}?id={i}&view=full&sid={i * 7919 % 10007}",
        f"{base};jsessionid=AB{i * 31 % 997}?id={i}&view=full",
        f"http://www.site.example/print/{'abc'[i % 3]}/page{i}?id={i}&view=full",
        f"http://mirror.example/pub/{'abc'[i % 3]}/page{i}?id={i}&view=full",
    ]
    return [known[0], known[1 + i % 5], known[1 + (i + 1 + i // 5) % 5]]


EXPECTED = {
    ("sort_parameters", None, (), None),
    ("drop_parameters", None, ("sid",), None),
    ("drop_path_parameters", None, ("jsessionid",), None),
    ("drop_segment", None, (), "print"),
    ("move_prefix", "mirror.example", (), "mirror.example/pub/"),
}


def site() -> list[dict]:
    """Pages under several URLs, and pages that a parameter tells apart."""
    rows = []
    for i in range(PAGES):
        text = words(("page", i), 60)
        rows += [{"url": url, "text": text} for url in patterns(i)]
    for i in range(60):
        same = "http://www.site.example/list?id=1&view=full"
        rows.append({"url": f"{same}&from={i}", "text": words(("list", i // 2 if i < 12 else i), 60)})
    rows += [{"url": f"http://{host}/legal", "text": words("legal", 60)}
             for host in ("one.example", "two.example")]  # fmt: skip
    rows += [{"url": url, "text": words(url, 60)}
             for url in ("ftp://site.example/a", "http://user@site.example/", "")]  # fmt: skip
    return [row | {"id": str(i)} for i, row in enumerate(rows)]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store and a result of the same pages."""
    folder = tmp_path_factory.mktemp("mirrors")
    pages = write_jsonl(folder / "pages.jsonl", site())
    loaded(folder / "store", pages)
    facsim.done("dedup", pages, "-o", folder / "out", "--mode", "report")
    return folder


def mirrors(folder: Path, *flags: object) -> dict:
    return json.loads(facsim.done("mirrors", folder, "--json", *flags).out)


def names_of(report: dict) -> set[tuple]:
    """Rules, those of the one site as if they were for all."""
    return {(rule["kind"], rule["site"] if rule["kind"] == "move_prefix" else None,
             tuple(rule["names"]), rule["from"]) for rule in report["rules"]}  # fmt: skip


def test_precision_and_recall_of_a_known_site(world: Path) -> None:
    """Every pattern is found, and nothing else; the parameter that matters is none."""
    report = mirrors(world / "store")
    assert names_of(report) == EXPECTED
    assert [pair["prefixes"] for pair in report["mirrors"]] == [["mirror.example/pub/", "www.site.example/"]]
    assert all(rule["support"] >= 10 and rule["precision"] >= 0.95 for rule in report["rules"])
    assert report["urls_merged"] == sum(len(set(patterns(i))) - 1 for i in range(PAGES))
    assert report["urls_merged_wrong"] == 0
    assert (report["skipped"]["not_web"], report["skipped"]["user"]) == (1, 1)


def test_a_result_says_the_same(world: Path) -> None:
    of_store, of_result = mirrors(world / "store"), mirrors(world / "out")
    assert names_of(of_result) == names_of(of_store)
    assert of_result["mirrors"][0]["support"] == of_store["mirrors"][0]["support"]
    assert of_result["urls"] == of_store["urls"]


def test_members_are_documented(world: Path) -> None:
    report = mirrors(world / "store")
    text = (ROOT / "docs/mirrors.md").read_text()
    members = set(report) | set(report["mirrors"][0]) | set(report["rules"][0]) | set(report["skipped"])
    members |= set(report["mirrors"][0]["same_path"]) | set(report["groups"][0])
    assert {name for name in members if f"`{name}`" not in text and f'"{name}"' not in text} == set()
    kinds = set(re.findall(r"^  (\w+),\s*//", (ROOT / "facsim/mirrors/url_rule.h").read_text(), re.M))
    assert len(kinds) > 10
    assert kinds <= set(re.findall(r"^\| `(\w+)` \|", text, re.M))


def normalized(rules: Path, urls: list[str]) -> list[str]:
    done = facsim.done("mirrors", "--normalize", rules, stdin=("\n".join(urls) + "\n").encode())
    return done.out.splitlines()


def nutchs(xml: Path, urls: list[str]) -> list[str]:
    """What Nutch's patterns make of URLs."""
    substitutions = [(one.findtext("pattern"), re.sub(r"\$(\d)", r"\\g<\1>", one.findtext("substitution") or ""))
                     for one in ElementTree.parse(xml).getroot().iter("regex")]  # fmt: skip
    assert substitutions
    for pattern, substitution in substitutions:
        urls = [re.sub(pattern, substitution, url) for url in urls]
    return urls


def test_one_value_of_a_parameter(tmp_path: Path) -> None:
    """`print=1` is the page, `print=2` is not: a rule of the value, which Nutch applies too."""
    pages = []
    for i in range(30):
        base = f"http://www.site.example/page{i}?a=1"
        for url, text in ((base, f"page {i}"), (f"{base}&print=1", f"page {i}"), (f"{base}&print=2", f"more {i}")):
            pages.append({"id": url, "url": url, "text": words(text)})
    loaded(tmp_path / "store", write_jsonl(tmp_path / "pages.jsonl", pages))
    (rule,) = mirrors(tmp_path / "store")["rules"]
    assert (rule["kind"], rule["names"], rule["site"]) == ("drop_values", ["print=1"], "www.site.example")
    assert (rule["support"], rule["pairs"], rule["urls"], rule["from"]) == (30, 30, 30, None)
    assert "drop print=1 from the query" in facsim.done("mirrors", tmp_path / "store").out
    rules, nutch = tmp_path / "rules.json", tmp_path / "regex-normalize.xml"
    facsim.done("mirrors", tmp_path / "store", "--rules", rules, "--nutch", nutch)
    site = "http://www.site.example/"
    urls = {"p?print=1": "p", "p?a=2&print=1": "p?a=2", "p?print=1&print=1&a=2": "p?a=2", "p?b&print=1&a=2": "p?b&a=2",
            "p?print=2": "p?print=2", "p?print=11": "p?print=11", "p?aprint=1": "p?aprint=1", "print=1": "print=1",
            "p?print": "p?print", "p?a=print=1": "p?a=print=1"}  # fmt: skip
    given, expected = [site + url for url in urls], [site + url for url in urls.values()]
    assert normalized(rules, given) == expected
    assert nutchs(nutch, given) == expected
    assert normalized(rules, ["http://other.example/p?print=1"]) == ["http://other.example/p?print=1"]


def test_rules_are_written_and_applied(world: Path, tmp_path: Path) -> None:
    """All URLs of a page become one, and a second time changes nothing."""
    rules, nutch = tmp_path / "rules.json", tmp_path / "regex-normalize.xml"
    facsim.done("mirrors", world / "store", "--rules", rules, "--nutch", nutch)
    for i in range(0, PAGES, 37):
        once = normalized(rules, patterns(i))
        assert len(set(once)) == 1
        assert normalized(rules, once) == once
    lists = [f"http://www.site.example/list?id=1&view=full&from={i}" for i in range(5)]
    assert len(set(normalized(rules, lists))) == 5
    assert normalized(rules, ["no URL", "", "mailto:a@b"]) == ["no URL", "", "mailto:a@b"]
    # Nutch's patterns do the same, but for the order of parameters.
    urls = [url for i in range(0, PAGES, 11) for url in patterns(i) if "view=full&id" not in url]
    rewritten = nutchs(nutch, urls)
    ours = normalized(rules, urls)
    assert normalized(rules, rewritten) == ours
    for theirs, mine in zip(rewritten, ours, strict=True):
        assert sorted(re.split("[?&]", theirs)) == sorted(re.split("[?&]", mine))


def test_refusals(world: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text("{}")
    store = world / "store"
    for arguments, status, said in (
        ([], 2, "takes one store"),
        ([store, store], 2, "takes one store"),
        ([tmp_path], 1, "is neither a store nor a result"),
        ([world / "out", "--collection", "x"], 2, "--collection is of a store"),
        ([store, "--rules", rules], 1, "is there already"),
        ([store, "--normalize", rules], 2, "reads URLs from standard input"),
        (["--normalize", rules, "--json"], 2, "exclude one another"),
        (["--normalize", rules], 1, "is no file of rules"),
        (["--normalize", tmp_path / "none"], 1, "none"),
        ([store, "--min-precision", "2"], 2, "--min-precision"),
    ):
        result = facsim("mirrors", *arguments)
        assert (result.status, said in result.err) == (status, True), (arguments, result.err)


def test_tables_for_people(world: Path) -> None:
    out = facsim.done("mirrors", world / "store").out
    assert "mirror.example/pub/  =  www.site.example/" in out
    assert "www.site.example: drop sid from the query" in out
    assert facsim.done("mirrors", world / "store", "--limit", 1).out.count("pairs are copies,") == 1
