# SPDX-License-Identifier: Apache-2.0
"""URL rules in Scrapy: drops requests for pages that were requested under another URL."""

from __future__ import annotations

import logging
import weakref
from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request
from scrapy.dupefilters import RFPDupeFilter
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.misc import load_object
from scrapy.utils.url import url_is_from_any_domain

from ._scrapy_settings import KEEP, chosen_of, spider_of
from ._scrapy_uncrawled import CrawlCounts, host_of
from ._url_rules import UrlRules

logger = logging.getLogger(__name__)

# The URL of the mirror and the URL it was rewritten to. Both are needed, since users copy meta into
# other requests.
_LED = "facsim_led"
# The URL of a mirror that is fetched after all.
_BACK = "facsim_led_back"
# Suffixes of the fingerprints of such requests, and of redirects back to another URL of the same
# page. They make a fingerprint longer than any other, so these never collide.
_REDIRECTED = b"redirected"
_WENT_BACK = b"went back"
_ERRORS = 400
# Entries of meta that describe the way to the missing page.
_OF_THE_WAY = ("redirect_urls", "redirect_reasons", "redirect_times", "redirect_ttl", "retry_times")


class CrawlRules:
    """The URL rules of one crawl, and the counts of their effects."""

    _of_crawler: weakref.WeakKeyDictionary[Any, CrawlRules | None] = weakref.WeakKeyDictionary()

    def __init__(self, crawler: Any, path: str) -> None:
        self._stats = crawler.stats
        self._rules = UrlRules(path)
        self._mirrors: set[str] = set()
        # If there is a store, its middleware reports these counts.
        self._left_out = CrawlCounts.of(crawler)

    @classmethod
    def of(cls, crawler: Any) -> CrawlRules | None:
        """Returns the rules of a crawler; None if its settings name no file."""
        if crawler not in cls._of_crawler:
            chosen = chosen_of(crawler.settings, spider_of(crawler))
            path = chosen.url_rules if chosen.enabled else None
            cls._of_crawler[crawler] = cls(crawler, path) if path else None
        return cls._of_crawler[crawler]

    def count(self, what: str) -> None:
        self._stats.inc_value(f"facsim/{what}")

    def changes(self, url: str) -> bool:
        return self._rules.changes(url)

    def rewritten(self, url: str) -> str:
        """Returns the rewritten URL with its fragment, or the same URL if no rule changes it."""
        if not self._rules.changes(url):
            return url
        _, mark, fragment = url.partition("#")
        return self._rules.apply(url) + mark + fragment

    def met(self, url: str) -> bool:
        """True if the URL belongs to a mirror; counts it then."""
        mirror = self._rules.mirror_of(url)
        if mirror is None:
            return False
        self.count("mirror_links")
        self._left_out.count(mirror, "mirror_links")
        if mirror not in self._mirrors:
            self._mirrors.add(mirror)
            self.count("mirrors")
        return True

    def dropped(self, url: str) -> None:
        """Counts a dropped request for a page that was requested under another URL."""
        self.count("links_by_rules")
        self._left_out.count(host_of(url), "links_by_rules")

    def went_back(self, mirror: str) -> None:
        """Counts a page of a mirror that is fetched after all. ``mirror``: its URL."""
        self.count("mirror_links_back")
        self._left_out.count(self._rules.mirror_of(mirror) or "", "mirror_links_back")


class _RewrittenFingerprinter:
    """Gives one fingerprint to all requests whose URLs the rules rewrite to one URL."""

    def __init__(self, own: Any, rules: CrawlRules) -> None:
        self._own = own
        self._rules = rules

    def fingerprint(self, request: Request) -> bytes:
        if request.meta.get(_BACK) == request.url:
            return self._own.fingerprint(request) + _WENT_BACK
        url = self._rules.rewritten(request.url)
        # A site may redirect /a/ to /a against a rule that prefers /a/. Without a fingerprint of
        # its own, the redirected request would be dropped and the page never fetched.
        before = request.meta.get("redirect_urls") or ()
        if any(self._rules.rewritten(each) == url for each in before):
            return self._own.fingerprint(request) + _REDIRECTED
        return self._own.fingerprint(request if url == request.url else request.replace(url=url))


