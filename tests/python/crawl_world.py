# SPDX-License-Identifier: Apache-2.0
"""A local site with everything that makes a crawler fetch pages twice, and crawls of it."""

import gzip
import http.server
import json
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

import pytest
from running import PRELOADED, Started, start
from service_world import text_of

SPIDER = Path(__file__).with_name("crawl_spider.py")
DOCS = 5
MONTHS = "January February March April May June July August September October November December"


def page(title: str, text: str, links: list[str]) -> bytes:
    """Returns an HTML page with its links before the text."""
    anchors = "".join(f'<a href="{link}">{link.partition("?")[0]}</a> ' for link in links)
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title></head><body><nav>{anchors}</nav>"
        f"<main><h1>{title}</h1><p>{text}</p></main></body></html>"
    ).encode()


class Site:
    """The pages of two hosts: 127.0.0.1, and localhost, its mirror.

    `/doc/N` links to itself with a session id, to its print view and to the next one. `/cal/M` has
    the same text for each of endlessly many months. `/edit/N` is `/doc/N` with half of its text
    rewritten, and is the only page with a link to `/edit/N/more`. `added`: True adds a later page.
    """

    def __init__(self) -> None:
        self.hits: list[str] = []
        self.busy = 1  # the number of answers of /busy that are 503
        self.added = False
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host = self.headers["Host"].partition(":")[0]
                site.hits.append(("" if host == "127.0.0.1" else host) + self.path)
                status, kind, body, fields = site.answer(host, self.path)
                self.send_response(status)
                for name, value in (("Content-Type", kind), *fields.items()):
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *said: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/"
        self.mirror = f"http://localhost:{self.port}/"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> "Site":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.server.shutdown()
        self.server.server_close()

    def answer(self, host: str, path: str) -> tuple[int, str, bytes, dict[str, str]]:
        """Returns status, media type, body and further fields."""
        parts = urlsplit(path)
        names = parts.path.strip("/").split("/")
        sid = parse_qs(parts.query).get("sid", [""])[0]
        html = "text/html; charset=utf-8"
        if path == "/robots.txt":
            return 200, "text/plain", b"User-agent: *\nDisallow: /private\n", {}
        if path == "/data.json":
            return 200, "application/json", b'{"some": "data"}', {}
        if path == "/moved":
            return 302, html, b"", {"Location": "/doc/3"}
        if path == "/busy" and self.busy > 0:
            self.busy -= 1
            return 503, html, page("Busy", "Come back later.", []), {}
        if path == "/broken":
            broken = b"<html><body><p>\xff\xfe caf\xe9 " + text_of(70).encode() + b"<a href=/doc/1>1"
            return 200, "text/html", broken, {}
        if path == "/packed":
            body = gzip.compress(page("Packed", text_of(71), []))
            return 200, html, body, {"Content-Encoding": "gzip"}
        found = self.html(host, names, sid)
        return (404, html, page("Gone", "No such page.", []), {}) if not found else (200, html, found, {})

    def html(self, host: str, names: list[str], sid: str) -> bytes | None:
        """Returns the page of a path, or None."""
        if names == [""]:
            links = [f"/doc/{number}" for number in range(DOCS)]
            links += ["/cal/0", "/edit/1", "/moved", "/busy", "/broken", "/packed", "/data.json"]
            links += ["/private", self.mirror] + ["/tomorrow"] * self.added
            return page("Index", text_of(99), links)
        if names == ["busy"]:
            return page("Busy", text_of(72), [])
        if names == ["tomorrow"] and self.added:
            return page("Tomorrow", text_of(73), [])
        if len(names) < 2 or not names[1].isdigit():
            return None
        kind, number = names[0], int(names[1])
        if kind == "doc" and number < DOCS:
            ids = "?sid=" + (sid + "x" if sid else f"{number}")
            links = [f"/doc/{number}{ids}", f"/print/{number}", f"/doc/{(number + 1) % DOCS}"]
            return page(f"Doc {number}", text_of(number), links)
        if kind == "print" and number < DOCS:
            return page(f"Doc {number}", text_of(number) + " printed", [f"/print/{number}?sid=7"])
        if kind == "cal":
            month = MONTHS.split()[number % 12]
            return page(f"{month} {number}", f"{text_of(50, 120)} {month}", [f"/cal/{number + 1}"])
        if kind == "edit" and number < DOCS and names[2:] == []:
            half = " ".join(text_of(number).split()[:40])
            return page(f"Doc {number}", f"{half} {text_of(60, 60)}", [f"/edit/{number}/more"])
        if kind == "edit" and names[2:] == ["more"]:
            return page("More", text_of(61), [])
        return None


@dataclass
class Crawl:
    """The result of a crawl."""

    stats: dict
    pages: list[dict]  # of each callback: url, flags, answer
    items: list[dict]
    log: str

    def count(self, what: str) -> int:
        """Returns a count of the add-on."""
        return self.stats.get(f"facsim/{what}", 0)

    def urls(self) -> list[str]:
        """Returns the URLs whose callbacks ran."""
        return [page["url"] for page in self.pages]


def told(folder: Path, how: dict) -> Path:
    """Writes the file that tells crawl_spider.py what to crawl; `how`: its further settings."""
    settings = {"LOG_LEVEL": "INFO", "TELNETCONSOLE_ENABLED": False, **how.get("settings", {})}
    given = folder / "crawl.json"
    given.write_text(json.dumps(how | {"settings": settings}))
    return given


# Scrapy 2.10 and 2.11 run with a Twisted that causes deprecation warnings in Python 3.11.
STRICT = [] if version("scrapy").startswith(("2.10.", "2.11.")) else ["-W", "error::DeprecationWarning"]
COMMAND = [sys.executable, *STRICT, SPIDER]
ENVIRONMENT = PRELOADED | {
    "PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"],
    "PYTHONDONTWRITEBYTECODE": "1",
}
# One process for all tests of the session, started by the first; its input ends with the session.
_crawlers: list[Started] = []


def crawls(folder: Path, *urls: str, status: int = 0, **how: object) -> tuple[list[Crawl], str]:
    """Crawls in one process to their end, and what it logged."""
    if not _crawlers or _crawlers[0].poll() is not None:
        _crawlers[:] = [start(COMMAND, env=ENVIRONMENT, stderr=None)]
        Started.at_work.remove(_crawlers[0])  # not of this test alone
    given = told(folder, how | {"urls": urls})
    _crawlers[0].stdin.write(f"{given}\n".encode())
    _crawlers[0].stdin.flush()
    ended = _crawlers[0].stdout.readline()
    log = Path(f"{given}.err").read_text()
    assert ended == f"{status}\n".encode(), log
    return crawls_of(Path(f"{given}.out").read_text(), log), log


def crawls_of(out: str, log: str) -> list[Crawl]:
    """Returns the crawls that a process printed."""
    return [Crawl(**json.loads(line), log=log) for line in out.splitlines()]


def crawl(folder: Path, *urls: str, **how: object) -> Crawl:
    """Runs one crawl with the add-on, in which nothing may raise."""
    (only,), log = crawls(folder, *urls, **how)
    assert "Traceback" not in log, log
    return only


def begin(folder: Path, *urls: str, **how: object) -> Started:
    """Starts a crawl in its own process without waiting."""
    return start([*COMMAND, told(folder, how | {"urls": urls})], env=ENVIRONMENT)


@pytest.fixture
def site() -> Iterator[Site]:
    """Yields a site for one test."""
    with Site() as started:
        yield started
