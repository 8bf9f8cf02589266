# SPDX-License-Identifier: Apache-2.0
"""Seen as the client of a service: lost answers, tokens, wrong URLs, slow services."""

import os
import pickle
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import facsim
import pytest
from fault_proxy import FaultProxy, problem
from running import allowed
from seen_world import Service, in_threads, near, text_of, url_of

errors = facsim.errors
READ, WRITE = "read-token-of-the-test", "write-token-of-the-test"


@pytest.fixture
def proxy(service: Service) -> Iterator[FaultProxy]:
    """Before the service of the test."""
    with FaultProxy(service.port) as between:
        yield between


def test_a_lost_answer_is_asked_for_again(proxy: FaultProxy, service: Service) -> None:
    with facsim.Seen(proxy.url) as seen:
        proxy.lose = 2
        first = seen.check_and_add(text_of(1), id="a")
        assert (first.seen, first.added) == ("no", True)
        assert len(set(proxy.keys())) == 1 and len(proxy.keys()) == 3
        proxy.lose = 1
        many = seen.check_and_add_batch([text_of(number) for number in range(2, 40)])
        assert [answer.seen for answer in many] == ["no"] * 38
        assert len(set(proxy.keys())) == 2, "a new key for each request"
        facts = seen.facts(text_of(50))
        proxy.lose = 1
        seen.check_and_add_facts(facts, retry_key="mine")
        assert proxy.keys()[-2:] == [b"mine"] * 2
        assert seen.figures().last_row == 40
    assert all(not line.startswith(b"content-encoding") for line in proxy.heads)


def test_a_service_that_is_killed_between_request_and_answer(tmp_path: Path) -> None:
    with FaultProxy() as proxy, Service(tmp_path / "store") as first:
        proxy.port = first.port
        with facsim.Seen(proxy.url) as seen:
            seen.check_and_add(text_of(1), id="a")
            again: list[Service] = []

            def kill_and_restart() -> None:
                first.process.send_signal(signal.SIGKILL)
                first.process.wait()
                time.sleep(0.2)
                again.append(Service(tmp_path / "store").__enter__())
                proxy.port = again[0].port

            # The answer is on the disk, and lost on its way.
            proxy.lose = 1
            restarts = threading.Thread(target=kill_and_restart)
            proxy.before = lambda sent: restarts.start() if len(proxy.heads) == 4 else None
            second = seen.check_and_add(text_of(2), id="b")
            restarts.join()
            assert (second.seen, second.added) == ("no", True)
            assert len(set(proxy.keys()[1:])) == 1 and len(proxy.keys()) >= 3
            assert [page.id for page in seen.find("b")] == ["b"]
            assert seen.check(near(text_of(1), 1)).match.id == "a"
        again[0].__exit__(None, None, None)


def test_no_room_is_waited_for(proxy: FaultProxy) -> None:
    with facsim.Seen(proxy.url, retries=3) as seen:
        proxy.say = [problem(429, fields="Retry-After: 1\r\n"), problem(503)]
        began = time.monotonic()
        assert seen.check_and_add(text_of(1)).seen == "no"
        assert 1 <= time.monotonic() - began < allowed(6)
        assert len(set(proxy.keys())) == 1
        proxy.say = [problem(429)] * 4
        with pytest.raises(errors.BusyError, match="because"):
            seen.check_and_add(text_of(2))
        assert proxy.say == []
        proxy.say = [problem(503, fields="Retry-After: 3600\r\n")]
        with pytest.raises(errors.BusyError):
            seen.check(text_of(2))
        proxy.say = [problem(429)]
        assert seen.delete("nobody") == (0, ["nobody"])


def test_what_may_be_done_once_is_not_done_twice(proxy: FaultProxy) -> None:
    with facsim.Seen(proxy.url) as seen:
        seen.check_and_add(text_of(1), id="a", crawl="one")
        for call in (lambda: seen.commit_crawl("one"), lambda: seen.delete("a")):
            proxy.lose = 1
            before = len(proxy.heads)
            with pytest.raises(errors.IoError, match="perhaps the change was made"):
                call()
            assert len(proxy.heads) == before + 1
        assert seen.crawls()[0].state == "committed" and seen.find("a") == []


