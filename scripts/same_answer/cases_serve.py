# SPDX-License-Identifier: Apache-2.0
"""Cases of a service: pages and batches, compressed bodies, crawls, collections, and errors."""

import gzip
import json

from making import MENU, html, near, words
from same_answer.case import Table
from same_answer.cases_store import ASKED
from same_answer.dialogue import Ask

DEFAULT = "/v1/collections/default"
CHECK, ADD, BATCH = f"{DEFAULT}/check", f"{DEFAULT}/check?add=true", f"{DEFAULT}/check:batch"
PAGES = [{"id": f"s{n}", "url": f"http://{('www', 'mirror')[n % 2]}.example.org/{n // 2}",
          "text": near(("serve", n // 3), n) if n % 2 else words(("serve",
                                                                  n // 3))}
         for n in range(40)]  # fmt: skip
HTML = html(words("served", 140), title="Harbour", menu=MENU)
TEXT = {"Content-Type": "text/html; charset=utf-8"}
GZIP = {"Content-Encoding": "gzip", "Content-Type": "application/x-ndjson"}
KEY = {"Idempotency-Key": "once"}
LINES = b"".join(json.dumps(page).encode() + b"\n" for page in PAGES)


def page(number: int, **more: object) -> dict:
    """Returns one of the pages."""
    return PAGES[number] | more


SIMPLE = [
    Ask("GET", "/livez"), Ask("GET", "/readyz"), Ask("GET", "/v1/info"),
    Ask("GET", "/openapi.json"), Ask("GET", "/"),
    Ask("POST", CHECK, page(0)), Ask("POST", ADD, page(0)), Ask("POST", ADD, page(1)),
    Ask("POST", CHECK + "?explain=true", page(2)),
    Ask("POST", ADD, page(2, status=404)), Ask("POST", ADD, page(0)),
    Ask("POST", ADD, {"id": "short", "text": "too short"}),
    Ask("POST", ADD + "&id=html&url=http://www.example.org/h", HTML.encode(), TEXT),
    Ask("POST", CHECK, HTML.encode(), TEXT),
    Ask("POST", ADD, {"id": "both", "html": HTML, "text": "unread"}),
    Ask("POST", ADD, page(3), KEY), Ask("POST", ADD, page(3), KEY),
    Ask("POST", ADD, page(4), KEY), Ask("POST", BATCH, PAGES[:12]),
    Ask("POST", BATCH + "?add=true", PAGES[4:30]),
    Ask("POST", BATCH + "?explain=true", PAGES[20:36]),
    Ask("POST", BATCH, [page(1), 7, {"text": None}, {"id": 5, "text": "x"}]),
    Ask("POST", BATCH + "?add=true", gzip.compress(LINES, mtime=0), GZIP),
    Ask("POST", CHECK, gzip.compress(LINES[:400], mtime=0), GZIP),
    Ask("GET", f"{DEFAULT}/documents/s4"), Ask("GET", f"{DEFAULT}/documents/%234"),
    Ask("GET", f"{DEFAULT}/documents/nobody"),
    Ask("GET", f"{DEFAULT}/clusters"), Ask("GET", f"{DEFAULT}/clusters?limit=1"),
    Ask("GET", f"{DEFAULT}/clusters/s4"),
    Ask("GET", f"{DEFAULT}/copies?id=s4"),
    Ask("GET", f"{DEFAULT}/copies?url=http://www.example.org/2&limit=1"),
    Ask("DELETE", f"{DEFAULT}/documents/s6"), Ask("DELETE", f"{DEFAULT}/documents/s6"),
    Ask("POST", f"{DEFAULT}/documents:delete", ["s9", "nobody", "#1"]),
    Ask("DELETE", f"{DEFAULT}/documents?url=http://www.example.org/4"),
    Ask("DELETE", f"{DEFAULT}/documents?host=mirror.example.org"),
    Ask("POST", CHECK, page(9)), Ask("GET", f"{DEFAULT}/clusters"), Ask("GET", DEFAULT),
    Ask("HEAD", "/livez"), Ask("OPTIONS", CHECK),
    Ask("GET", "/v1/history"), Ask("GET", "/metrics"),
]  # fmt: skip

CRAWLS = [
    Ask("POST", ADD + "&crawl=monday", page(0)), Ask("POST", CHECK, page(0)),
    Ask("POST", CHECK + "?crawl=monday", page(0)),
    Ask("POST", BATCH + "?add=true&crawl=monday", PAGES[:9]),
    Ask("POST", BATCH + "?add=true&crawl=tuesday", PAGES[6:20]),
    Ask("GET", f"{DEFAULT}/crawls"), Ask("POST", BATCH + "?add=true", PAGES[12:16]),
    Ask("POST", f"{DEFAULT}/crawls/monday:commit"),
    Ask("POST", f"{DEFAULT}/crawls/monday:commit"), Ask("POST", CHECK, page(0)),
    Ask("POST", f"{DEFAULT}/crawls/tuesday:cancel"),
    Ask("POST", CHECK, page(18)), Ask("POST", f"{DEFAULT}/crawls/nobody:cancel"),
    Ask("GET", f"{DEFAULT}/crawls"),
    Ask("POST", BATCH + "?add=true&crawl=monday", PAGES[20:24]),
    Ask("DELETE", f"{DEFAULT}/documents?crawl=monday"),
    Ask("GET", f"{DEFAULT}/crawls"),
    Ask("DELETE", f"{DEFAULT}/documents?before=2024-01-01T00:00:00Z"),
    Ask("DELETE", f"{DEFAULT}/documents?before=2024-01-01T00:00:00Z&by=last_seen"),
    Ask("POST", f"{DEFAULT}/uncrawled", {"places": [{"place": "www.example.org", "links": 12,
                                                     "links_by_rules": 3},
                                                    {"place": "mirror.example.org/docs/",
                                                     "mirror_links": 5}]}),
    Ask("GET", f"{DEFAULT}/uncrawled"), Ask("GET", f"{DEFAULT}/uncrawled?limit=1"),
    Ask("GET", DEFAULT), Ask("GET", "/metrics"),
]  # fmt: skip

COLLECTIONS = [
    Ask("GET", "/v1/collections"), Ask("PUT", "/v1/collections/one",
                                       {"profile": "strict", "keep_history": True}),
    Ask("PUT", "/v1/collections/one", {"profile": "strict", "keep_history": True}),
    Ask("PUT", "/v1/collections/one", {"profile": "compact"}),
    Ask("PUT", "/v1/collections/two", {"recipe": "words", "max_distance": 5, "names": False,
                                       "policy": {"exact": "skip_links", "follow_first": 2}}),
    Ask("PUT", "/v1/collections/Bad", {}), Ask("PUT", "/v1/collections/three",
                                               {"max_distance": 99}),
    Ask("PUT", "/v1/collections/four", {"profile": "best"}),
    Ask("POST", "/v1/collections/one/check:batch?add=true", PAGES),
    Ask("POST", "/v1/collections/two/check:batch?add=true", PAGES),
    Ask("POST", "/v1/collections/two/check?add=true", page(1, text=PAGES[7]["text"])),
    Ask("GET", "/v1/collections/one/documents/s1"),
    Ask("GET", "/v1/collections"), Ask("DELETE", "/v1/collections/one"),
    Ask("DELETE", "/v1/collections/one?force=true"),
    Ask("DELETE", "/v1/collections/none"), Ask("GET", "/v1/collections/one"),
    Ask("PUT", DEFAULT, {"policy": {"content": "store"}}),
    Ask("POST", BATCH + "?add=true", PAGES[:9]), Ask("GET", "/v1/collections"),
]  # fmt: skip

MIRRORS = [
    Ask("GET", f"{DEFAULT}/mirrors"), Ask("GET", f"{DEFAULT}/mirrors?limit=1&min_support=3"),
    Ask("GET", f"{DEFAULT}/mirrors?min_share=0.9&min_precision=0.5"),
    Ask("GET", f"{DEFAULT}/mirrors?limit=0"), Ask("GET", f"{DEFAULT}/mirrors?min_share=nan"),
    Ask("GET", f"{DEFAULT}/clusters?limit=5"),
    Ask("POST", CHECK, {"url": "https://www.example.org/p3?sid=8", "text": words(("mirrored", 3))}),
    Ask("POST", BATCH + "?add=true", PAGES[:6]), Ask("GET", f"{DEFAULT}/documents/s3"),
    Ask("GET", f"{DEFAULT}/mirrors"),
]  # fmt: skip

WRONG = [
    Ask("GET", "/nowhere"), Ask("GET", "/v1/collections/none"), Ask("GET", CHECK),
    Ask("DELETE", "/livez"), Ask("PATCH", DEFAULT),
    Ask("POST", CHECK, b"{broken", {"Content-Type": "application/json"}),
    Ask("POST", CHECK, b"\xff\xfe", {"Content-Type": "application/json"}),
    Ask("POST", CHECK, b"", {"Content-Type": "application/json"}),
    Ask("POST", CHECK, b"x", {"Content-Type": "image/png"}),
    Ask("POST", CHECK, b"\x89PNG\r\n\x1a\n\x00\x00", TEXT),
    Ask("POST", CHECK, b"x", {"Content-Type": "text/plain", "Content-Encoding": "compress"}),
    Ask("POST", CHECK, b"not packed", {"Content-Type": "application/json",
                                       "Content-Encoding": "gzip"}),
    Ask("POST", CHECK, {"text": 7}),
    Ask("POST", CHECK, {"id": 5, "text": "x"}), Ask("POST", CHECK, [page(1)]),
    Ask("POST", CHECK + "?add=perhaps", page(1)),
    Ask("POST", CHECK + "?nothing=1", page(1)), Ask("POST", CHECK + "?crawl=", page(1)),
    Ask("POST", BATCH, b""), Ask("POST", BATCH + "?explain=true", PAGES * 3),
    Ask("POST", BATCH, PAGES * 3), Ask("POST", CHECK, {"text": "x " * 3000}),
    Ask("POST", f"{DEFAULT}/documents:delete", {"not": "a list"}),
    Ask("DELETE", f"{DEFAULT}/documents"), Ask("DELETE", f"{DEFAULT}/documents?before=soon"),
    Ask("GET", f"{DEFAULT}/documents/%00"),
    Ask("GET", f"{DEFAULT}/copies"), Ask("GET", f"{DEFAULT}/copies?id=s1&limit=0"),
    Ask("GET", f"{DEFAULT}/clusters?limit=101"),
    Ask("GET", "/v1/history?minutes=0"), Ask("POST", f"{DEFAULT}/uncrawled",
                                             {"places": [{"links": -1}]}),
    Ask("POST", f"{DEFAULT}/fingerprints:check", [{"facts": "AAAA"}, {"facts": 5}]),
    Ask("GET", "/livez", None, {"Host": "evil.example.org"}),
    Ask("GET", "/v1/info", None, {"Origin": "http://evil.example.org"}),
    Ask("POST", CHECK, page(1), {"Expect": "nothing"}),
    Ask("POST", ADD, page(1), {"Idempotency-Key": ""}), Ask("GET", "/" + "x" * 5000),
    Ask("GET", "/metrics"),
]  # fmt: skip

READER, WRITER = ({"Authorization": f"Bearer {who}-0123456789abcdef"}
                  for who in ("reader", "writer"))
TOKENS = [
    Ask("GET", "/livez"), Ask("GET", "/v1/info"), Ask("GET", "/v1/info", None,
                                                      {"Authorization": "Bearer wrong-0123456789"}),
    Ask("GET", DEFAULT, None, READER), Ask("POST", ADD, page(1), READER),
    Ask("POST", CHECK, page(1), READER), Ask("POST", ADD, page(1), WRITER),
    Ask("DELETE", f"{DEFAULT}/documents/s1", None, READER),
    Ask("DELETE", f"{DEFAULT}/documents/s1", None, WRITER), Ask("GET", "/metrics"),
    Ask("GET", "/openapi.json"), Ask("GET", "/"), Ask("PUT", "/v1/collections/x", {}, READER),
]  # fmt: skip

# The flags and requests of each dialogue.
DIALOGUES: dict[str, tuple[list[str], list[Ask]]] = {
    "simple": ([], SIMPLE),
    "history": (["--history", "--durability", "none", "--profile", "thorough"], SIMPLE),
    "crawls": (["--durability", "second"], CRAWLS),
    "collections": ([], COLLECTIONS),
    "mirrors": (["--names", "off"], MIRRORS),
    "again": ([], MIRRORS),
    "wrong": (["--body-max", "4K", "--batch-max", "50", "--head-max", "4K", "--log-requests"],
              WRONG),
    "tokens": ([], TOKENS),
}


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases; real sets are not used."""
    del reals
    env = {"FACSIM_READ_TOKEN": READER["Authorization"][7:],
           "FACSIM_WRITE_TOKEN": WRITER["Authorization"][7:]}
    for name in ("simple", "history", "crawls", "collections", "wrong"):
        table.add(f"serve/{name}", f"!serve {name}", *ASKED)
    table.add("serve/tokens", "!serve tokens", *ASKED, env=env)
    table.add("serve/mirrors", "store load st mirrored.jsonl --names off", "!serve mirrors", *ASKED)
    table.add_by_turns("serve/again", "store load st mirrored.jsonl pages.jsonl", "!serve again",
                       "store load st day1.jsonl", "!serve again",
                       "!serve crawls", *ASKED, turns=("on", "no", "onon", "noon"))  # fmt: skip
    table.add_by_turns("serve/crawls-on", "!serve crawls", "!serve crawls", "!serve simple", *ASKED,
                       turns=("on", "no"))
