# SPDX-License-Identifier: Apache-2.0
"""An add-on for Scrapy 2.10 and later that does not follow links of pages seen before.

Set ``ADDONS = {"facsim.scrapy.FacsimAddon": 500}`` and ``FACSIM_STORE``, a folder ("seen.store") or
the URL of a ``facsim serve``; docs/crawlers.md has all settings. Each HTML or text page is checked
and added in one step, before its callback runs: ``response.meta["facsim"]`` is the answer.
"""

from __future__ import annotations

import dataclasses
import logging
import time
import weakref
from collections.abc import AsyncIterator
from typing import Any

try:
    from scrapy import Request, signals
    from scrapy.downloadermiddlewares.retry import get_retry_request
    from scrapy.exceptions import IgnoreRequest, NotConfigured
    from scrapy.http import Response, TextResponse
    from scrapy.http.request import NO_CALLBACK
except ImportError as missing:
    raise ImportError(
        f"facsim.scrapy needs Scrapy 2.10 or later ({missing}): pip install facsim[scrapy]"
    ) from missing
from itemadapter import ItemAdapter

from ._scrapy_pages import is_cut, media_type_of, row_of_response
from ._scrapy_rules import (
    FacsimDupeFilter,
    FacsimRulesDownloaderMiddleware,
    FacsimRulesMiddleware,
)
from ._scrapy_settings import ACTIONS, KEEP, Chosen, chosen_of, spider_of, unknown_of
from ._scrapy_store import Gate, SpiderStore
from ._scrapy_uncrawled import CrawlCounts, host_of
from ._seen import Seen
from ._seen_nouns import SeenAnswer, SeenPolicy
from .errors import Error, InvalidArgumentError, NotFoundError

__all__ = [
    "FacsimAddon",
    "FacsimDownloaderMiddleware",
    "FacsimDupeFilter",
    "FacsimRulesDownloaderMiddleware",
    "FacsimRulesMiddleware",
    "FacsimSpiderMiddleware",
]

logger = logging.getLogger(__name__)

# Responses come here after retries (550), redirects, decompression and the cache, which have
# greater numbers.
_DOWNLOADER_ORDER = 545
# Its responses are handled before that middleware queries the store.
_RULES_DOWNLOADER_ORDER = 548
# Output comes here before Scrapy's own middlewares, which count it.
_SPIDER_ORDER = 950
# Output comes here after that middleware, so that dropped links are not rewritten.
_RULES_ORDER = 945
_OK = 200
_META = "facsim"
# The verdict is stored in a flag of the response, since meta may be copied into other requests.
_FLAG = "facsim:"
_UNCHECKED = "unchecked"
_RETRY = "retry"