def test_connections_are_kept_and_bounded(proxy: FaultProxy) -> None:
    with facsim.Seen(proxy.url, threads=3) as seen:
        for _ in range(20):
            seen.check("a")
        assert proxy.connections == 1
        proxy.slow = 0.02
        in_threads(12, lambda _: seen.check("a"))
        assert proxy.open_most <= 3 and proxy.connections <= 3
    with facsim.Seen(proxy.url) as seen:
        # The service has closed what was kept: read again, without a word.
        proxy.slow = 0
        proxy.lose = 1
        assert seen.check("a").seen == "too_short"


STATUSES = {
    400: errors.InvalidArgumentError, 401: errors.IoError, 403: errors.IoError,
    404: errors.NotFoundError, 409: errors.AlreadyExistsError,
    413: errors.InvalidArgumentError, 422: errors.InvalidArgumentError, 429: errors.BusyError,
    500: errors.IoError, 503: errors.BusyError, 507: errors.NoSpaceError,
}  # fmt: skip


def test_problems_are_the_classes_of_facsim(proxy: FaultProxy) -> None:
    with facsim.Seen(proxy.url, retries=0) as seen:
        for status, kind in STATUSES.items():
            proxy.say = [problem(status, "what is wrong")]
            with pytest.raises(kind, match="what is wrong") as raised:
                seen.check("a")
            assert proxy.url in str(raised.value) and raised.value.where == proxy.url
        for junk in (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\njunk",
                     b"HTTP/1.1 302 Found\r\nLocation: http://x/\r\nContent-Length: 0\r\n\r\n"):
            proxy.say = [junk]
            with pytest.raises(errors.UnsupportedError, match="look at the URL"):
                seen.check("a")
        proxy.say = [b"SSH-2.0-junk\r\n\r\n"]
        with pytest.raises(errors.IoError, match="answer was lost"):
            seen.check_and_add("a")


