# SPDX-License-Identifier: Apache-2.0
"""AsyncSeen: the methods of Seen as coroutines, which never stall the event loop."""

import asyncio
import inspect
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import facsim
import pytest
from fault_proxy import FaultProxy
from running import allowed
from seen_world import Service, near, text_of, url_of

errors = facsim.errors
Run = Callable[[Callable[[facsim.AsyncSeen], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def run_with(back: str, tmp_path: Path, request: pytest.FixtureRequest) -> Run:
    """Returns a function that runs a coroutine with a store, of each kind in turn."""
    where: object = tmp_path / "store"
    if back == "service":
        where = url_of(request.getfixturevalue("service"))

    def run(work: Callable[[facsim.AsyncSeen], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            async with facsim.AsyncSeen(where) as seen:
                await work(seen)
            assert seen.closed

        asyncio.run(whole())

    return run


def test_every_method_is_there() -> None:
    own = {"closed", "where"}  # which ask nobody
    for name, method in inspect.getmembers(facsim.Seen):
        if name.startswith("_") or name in own:
            continue
        mine = getattr(facsim.AsyncSeen, name)
        assert inspect.iscoroutinefunction(mine) or inspect.isasyncgenfunction(mine), name
        assert inspect.signature(mine).parameters == inspect.signature(method).parameters, name
        assert mine.__doc__, name


def test_it_answers_as_seen_does(run_with: Run) -> None:
    async def work(seen: facsim.AsyncSeen) -> None:
        added = await seen.check_and_add(text_of(1), id="a")
        assert (added.seen, added.added) == ("no", True)
        assert (await seen.check(near(text_of(1), 1))).match.id == "a"
        answers = await seen.check_and_add_batch([text_of(2), near(text_of(2), 1)], crawl="one")
        assert [answer.seen for answer in answers] == ["no", "yes"]
        await seen.commit_crawl("one")
        assert [crawl.state for crawl in await seen.crawls()] == ["committed"]
        facts = await seen.facts(text_of(1))
        assert (await seen.check_facts(facts))[0].kind == "exact"
        assert (await seen.find("a"))[0].number == 1
        assert len(await seen.cluster(2)) == 2
        assert await seen.delete(["a", "b"]) == (1, ["b"])
        with pytest.raises(errors.NotFoundError):
            await seen.cancel_crawl("one")
        with pytest.raises(TypeError, match="a page is missing"):
            await seen.check()

    run_with(work)


def test_many_at_once(run_with: Run) -> None:
    async def work(seen: facsim.AsyncSeen) -> None:
        pages = [{"id": f"p{n}", "text": text_of(n)} for n in range(100)]
        added = await asyncio.gather(*(seen.check_and_add(page) for page in pages))
        assert {answer.seen for answer in added} == {"no"}
        found = await asyncio.gather(*(seen.check(page) for page in pages * 2))
        assert [answer.match.id for answer in found] == [page["id"] for page in pages] * 2
        copies = await asyncio.gather(
            *(seen.check_and_add(near(text_of(500), number)) for number in range(50))
        )
        assert sorted(answer.seen for answer in copies) == ["no"] + ["yes"] * 49

    run_with(work)


def test_visit(tmp_path: Path) -> None:
    async def work() -> None:
        async with facsim.AsyncSeen(tmp_path / "store") as seen:
            await seen.check_and_add_batch(text_of(number) for number in range(5))
            assert [page.number async for page in seen.visit(2)] == [2, 3, 4, 5]

    asyncio.run(work())


async def beats(until: asyncio.Future) -> float:
    """Returns the longest time for which the loop was blocked."""
    longest, last = 0.0, time.monotonic()
    while not until.done():
        await asyncio.sleep(0.005)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    return longest


def test_a_slow_service_does_not_stall_the_loop(service: Service) -> None:
    async def work(proxy: FaultProxy) -> None:
        async with facsim.AsyncSeen(proxy.url, threads=4) as seen:
            proxy.slow = 0.5
            asked = asyncio.gather(*(seen.check("a") for _ in range(12)))
            longest = await beats(asked)
            assert len(await asked) == 12 and longest < allowed(0.4)
            assert proxy.open_most <= 5

    with FaultProxy(service.port) as proxy:
        asyncio.run(work(proxy))


def test_who_is_cancelled_does_not_wait(service: Service) -> None:
    async def work(proxy: FaultProxy) -> None:
        async with facsim.AsyncSeen(proxy.url, threads=1) as seen:
            proxy.slow = 2
            began = time.monotonic()
            tasks = [asyncio.create_task(seen.check("a")) for _ in range(20)]
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(seen.check("a"), 0.1)
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(each, asyncio.CancelledError) for each in done)
            assert time.monotonic() - began < allowed(1)
            proxy.slow = 0
            assert (await seen.check("a")).seen == "too_short"

    with FaultProxy(service.port) as proxy:
        asyncio.run(work(proxy))


def test_opening_and_closing(tmp_path: Path) -> None:
    async def work() -> None:
        seen = facsim.AsyncSeen(tmp_path / "store")
        assert repr(seen).endswith(": not opened yet>")
        one, other = await asyncio.gather(seen.check("a"), seen.check("b"))
        assert one == other and repr(seen).endswith(": open>")
        await seen.close()
        await seen.close()
        assert repr(seen).endswith(": closed>")
        for call in (seen.check("a"), seen.settings(), seen.__aenter__()):
            with pytest.raises(errors.InvalidArgumentError, match="closed; open it again"):
                await call
        absent = facsim.AsyncSeen(tmp_path / "none", must_exist=True)
        for _ in range(2):
            with pytest.raises(errors.NotFoundError):
                await absent.check("a")
        await absent.close()
        async with facsim.AsyncSeen(tmp_path / "store") as again:
            assert (await again.check("a")).seen == "too_short"
        for threads in (0, "2"):
            with pytest.raises((ValueError, TypeError), match="threads"):
                facsim.AsyncSeen(tmp_path / "store", threads=threads)

    asyncio.run(work())
