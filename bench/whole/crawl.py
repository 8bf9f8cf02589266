# SPDX-License-Identifier: Apache-2.0
"""Crawls real pages with Scrapy: alone, with filters of digests, and with facsim.scrapy.

    FACSIM_PYTHON_PACKAGE=build/release/python build/venv/bin/python bench/whole/crawl.py
        [--manuals FOLDER] [--facsim PROGRAM] [--write]

crawl_site.py makes the site from a manual that apt fetches (into build/manuals-crawled, or FOLDER).
Each crawl is a separate process and starts at `/`; DEPTH_LIMIT bounds the calendar. Filters of
digests drop the links of a page whose bytes, or whose main text, occurred before. Then a service
that is queried over HTTP is slow, dies, or dies and is restarted some seconds later.

`facsim mirrors` learns URL rules from a crawl that queries facsim and drops nothing. With the store
of that crawl, lost pages are replaced: each 5th page of the first host is gone, and the copies that
the store names are fetched in their order.

`found`: pages of the manual, and edited versions, of which some version was fetched. `lost`: those
that Scrapy alone fetched and this crawl did not. The lines below the table list pages that were
judged copies of another page of the truth whose bytes differ. --write stores the tables in
bench/results/crawl-DATE.md.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import measuring
from crawl_site import PACKAGES, Site, fetch

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = os.environ.get("FACSIM_PYTHON_PACKAGE", str(ROOT / "build/release/python"))
DEPTH = 40
ADDON = {"ADDONS": {"facsim.scrapy.FacsimAddon": 500}}
SETTINGS = {
    "DEPTH_LIMIT": DEPTH,
    "LOG_LEVEL": "ERROR",
    "TELNETCONSOLE_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
}


def spider_of(given: dict, said: list) -> type:
    """Returns the spider, which follows every link unless a digest prevents it."""
    import facsim
    import scrapy
    from scrapy import signals

    class Spider(scrapy.Spider):
        name = "manuals"
        start_urls = (given["url"],)
        seen: set = set()  # noqa: RUF012 (of the one spider)

        @classmethod
        def from_crawler(cls, crawler: object, *args: object, **more: object) -> "Spider":
            spider = super().from_crawler(crawler, *args, **more)
            crawler.signals.connect(spider.ended, signals.engine_stopped)
            return spider

        def ended(self) -> None:
            stats = self.crawler.stats.get_stats()
            print(json.dumps({"stats": stats, "pages": said}, default=str))

        def is_seen(self, response: object) -> bool:
            if given["digest"] == "no":
                return False
            text = response.body
            if given["digest"] == "text":
                text = facsim.extract(response.text).main_text.encode()
            digest = hashlib.sha1(text).digest()  # noqa: S324
            is_seen = digest in self.seen
            self.seen.add(digest)
            return is_seen

        def parse(self, response: object) -> object:
            if not isinstance(response, scrapy.http.HtmlResponse) or self.is_seen(response):
                return
            answer = response.meta.get("facsim") or {}
            match = answer.get("match") or {}
            said.append([response.url, answer.get("seen"), answer.get("kind"), match.get("id")])
            for link in response.css("a::attr(href)").getall():
                # Manuals refer to other sites, and to services of this machine.
                if response.urljoin(link).startswith((given["url"], given["mirror"])):
                    yield response.follow(link)

    return Spider


def crawl_here(given: dict) -> None:
    """Runs one crawl in a separate process."""
    from scrapy.crawler import CrawlerProcess

    process = CrawlerProcess(given["settings"])
    process.crawl(spider_of(given, []))
    process.start()


def crawl(site: Site, what: str, settings: dict, digest: str = "no") -> dict:
    """Returns the row of one crawl."""
    site.reset()
    given = {"url": site.url, "mirror": site.mirror, "digest": digest}
    given["settings"] = SETTINGS | settings
    command = [sys.executable, __file__, "--crawl", json.dumps(given)]
    cost, out = measuring.spawn(command, {"PYTHONPATH": PACKAGE})
    if cost.status or not out:
        raise SystemExit(f"{what}: {cost.errors[-3000:]}")
    told = json.loads(out.splitlines()[-1])
    sources = {site.source(path) for _, path in site.hits if site.body(path) is not None}
    found = {source for source in sources if source.startswith(tuple(f"/{p}" for p in PACKAGES))}
    stats = told["stats"]
    row = {
        "what": what,
        "pages": len(site.hits),
        "mirror": sum(host == "localhost" for host, _ in site.hits),
        "calendar": sum(path.startswith("/calendar") for _, path in site.hits),
        "megabytes": site.bytes / 1e6,
        "found": found,
        "seconds": cost.seconds,
        "cpu": cost.cpu_seconds,
        "told": told["pages"],
        "stats": {name: value for name, value in stats.items() if name.startswith("facsim")},
    }
    shown = {key: len(row[key]) if key in ("found", "told") else row[key] for key in row}
    print(json.dumps(shown), flush=True)
    return row


def other_texts(site: Site, row: dict) -> tuple[list[str], list[str]]:
    """Returns pages wrongly reported as copies of a page with another text: exact and near ones."""
    truth, said = site.truth(), {"exact": [], "content": []}
    for url, seen, kind, match in row["told"]:
        if seen != "yes" or match is None:
            continue
        own, other = (site.source("/" + name.split("/", 3)[3]) for name in (url, match))
        if own != other and own in truth and truth[own] != truth.get(other):
            said.setdefault(kind, []).append(f"{own} = {other}")
    return sorted(set(said["exact"])), sorted(set(said["content"]))


def learned(program: str, store: Path, rules: Path) -> str:
    """Writes the rules of a store, and returns a sentence about them."""
    command = [program, "mirrors", str(store), "--json", "--rules", str(rules)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    told = []
    for rule in json.loads(done.stdout)["rules"]:
        words = [*rule["names"], rule["from"] or "", "to" if rule["to"] else "", rule["to"] or ""]
        what = " ".join([rule["kind"], *filter(None, words)])
        told.append(f"{what} ({rule['support']:,} of {rule['pairs']:,} pairs)")
    return "; ".join(told) or "none"


def replaced(site: Site, store: Path) -> str:
    """Returns a sentence about the replacement of lost pages."""
    sys.path.append(PACKAGE)
    import facsim

    site.reset()
    counts = dict.fromkeys(("lost", "replaced", "by the first copy", "the same text", "exact"), 0)
    with facsim.Seen(store, must_exist=True) as seen:
        for path in sorted(site.pages)[::5]:
            url = site.url + path[1:]
            if not seen.find(url):
                continue
            text = facsim.extract(fetched(url)).main_text
            site.lost.add(("127.0.0.1", path))
            counts["lost"] += fetched(url) is None
            for place, copy in enumerate(seen.copies(url).copies):
                if (body := fetched(copy.url)) is not None:
                    counts["replaced"] += 1
                    counts["by the first copy"] += place == 0
                    counts["the same text"] += facsim.extract(body).main_text == text
                    counts["exact"] += copy.kind == "exact"
                    break
    return ", ".join(f"{what} {count}" for what, count in counts.items())


def fetched(url: str) -> str | None:
    """Returns a page, or None if it does not exist."""
    try:
        with urllib.request.urlopen(url, timeout=30) as response:  # noqa: S310 (of this machine)
            return response.read().decode(errors="replace")
    except urllib.error.HTTPError:
        return None


class Server:
    """`facsim serve` on its own port, which remains the same after a restart."""

    def __init__(self, program: str, store: Path) -> None:
        self.command = [program, "serve", str(store), "--listen"]
        self.address = "127.0.0.1:0"
        self.start()

    def start(self) -> None:
        command = [*self.command, self.address]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if '"listening"' in line:
                self.address = json.loads(line)["detail"].removeprefix("http://")
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def failing(site: Site, program: str, folder: Path) -> list[dict]:
    """Crawls whose service fails on the way, from the 200th page on."""
    sys.path.append(str(ROOT / "tests/python"))
    from fault_proxy import FaultProxy

    def row(name: str, settings: dict, fate: str) -> dict:
        server = Server(program, folder / name.replace(" ", "-"))
        with FaultProxy(int(server.address.rsplit(":", 1)[1])) as proxy:
            over = threading.Event()

            def act() -> None:
                while len(site.hits) < 200 and not over.wait(0.01):
                    pass
                if fate == "slow":
                    proxy.slow = 2.0
                    over.wait(20)
                    proxy.slow = 0.0
                elif fate != "well":
                    server.kill()
                    if fate.isdigit() and not over.wait(int(fate)):
                        server.start()

            site.reset()
            actor = threading.Thread(target=act)
            actor.start()
            try:
                return crawl(site, name, ADDON | {"FACSIM_STORE": proxy.url} | settings)
            finally:
                over.set()
                actor.join()
                server.kill()

    closed = {"FACSIM_ON_ERROR": "closed"}
    return [
        row("well", {}, "well"),
        row("answers after 2 s for 20 s", {}, "slow"),
        row("dies, open", {}, "dies"),
        # Each page would wait for 8 to 16 s, three times.
        row("dies, closed, FACSIM_RETRIES 3", closed | {"FACSIM_RETRIES": 3}, "dies"),
        row("dies and is started again 3 s later, open", {}, "3"),
        row("dies and is started again 3 s later, closed", closed, "3"),
        # Like a failure that lasts longer than the retries.
        row("the same, open, FACSIM_RETRIES 0", {"FACSIM_RETRIES": 0}, "3"),
        row("dies and is started again 20 s later, closed", closed, "20"),
    ]


def told(site: Site, plain: list[dict], failed: list[dict], more: str) -> str:
    """Returns both tables, and the lines below them."""
    whole = plain[0]["found"]
    head = ["crawl", "pages fetched", "of the mirror", "of the calendar", "MB", "found", "lost",
            "seconds", "CPU seconds"]  # fmt: skip
    first = [[row["what"], f"{row['pages']:,}", f"{row['mirror']:,}", row["calendar"],
              f"{row['megabytes']:.1f}", len(row["found"]), len(whole - row["found"]),
              f"{row['seconds']:.0f}", f"{row['cpu']:.0f}"] for row in plain]  # fmt: skip
    last = next(row for row in plain if row["what"] == "facsim")
    exact, near = other_texts(site, last)
    text = measuring.table(head, first) + "\n\n"
    edited = [name for name in whole if name.endswith("?edited")]
    dropped = [name for name in near if name.split(" = ")[0].endswith("?edited")]
    text += (
        f"{len(edited)} of the {len(whole)} pages found are true edits; {len(dropped)} of them "
        f"were judged copies. Of all pages facsim judged {len(near)} near-copies and {len(exact)} "
        "exact copies of a page with other bytes:\n\n"
    )
    text += "".join(f"- {name}\n" for name in exact[:20] + near[:40])
    lost = sorted(whole - last["found"])
    text += f"\nLost with facsim: {', '.join(lost) if lost else 'none'}.\n\n"
    for row in plain:
        if row is not last and whole - row["found"]:
            text += f"Lost with {row['what']}: {', '.join(sorted(whole - row['found']))}.\n\n"
    text += more
    head = ["service", "pages fetched", "checked", "unchecked", "errors", "retried", "dropped",
            "found", "lost", "seconds"]  # fmt: skip
    second = []
    for row in failed:
        counts = [row["stats"].get(f"facsim/{name}", 0) for name in
                  ("checked", "unchecked", "errors", "retry/count", "pages_dropped")]  # fmt: skip
        second.append([row["what"], f"{row['pages']:,}", *counts, len(row["found"]),
                       len(whole - row["found"]), f"{row['seconds']:.0f}"])  # fmt: skip
    text += measuring.table(head, second) + "\n\n"
    for row in failed:
        lost = whole - row["found"]
        if lost:
            edits = sum(name.endswith("?edited") for name in lost)
            text += f"- {row['what']}: of the {len(lost)} lost {edits} are edited versions.\n"
    return text + (
        "\nAn edited version is linked from the plain page alone, not from its version with a session "
        "id or for print.\nWhere a service fails, one of these may be the first that is stored; "
        "then the plain page is its copy, and the link\nthat it alone has is dropped.\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--manuals", type=Path, default=ROOT / "build/manuals-crawled")
    parser.add_argument("--facsim", default=str(ROOT / "build/release/facsim"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--crawl", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.crawl:
        crawl_here(json.loads(chosen.crawl))
        return
    chosen.manuals.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, Site(fetch(chosen.manuals)) as site:
        folder = Path(name)
        plain = [
            crawl(site, "Scrapy alone", {}),
            crawl(site, "digests of bytes", {}, "bytes"),
            crawl(site, "digests of main texts", {}, "text"),
            crawl(site, "facsim", ADDON | {"FACSIM_STORE": str(folder / "seen.store")}),
        ]
        store, rules = folder / "all.store", folder / "rules.json"
        watched = {"FACSIM_STORE": str(store), "FACSIM_DROP_LINKS": False}
        crawl(site, "facsim, which drops nothing", ADDON | watched)
        more = f"Rules learned from a crawl that drops nothing: {learned(chosen.facsim, store, rules)}.\n\n"
        more += f"Of each 5th page of the first host: {replaced(site, store)}.\n\n"
        ruled = ADDON | {"FACSIM_URL_RULES": str(rules)}
        plain += [
            crawl(site, "URL rules", ruled),
            crawl(site, "facsim and URL rules", ruled | {"FACSIM_STORE": str(folder / "r.store")}),
        ]
        print(more)
        failed = failing(site, chosen.facsim, folder)
        text = told(site, plain, failed, more)
    print(text)
    if chosen.write:
        names = ", ".join(sorted(path.name for path in chosen.manuals.glob("*.deb")))
        seconds = time.monotonic() - began
        head = measuring.heading("Crawls of a manual", "bench/whole/crawl.py --write")
        head += f"Manual: {names}. It took {seconds:.0f} s; others compiled on the machine.\n\n"
        print(measuring.write_result("crawl", head + text))


if __name__ == "__main__":
    main()