@pytest.mark.parametrize("body", [
    b"[]", b"7", b"{}", b'{"seen":"maybe","added":false,"kind":null,"match":null,"cluster":null,"action":"store"}',
    b'{"seen":"no","added":false,"kind":null,"match":7,"cluster":null,"action":"store"}',
    b'{"seen":"no","added":false,"kind":null,"match":{},"cluster":null,"action":"store"}',
    b'{"seen":"no","added":false,"kind":null,"match":null,"cluster":null,"action":"dance"}',
])  # fmt: skip
def test_answers_of_another_service_are_refused(proxy: FaultProxy, body: bytes) -> None:
    """Whatever it says, the error is one of facsim's, and nobody acts on a word of it."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    with facsim.Seen(proxy.url, retries=0) as seen:
        for ask in (lambda: seen.check("a"), lambda: seen.check_and_add("a"), lambda: seen.check_batch(["a"]),
                    lambda: seen.check_batch(["a", "b"]), lambda: seen.find("a"), lambda: seen.copies("a"),
                    lambda: seen.cluster("a"), seen.settings, seen.figures, seen.crawls,
                    lambda: seen.delete(["a"]), lambda: seen.delete_where(host="a")):  # fmt: skip
            proxy.say = [answer]
            with pytest.raises(errors.UnsupportedError):
                ask()


def test_batches_that_a_service_finds_too_large_are_parted(tmp_path: Path) -> None:
    with (
        Service(tmp_path / "store", "--batch-max", "7", "--body-max", "64K") as small,
        facsim.Seen(url_of(small)) as seen,
    ):
        pages = [{"id": f"p{n}", "text": text_of(n)} for n in range(50)]
        assert [a.seen for a in seen.check_and_add_batch(pages)] == ["no"] * 50
        assert [a.match.id for a in seen.check_batch(pages)] == [page["id"] for page in pages]
        facts = [seen.facts(page) for page in pages]
        assert [a.kind for a in seen.check_facts(facts)] == ["exact"] * 50
        assert seen.delete([page["id"] for page in pages] + ["nobody"]) == (50, ["nobody"])
        with pytest.raises(errors.InvalidArgumentError, match="at most 7"):
            seen.check_and_add_batch(pages, retry_key="of-all")
        with pytest.raises(errors.InvalidArgumentError, match="--body-max"):
            seen.check(text_of(1, 30_000))
        assert seen.check(text_of(1)).seen == "no", "the connection that closed is not kept"


def test_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"read {READ}\nwrite {WRITE}\n")
    with Service(tmp_path / "store", "--tokens", tokens) as guarded:
        for wrong in (None, "wrong-token-of-the-test"):
            with pytest.raises(errors.IoError, match="give token=") as raised:
                facsim.Seen(url_of(guarded), token=wrong)
            assert "wrong-token" not in f"{raised.value!r} {raised.value}"
        with facsim.Seen(url_of(guarded), token=READ) as seen:
            assert seen.check("a").seen == "too_short"
            with pytest.raises(errors.IoError, match="token for writing") as raised:
                seen.check_and_add("a")
            assert READ not in f"{raised.value!r} {seen!r} {vars(seen)}"
            assert seen.figures().last_row == 0
        monkeypatch.setenv("FACSIM_READ_TOKEN", READ)
        monkeypatch.setenv("FACSIM_WRITE_TOKEN", WRITE)
        with facsim.Seen(url_of(guarded)) as seen:
            assert seen.check_and_add(text_of(1)).added
            monkeypatch.delenv("FACSIM_WRITE_TOKEN")
            assert seen.check(text_of(1)).seen == "yes"
            with pytest.raises(errors.IoError, match="token for writing"):
                seen.delete("a")
        with pytest.raises(TypeError):
            pickle.dumps(seen)
    for bad in ("", "a b", "a\nb", "é", 3):
        with pytest.raises((errors.InvalidArgumentError, TypeError)) as raised:
            facsim.Seen("http://127.0.0.1:1", token=bad)
        assert repr(bad) not in str(raised.value)


URLS = [
    ("ftp://127.0.0.1/", errors.InvalidArgumentError, "http:// or https://"),
    ("127.0.0.1:7700", errors.InvalidArgumentError, "write http://127.0.0.1:7700"),
    ("http://", errors.InvalidArgumentError, "no URL of a service"),
    ("http://127.0.0.1:99999", errors.InvalidArgumentError, "no port"),
    ("http://a:b@127.0.0.1:7700", errors.InvalidArgumentError, "names no user"),
    ("http://127.0.0.1:7700?a=b", errors.InvalidArgumentError, "no URL of a service"),
    ("http://127.0.0.1:77 00", errors.InvalidArgumentError, "no port"),
    ("http://127.0.0.1:7700/a b", errors.InvalidArgumentError, "holds no blank"),
    ("http://127.0.0.1:1", errors.IoError, "cannot be reached"),
    ("https://127.0.0.1:1", errors.IoError, "cannot be reached"),
    ("http://no-such-host.invalid:7700", errors.IoError, "cannot be reached"),
]


def test_wrong_urls(service: Service) -> None:
    for url, kind, said in URLS:
        with pytest.raises(kind, match=said):
            facsim.Seen(url)
    with pytest.raises(errors.NotFoundError, match="nothing under this path"):
        facsim.Seen(url_of(service) + "/elsewhere", must_exist=True)
    with pytest.raises(errors.IoError, match="cannot be reached"):
        facsim.Seen(url_of(service).replace("http:", "https:"))
    refused = {"seen_kinds": "exact", "durability": "none", "memory": "1G", "front_pages": 9}
    for name, value in refused.items():
        with pytest.raises(errors.InvalidArgumentError, match=f"^{name}= is for a store in a f"):
            facsim.Seen(url_of(service), **{name: value})
    with facsim.Seen(url_of(service)) as seen:
        for call in (seen.seal, lambda: next(seen.visit()), lambda: seen.backup("x")):
            with pytest.raises(errors.UnsupportedError, match="is for a store in a folder"):
                call()
        for key in ("a b", "é", "a\n"):
            with pytest.raises(errors.InvalidArgumentError, match="retry_key"):
                seen.check_and_add("a", retry_key=key)


def test_a_service_that_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with pytest.raises(errors.IoError, match="no answer within 0.3 seconds"):
            facsim.Seen(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.3)
        assert time.monotonic() - began < allowed(3)


def test_a_forked_process_has_connections_of_its_own(service: Service) -> None:
    with facsim.Seen(url_of(service)) as seen:
        seen.check_and_add(text_of(1), id="a")
        child = os.fork()
        if child == 0:
            fine = all(seen.check(text_of(1)).match.id == "a" for _ in range(50))
            os._exit(0 if fine else 1)
        assert all(seen.check("short").seen == "too_short" for _ in range(50))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