class _Spider:
    """The settings, store and counts that both middlewares of one crawl share."""

    _of_crawler: weakref.WeakKeyDictionary[Any, _Spider] = weakref.WeakKeyDictionary()

    def __init__(self, crawler: Any) -> None:
        self.chosen: Chosen = chosen_of(crawler.settings, spider_of(crawler))
        self._crawler = crawler
        self._gate = Gate(self.chosen.pause, is_open=self.chosen.on_error == "closed")
        self._policy: SeenPolicy | None = None
        self._left_out = CrawlCounts.of(crawler)
        self.store = SpiderStore(self.chosen)
        if self.store.unreachable is not None:
            self._failed(self.store.unreachable)
        crawler.signals.connect(self.closed, signal=signals.spider_closed)

    @classmethod
    def of(cls, crawler: Any) -> _Spider:
        if not crawler.settings.getbool("FACSIM_ENABLED", True):
            raise NotConfigured
        if not crawler.settings.get("FACSIM_STORE"):
            raise NotConfigured("FACSIM_STORE names no store; give a folder or http://HOST:PORT")
        if crawler not in cls._of_crawler:
            cls._of_crawler[crawler] = cls(crawler)
        return cls._of_crawler[crawler]

    def count(self, what: str, number: float = 1) -> None:
        self._crawler.stats.inc_value(f"facsim/{what}", number)

    def drop_link(self, page: str) -> None:
        self.count("links_dropped")
        self._left_out.count(host_of(page), "links")

    def _is_page(self, request: Any, response: Any) -> bool:
        if request.meta.get(_META) is False or request.callback is NO_CALLBACK:
            return False
        if response.status != _OK or request.method != "GET":
            return False
        if not isinstance(response, TextResponse):
            return False
        return media_type_of(response) in self.chosen.types

    async def verdict(self, request: Any, response: Any) -> str | None:
        """Returns the verdict on the page: an action, unchecked, retry, or None if not checked.

        The first call queries the store, and saves the answer in meta and the verdict in a flag.
        """
        for flag in response.flags:
            if flag.startswith(_FLAG):
                return flag.removeprefix(_FLAG)
        if request.meta.get(_META) is not False:
            request.meta.pop(_META, None)  # the answer for another page, copied with its meta
        if not self._is_page(request, response):
            self.count("not_asked")
            return None
        verdict = await self._asked(request, response)
        response.flags.append(_FLAG + verdict)
        return verdict

    async def _asked(self, request: Any, response: Any) -> str:
        if not self._gate.may_pass():
            self.count(_UNCHECKED)
            return _UNCHECKED
        began = time.monotonic()
        cut = is_cut(response)
        try:
            answer = await self.store.in_thread(lambda seen: self._ask(seen, response, cut))
        except InvalidArgumentError as refused:
            # The error concerns only this page, which may be too large for the service.
            self._gate.answered()
            self.count("refused")
            logger.warning("%s is not checked: %s", response.url, refused)
            return _UNCHECKED
        except Exception as error:
            return self._failed(error)
        finally:
            self.count("seconds_waited", time.monotonic() - began)
        if self._gate.answered():
            logger.info("%s answers again", self.chosen.store)
        if not cut:
            return self._obeyed(request, response, answer)
        # The missing part may have the new text and links, and an incomplete page must not be
        # stored in place of the whole one.
        self.count("cut")
        self._noted(request, dataclasses.replace(answer, action="store"))
        return "store"

    def _ask(self, seen: Seen, response: Any, cut: bool) -> SeenAnswer:
        """Queries the store. Runs in one of its threads."""
        page = row_of_response(response)
        url = response.url
        ask = seen.check if cut else seen.check_and_add
        answer = ask(page, id=url, url=url, crawl=self.chosen.crawl or None)
        if self._policy is None:
            self._policy = seen.settings().policy
        self._left_out.tell_if_due(seen)
        return answer

    def _failed(self, error: Exception) -> str:
        self.count("errors")
        self.count(f"errors/{type(error).__name__}")
        is_first = self._gate.failed()
        is_open = self.chosen.on_error == "open"
        if is_first:
            fate = (
                f"pages pass unchecked, and it is tried again in {self.chosen.pause:g} seconds"
                if is_open
                else "pages are held back and tried again"
            )
            known = isinstance(error, Error)
            logger.error("%s; %s (FACSIM_ON_ERROR)", error, fate, exc_info=None if known else error)
        if is_open:
            self.count(_UNCHECKED)
        return _UNCHECKED if is_open else _RETRY

    def _noted(self, request: Any, answer: SeenAnswer) -> None:
        members = dataclasses.asdict(answer)
        if answer.candidates is None:
            del members["candidates"]
        request.meta[_META] = members
        self.count("checked")

    def _obeyed(self, request: Any, response: Any, answer: SeenAnswer) -> str:
        self._noted(request, answer)
        if answer.added:
            self.count("added")
        if answer.seen != "yes":
            self.count("new" if answer.seen == "no" else answer.seen)
            return answer.action
        if answer.match is not None and answer.match.id == response.url:
            self.count("revisits")
            verdict = self._revisited(request, answer)
        else:
            self.count("seen")
            self.count(f"seen/{answer.kind}")
            verdict = answer.action
        return verdict

    def _revisited(self, request: Any, answer: SeenAnswer) -> str:
        """Returns the verdict on a page that the store already has under the same URL.

        It is of this crawl or of an earlier one. The match is then the page itself; its rank in the
        cluster shows whether it repeats another page.
        """
        if self.chosen.revisits == "skip" and not request.meta.get("retry_times"):
            return answer.action
        policy = self._policy or SeenPolicy()
        rank = 1 if answer.cluster is None else answer.cluster.rank
        if rank <= 1 + policy.follow_first:
            return "store"
        # The answer does not show if the copy is an exact one, so the milder action is taken.
        return min(answer.action, policy.content, key=ACTIONS.index)

    def again(self, request: Any) -> Any:
        """Returns a retry of a page that could not be checked and must be, or None at the limit."""
        retry = get_retry_request(
            request, spider=self._crawler.spider, reason="facsim", stats_base_key="facsim/retry"
        )
        if retry is None:
            self.count("pages_dropped")
            logger.error("%s is dropped: no answer from %s", request.url, self.chosen.store)
        return retry

    async def closed(self, reason: str = "") -> None:
        """At the end of the spider: reports skipped links, ends the crawl, and closes the store."""
        name = self.chosen.crawl
        try:
            await self._tell_all()
            if name:
                await self.store.in_thread(lambda seen: self._end_crawl(seen, name, reason))
        except Exception as error:
            self.count("errors")
            logger.error("the crawl %s is still open: %s", name, error)
        finally:
            # No call is running, so this does not block.
            self.store.close()

    async def _tell_all(self) -> None:
        try:
            if self._left_out.untold:
                await self.store.in_thread(self._left_out.tell_all)
        except Exception as error:
            self.count("errors")
            links = self._left_out.untold
            logger.error("the store does not know of %d links that were left out: %s", links, error)
        if self._left_out.told:
            self.count("links_told", self._left_out.told)

    def _end_crawl(self, seen: Seen, name: str, reason: str) -> None:
        try:
            if reason in self.chosen.crawl_commit:
                seen.commit_crawl(name)
            elif reason in self.chosen.crawl_cancel:
                seen.cancel_crawl(name)
            else:
                logger.warning("the crawl %s is still open: the spider ended by %s", name, reason)
        except NotFoundError:
            logger.info("the crawl %s added no page", name)