class FacsimDupeFilter(RFPDupeFilter):
    """Scrapy's duplicate filter, which also drops requests for pages requested under another URL.

    It uses the rules of FACSIM_URL_RULES; without them it behaves like Scrapy's filter.
    """

    _facsim_rules: CrawlRules | None = None

    @classmethod
    def from_crawler(cls, crawler: Any) -> FacsimDupeFilter:
        made = super().from_crawler(crawler)
        rules = CrawlRules.of(crawler)
        if rules is not None:
            made._facsim_rules = rules
            made.fingerprinter = _RewrittenFingerprinter(made.fingerprinter, rules)
        return made

    def request_seen(self, request: Request) -> bool:
        is_seen = bool(super().request_seen(request))
        if is_seen and self._facsim_rules is not None and self._facsim_rules.changes(request.url):
            self._facsim_rules.dropped(request.url)
        return is_seen


class FacsimRulesMiddleware:
    """Rewrites links to mirrors to the host that the rules keep, if the spider may crawl it."""

    def __init__(self, rules: CrawlRules, crawler: Any) -> None:
        self._rules = rules
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Any) -> FacsimRulesMiddleware:
        rules = CrawlRules.of(crawler)
        if rules is None:
            raise NotConfigured  # without a message: rules are optional
        if not issubclass(load_object(crawler.settings["DUPEFILTER_CLASS"]), FacsimDupeFilter):
            logger.warning(
                "DUPEFILTER_CLASS is not facsim.scrapy.FacsimDupeFilter: by FACSIM_URL_RULES links "
                "of mirrors are led elsewhere, and no others are dropped"
            )
        return cls(rules, crawler)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any], spider: Any = None
    ) -> AsyncIterator[Any]:
        async for thing in result:
            if self._may_lead(thing):
                url = self._rules.rewritten(thing.url)
                if self._is_allowed(url) and self._rules.met(thing.url):
                    thing = thing.replace(url=url, meta={**thing.meta, _LED: [thing.url, url]})
            yield thing

    def _is_allowed(self, url: str) -> bool:
        """True if Scrapy would not drop the link silently, which would lose the mirror's page."""
        domains = getattr(self._crawler.spider, "allowed_domains", None)
        return not domains or bool(url_is_from_any_domain(url, domains))

    @staticmethod
    def _may_lead(thing: Any) -> bool:
        if not isinstance(thing, Request) or thing.method != "GET":
            return False
        return not thing.dont_filter and not thing.meta.get(KEEP)


class FacsimRulesDownloaderMiddleware:
    """Fetches the page of a mirror itself if the host that the rules keep does not have it."""

    def __init__(self, rules: CrawlRules) -> None:
        self._rules = rules

    @classmethod
    def from_crawler(cls, crawler: Any) -> FacsimRulesDownloaderMiddleware:
        rules = CrawlRules.of(crawler)
        if rules is None:
            raise NotConfigured  # without a message: rules are optional
        return cls(rules)

    def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        back = self._back(request) if response.status >= _ERRORS else None
        return response if back is None else back

    def process_exception(
        self, request: Request, exception: Exception, spider: Any = None
    ) -> Request | None:
        """Does the same if the host is gone or robots.txt forbids the page."""
        return self._back(request)

    def _back(self, request: Request) -> Request | None:
        led = request.meta.get(_LED)
        if not led:
            return None
        mirror, url = led
        if url != request.url and url not in request.meta.get("redirect_urls", ()):
            return None  # meta was copied into another request
        self._rules.went_back(mirror)
        meta = {name: value for name, value in request.meta.items() if name not in _OF_THE_WAY}
        del meta[_LED]
        meta[_BACK] = mirror
        # Unlike a retry, this request is filtered if the page was requested before.
        return request.replace(url=mirror, meta=meta, dont_filter=False)
