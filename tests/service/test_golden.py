# SPDX-License-Identifier: Apache-2.0
"""Pages that come over HTTP have the bits of tests/golden: digest and fingerprint, and those pages
alone are representatives that no other repeats."""

import base64
import gzip
import json
from pathlib import Path
from urllib.parse import quote

import pytest
from running import ROOT, facsim
from service_world import DEFAULT, JSON, Service

GOLDEN = ROOT / "tests/golden"
PAGES = [json.loads(line) for line in (GOLDEN / "pages.jsonl").read_text().splitlines()]
RECIPES = ["balanced", "thorough", "all-text"]


def bits_of(recipe: str) -> dict[str, tuple[str, str]]:
    """Fingerprint and digest of each page, by its name."""
    lines = [line.split("\t") for line in (GOLDEN / "vectors.tsv").read_text().splitlines()]
    return {line[2]: (line[3], line[8]) for line in lines if line[0] == recipe}


def text_of(page: dict) -> str:
    """The page's text, as golden_test.cc makes it."""
    return "".join(page["text"].replace("{n}", str(i), 1) for i in range(page.get("repeat", 1)))


def send(service: Service, page: dict, name: str, way: str) -> None:
    """Adds a page as it was fetched, as JSON, packed, or in a batch."""
    path, url = DEFAULT + "/check", page.get("url", "")
    if "base64" in page or way == "raw":
        body = base64.b64decode(page["base64"]) if "base64" in page else text_of(page).encode()
        kind = "text/html" if page["format"] == "html" else "text/plain"
        charset = "" if "base64" in page else "; charset=utf-8"
        query = f"?add=true&id={quote(name)}" + (f"&url={quote(url, safe='')}" if url else "")
        answer = service.request("POST", path + query, body, {"Content-Type": kind + charset})
    else:
        body = {"id": name, "html" if page["format"] == "html" else "text": text_of(page)}
        body |= {"url": url} if url else {}
        sent = json.dumps(body, ensure_ascii=way == "batch").encode()
        packed = {"Content-Encoding": "gzip"} if way == "packed" else {}
        sent = gzip.compress(sent) if packed else sent
        path += ":batch" * (way == "batch")
        answer = service.request("POST", path + "?add=true", sent, JSON | packed)
    assert answer.status == 200, answer.body


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_bits_are_those_of_the_golden_pages(tmp_path: Path, recipe: str) -> None:
    """By each way in which a page may come; what a page without a text has is nothing."""
    expected = bits_of(recipe)
    store = tmp_path / "store"
    with Service(store, "--recipe", recipe, "--history") as service:
        for way in ("json", "raw", "packed", "batch"):
            for page in PAGES:
                send(service, page, f"{way} {page['name']}", way)
        assert service.stop().status == 0
    stored = {row["id"]: row for row in facsim.done("store", "dump", store).rows()}
    compared = 0
    for way in ("json", "raw", "packed", "batch"):
        for page in PAGES:
            row = stored.get(f"{way} {page['name']}")
            if row is None:  # nothing to store
                continue
            fingerprint, digest = expected[page["name"]]
            assert row["digest"] == digest, (way, page["name"])
            assert (row["fingerprint"] or "-") == fingerprint, (way, page["name"])
            compared += 1
    assert compared > 60, sorted(stored)
    assert {page["name"] for page in PAGES if expected[page["name"]][0] != "-"} <= {
        name.partition(" ")[2] for name in stored}  # fmt: skip
