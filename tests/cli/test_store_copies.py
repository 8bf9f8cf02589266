# SPDX-License-Identifier: Apache-2.0
"""What facsim store copies prints, and what stats says of copies."""

import json
from pathlib import Path

import pytest
from making import near, words, write_jsonl
from running import facsim
from store_world import dumped, loaded, store


def page(name: str, text: str, url: str = "") -> dict:
    return {"id": name, "url": url or f"https://{name}.example.org/page", "text": text}


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """Two clusters, a page alone, and a host of which most pages are copies."""
    pages = [page("a", near("a", 0)), page("a2", near("a", 1)), page("a3", near("a", 0)),
             page("c", words("c"))]  # fmt: skip
    pages += [
        page(f"p{n}", words("p"), f"https://print.example.org/page?session={n}") for n in range(10)
    ]
    loaded(tmp_path / "store", write_jsonl(tmp_path / "pages.jsonl", pages))
    return tmp_path / "store"


def test_copies_of_a_page(filled: Path) -> None:
    lines = [line.split("\t") for line in store("copies", filled, "a").out.splitlines()]
    assert [(line[0], line[1]) for line in lines] == [
        ("https://a3.example.org/page", "exact"), ("https://a2.example.org/page", "content")]  # fmt: skip
    assert lines[0][2] == "1.0" and 0.8 < float(lines[1][2]) < 1
    assert lines[0][3] == lines[0][4] and lines[0][3].endswith("Z")
    said = json.loads(store("copies", filled, "https://a.example.org/page", "--json").out)
    assert (said["page"]["id"], said["truncated"]) == ("a", False)
    assert [copy["host"] for copy in said["copies"]] == ["a3.example.org", "a2.example.org"]
    assert store("copies", filled, "a", "--limit", 1).out.count("\n") == 1
    assert store("copies", filled, "c").out == ""
    gone = facsim("store", "copies", filled, "nobody")
    assert gone.status == 1 and "no page has the id or URL 'nobody'" in gone.err
    assert facsim("store", "copies", filled).status == 2
    assert facsim("store", "copies", filled, "a", "--limit", 0).status == 2
    missing = facsim("store", "copies", filled.parent / "none", "a")
    assert missing.status == 1 and "there is no store" in missing.err


def test_what_copies_saved(filled: Path) -> None:
    stats = json.loads(store("stats", filled, "--json").out)
    sizes = {row["id"]: row["bytes"] for row in dumped(filled)}
    assert sizes["c"] == len(words("c")) and stats["page_bytes"] == sum(sizes.values())
    assert stats["pages_without_bytes"] == 0
    exact, content = stats["saved"]["exact"], stats["saved"]["content"]
    assert exact == {"skipped_pages": 10, "skipped_bytes": sizes["a3"] + 9 * sizes["p1"],
                     "skipped_without_bytes": 0, "unfollowed_pages": 0}  # fmt: skip
    assert content == {"skipped_pages": 0, "skipped_bytes": 0, "skipped_without_bytes": 0,
                       "unfollowed_pages": 1}  # fmt: skip
    assert [host["host"] for host in stats["saved"]["hosts"]] == [
        "print.example.org", "a3.example.org", "a2.example.org"]  # fmt: skip
    assert stats["saved"]["policy"] == {"exact": "skip", "content": "skip_links", "follow_first": 0}


def test_largest_clusters_and_hosts(filled: Path) -> None:
    stats = json.loads(store("stats", filled, "--json", "--top", 1).out)
    [cluster] = stats["largest_clusters"]
    assert cluster == {
        "id": "p0", "number": cluster["number"], "pages": 10, "exact": 9, "content": 0, "hosts": 1,
        "host": "print.example.org", "host_pages": 10,
        "url_prefix": "https://print.example.org/page?session="}  # fmt: skip
    assert stats["hosts_by_copies"] == [
        {"host": "print.example.org", "pages": 10, "copies": 9, "share": 0.9}]  # fmt: skip
    assert len(stats["saved"]["hosts"]) == 1
    lines = store("stats", filled, "--top", 1).out.splitlines()
    assert ("cluster\tp0\t10\t9\t0\t1\tprint.example.org\thttps://print.example.org/page?session="
            in lines)  # fmt: skip
    assert "copies of host\tprint.example.org\t10\t9\t0.9" in lines
    none = json.loads(store("stats", filled, "--json", "--top", 0).out)
    assert none["largest_clusters"] == none["hosts_by_copies"] == none["saved"]["hosts"] == []
    assert none["largest_cluster"] == 10


def test_rows_keep_bytes_and_times_in_copies_and_by_another_recipe(
    filled: Path, tmp_path: Path
) -> None:
    before = [(row["last_seen"], row["bytes"], row["copies"]) for row in dumped(filled)]
    store("backup", filled, tmp_path / "backup")
    store("restore", tmp_path / "backup", tmp_path / "restored")
    store("rebuild", filled, "-o", tmp_path / "words", "--recipe", "words", filled.parent / "pages.jsonl")
    for folder in ("backup", "restored", "words"):
        rows = dumped(tmp_path / folder)
        assert [(row["last_seen"], row["bytes"], row["copies"]) for row in rows] == before
        store("check", tmp_path / folder)


def test_pages_without_a_url_are_of_no_host(filled: Path) -> None:
    pages = [{"id": f"n{n}", "text": words(("nameless", n % 2))} for n in range(20)]
    loaded(filled, write_jsonl(filled.with_name("nameless.jsonl"), pages))
    stats = json.loads(store("stats", filled, "--json").out)
    assert (stats["pages"], stats["hosts_in_all"], stats["pages_without_host"]) == (34, 5, 20)
    for hosts in (stats["hosts"], stats["hosts_by_copies"], stats["saved"]["hosts"]):
        assert hosts and all(each["host"] for each in hosts)
    nameless = next(each for each in stats["largest_clusters"] if each["id"] == "n0")
    assert [nameless[name] for name in ("pages", "hosts", "host", "host_pages")] == [10, 0, None, 0]
    assert "pages_without_host\t20" in store("stats", filled).out.splitlines()
