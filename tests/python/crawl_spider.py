# SPDX-License-Identifier: Apache-2.0
"""Runs the crawls of a JSON file in its own process; prints the result of each, one a line.

Without a file it reads names of files, and prints how each ended.
"""

import contextlib
import dataclasses
import gc
import importlib
import json
import os
import sys
import time
from pathlib import Path

import attrs
import scrapy
from scrapy import signals
from scrapy.crawler import CrawlerProcess
from scrapy.utils.project import get_project_settings

# What a crawl takes most of its time to load, if every one does.
LOADED = ("facsim.scrapy", "facsim._core", "scrapy.core.downloader.contextfactory",
          "scrapy.extensions.httpcache", "twisted.internet.asyncioreactor", "aiohttp",
          "tldextract")  # fmt: skip
ADDON = {"ADDONS": {"facsim.scrapy.FacsimAddon": 500}}


class Fielded(scrapy.Item):
    url = scrapy.Field()
    facsim = scrapy.Field()


class Bare(scrapy.Item):
    url = scrapy.Field()


@dataclasses.dataclass
class Data:
    url: str
    facsim: dict | None = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    url: str
    facsim: dict | None = None


@attrs.define
class Attrs:
    url: str
    facsim: dict | None = None


KINDS = {"dict": dict, "item": Fielded, "bare": Bare, "data": Data, "frozen": Frozen, "attrs": Attrs}


class Spider(scrapy.Spider):
    """Follows every link; yields items of the given kinds."""

    name = "world"

    def __init__(self, how: dict, found: dict) -> None:
        super().__init__()
        self.how, self.found = how, found
        self.start_urls = how["urls"]
        self.allowed_domains = how.get("allowed", [])
        self.late = 0.0

    @classmethod
    def from_crawler(cls, crawler, how, found):
        spider = cls(how, found)
        spider._set_crawler(crawler)
        crawler.signals.connect(spider.opened, signals.spider_opened)
        crawler.signals.connect(spider.scraped, signals.item_scraped)
        crawler.signals.connect(spider.ended, signals.engine_stopped)
        return spider

    def opened(self):
        """How long the reactor is away from a beat of 20 ms at most."""
        from twisted.internet import task

        self.beat = time.monotonic()
        task.LoopingCall(self.beats).start(0.02)

    def beats(self):
        now = time.monotonic()
        self.late, self.beat = max(self.late, now - self.beat), now

    def scraped(self, item):
        members = item if isinstance(item, dict) else {
            name: value for name in ("url", "facsim")
            if (value := getattr(item, name, None) or (item.get(name) if hasattr(item, "get") else None))
        }
        self.found["items"].append({"kind": type(item).__name__, **members})

    def ended(self):
        stats = self.crawler.stats.get_stats()
        self.found["stats"] = json.loads(json.dumps(stats, default=str)) | {"late": self.late}
        print(json.dumps(self.found), flush=True)

    def parse(self, response):
        answer = response.meta.get("facsim")
        seen = {"url": response.url, "flags": response.flags, "answer": answer}
        self.found["pages"].append(seen)
        print(response.url, file=sys.stderr, flush=True)
        for kind in self.how.get("items", ()):
            yield KINDS[kind](url=response.url)
        if self.how.get("again") and not response.meta.get("is_again"):
            yield response.request.replace(dont_filter=True, meta={"is_again": True})
        if not isinstance(response, scrapy.http.HtmlResponse) or not self.how.get("follow", True):
            return
        meta = dict(self.how.get("meta", {}))
        if self.how.get("copies_meta"):
            meta |= response.meta
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, meta=meta)


def crawl(path):
    """Runs the crawls of a file."""
    how = json.loads(Path(path).read_text())
    settings = get_project_settings()
    settings.setdict(({} if how.get("bare") else ADDON) | how["settings"], priority="project")
    process = CrawlerProcess(settings)
    all_found = []
    for own in how.get("spiders", [{}]):
        spider = type("Spider", (Spider,), {"custom_settings": own})
        all_found.append({"pages": [], "items": []})
        process.crawl(spider, how=how, found=all_found[-1])
    process.start()
    # Scrapy 2.10 reports a failure only for spiders that could not be created.
    is_without_end = any("stats" not in found for found in all_found)
    return 1 if process.bootstrap_failed or is_without_end else 0


def serve():
    """Runs the crawls of one file after another, each in a fork, so Scrapy is loaded once."""
    for line in sys.stdin:
        path = line.strip()
        child = os.fork()
        if not child:
            for number, name in ((1, "out"), (2, "err")):
                os.dup2(os.open(f"{path}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            status = 3
            try:
                status = crawl(path)
                gc.collect()  # an unhandled error of a Deferred is logged when it is freed
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(crawl(sys.argv[1]))
    for name in LOADED:
        with contextlib.suppress(ImportError):  # another version of Scrapy
            importlib.import_module(name)
    serve()