class FacsimDownloaderMiddleware:
    """Checks each page before its callback runs. Use it with :class:`FacsimSpiderMiddleware`."""

    def __init__(self, shared: _Spider) -> None:
        self._shared = shared

    @classmethod
    def from_crawler(cls, crawler: Any) -> FacsimDownloaderMiddleware:
        return cls(_Spider.of(crawler))

    async def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        if await self._shared.verdict(request, response) != _RETRY:
            return response
        again = self._shared.again(request)
        if again is None:
            raise IgnoreRequest(f"{response.url}: the store of FACSIM_STORE gave no answer")
        return again


class FacsimSpiderMiddleware:
    """Drops and annotates requests and items of callbacks, according to the answer for the page.

    Without the downloader middleware it checks the page itself, before a generator begins.
    """

    def __init__(self, shared: _Spider) -> None:
        self._shared = shared
        self._field = shared.chosen.field

    @classmethod
    def from_crawler(cls, crawler: Any) -> FacsimSpiderMiddleware:
        return cls(_Spider.of(crawler))

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any], spider: Any = None
    ) -> AsyncIterator[Any]:
        shared = self._shared
        request: Any = response.request
        verdict = await shared.verdict(request, response)
        if verdict == _RETRY:
            again = shared.again(request)
            if again is not None:
                yield again
            return
        drops_links = shared.chosen.drop_links and verdict in ("skip_links", "skip")
        drops_items = shared.chosen.drop_items and verdict == "skip"
        own = {response.url, request.url}
        async for thing in result:
            if isinstance(thing, Request):
                # A request for the same page, such as a retry of a busy site, is not a link.
                if drops_links and thing.url not in own and not thing.meta.get(KEEP):
                    shared.drop_link(response.url)
                    continue
            elif thing is not None:
                if drops_items:
                    shared.count("items_dropped")
                    continue
                self._annotate(thing, request.meta.get(_META))
            yield thing

    def _annotate(self, item: Any, answer: Any) -> None:
        if not self._field or not isinstance(answer, dict):
            return
        try:
            members = ItemAdapter(item)
            if members.get(self._field) is None:
                members[self._field] = answer
        except (AttributeError, KeyError, TypeError, ValueError):
            # The item does not have the field, or cannot be changed.
            self._shared.count("items_without_field")


def _path_of(component: type) -> str:
    return f"facsim.scrapy.{component.__qualname__}"


def _place(settings: Any, name: str, component: type, order: int) -> None:
    """Adds a middleware to a setting, unless the user set its place or disabled it (None)."""
    there = settings[name]
    path = _path_of(component)
    if path not in there and component not in there:
        there.set(path, order, priority="addon")


class FacsimAddon:
    """Installs all middlewares: ``ADDONS = {"facsim.scrapy.FacsimAddon": 500}``."""

    def update_settings(self, settings: Any) -> None:
        for name, likely in unknown_of(settings):
            hint = f"; {likely}?" if likely else ""
            logger.warning("%s is no setting of facsim, and does nothing%s", name, hint)
        has_rules = bool(settings.get("FACSIM_URL_RULES"))
        # Without a store and without rules, the middlewares report that a store is missing.
        if settings.get("FACSIM_STORE") or not has_rules:
            _place(
                settings, "DOWNLOADER_MIDDLEWARES", FacsimDownloaderMiddleware, _DOWNLOADER_ORDER
            )
            _place(settings, "SPIDER_MIDDLEWARES", FacsimSpiderMiddleware, _SPIDER_ORDER)
        if has_rules:
            _place(settings, "SPIDER_MIDDLEWARES", FacsimRulesMiddleware, _RULES_ORDER)
            _place(
                settings,
                "DOWNLOADER_MIDDLEWARES",
                FacsimRulesDownloaderMiddleware,
                _RULES_DOWNLOADER_ORDER,
            )
            # A project with its own duplicate filter keeps it: this priority is lower.
            settings.set("DUPEFILTER_CLASS", _path_of(FacsimDupeFilter), priority="addon")
