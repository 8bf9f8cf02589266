# SPDX-License-Identifier: Apache-2.0
"""A spider that fetches the pages of a site, but follows no links of pages that it has seen.

    python3 examples/scrapy_spider.py URL STORE [OUT.jsonl]

STORE is a folder, or the URL of a `facsim serve`. Run it again: unchanged pages are
followed, since they may lead to new ones. Needs `pip install facsim[scrapy]`.
"""

import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


class SiteSpider(scrapy.Spider):
    """Yields an item for each page, and logs the copies that the store finds."""

    name = "site"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.start_urls = [url]
        self.allowed_domains = [urlsplit(url).hostname]

    def parse(self, response):
        # The answer is set before the callback; http.md lists its members.
        answer = response.meta.get("facsim") or {}
        if answer.get("seen") == "yes":
            self.logger.info("%s is a copy of %s", response.url, answer["match"]["id"])
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        yield {"url": response.url, "title": response.css("title::text").get()}
        # For a copy these requests are dropped. The extractor only finds links that exist.
        yield from response.follow_all(LinkExtractor().extract_links(response))


def main() -> None:
    url, store, *out = sys.argv[1:]
    process = CrawlerProcess(
        {
            "ADDONS": {"facsim.scrapy.FacsimAddon": 500},
            "FACSIM_STORE": store,
            "FEEDS": {path: {"format": "jsonlines"} for path in out},
            "ROBOTSTXT_OBEY": True,
            "DEPTH_LIMIT": 30,
            "LOG_LEVEL": "INFO",
        }
    )
    process.crawl(SiteSpider, url=url)
    process.start()


if __name__ == "__main__":
    main()
