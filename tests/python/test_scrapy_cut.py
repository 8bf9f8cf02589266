# SPDX-License-Identifier: Apache-2.0
"""facsim.scrapy where a response is cut short: it never takes the place of the whole page."""

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import facsim
import pytest

pytest.importorskip("scrapy", reason="skipped: no Scrapy; scripts/setup.sh test installs it")

from crawl_world import crawl, page, text_of  # noqa: E402
from facsim._scrapy_pages import is_cut  # noqa: E402
from scrapy.http import HtmlResponse  # noqa: E402

BEHIND = b'<a href="/behind">the rest</a></body></html>'
WHOLE = page("Whole", text_of(1, 300), []).replace(b"</body></html>", BEHIND)
PART = WHOLE[: len(WHOLE) * 9 // 10]
LOSSY = {"DOWNLOAD_FAIL_ON_DATALOSS": False, "CONCURRENT_REQUESTS": 1, "RETRY_ENABLED": False}


class Handler(http.server.BaseHTTPRequestHandler):
    """Of /cut a part comes, and of /open all that there is, without a length."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path.strip("/")
        body = {"cut": PART, "open-cut": PART, "behind": page("Behind", text_of(9, 200), [])}
        sent = body.get(name, WHOLE)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if name.startswith("open"):
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(WHOLE if name == "cut" else sent)))
        self.end_headers()
        self.wfile.write(sent)
        self.close_connection = True

    def log_message(self, *said: object) -> None:
        pass


@pytest.fixture
def lossy() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("part", ["cut", "open-cut"])
def test_a_part_does_not_stand_for_the_whole(tmp_path: Path, lossy: str, part: str) -> None:
    settings = LOSSY | {"FACSIM_STORE": str(tmp_path / "seen.store")}
    found = crawl(tmp_path, lossy + part, settings=settings, items=["dict"])
    (only,) = found.pages
    assert only["answer"]["added"] is False and only["answer"]["seen"] == "no"
    assert (found.count("cut"), found.count("checked"), found.count("added")) == (1, 1, 0)
    assert found.count("new") == 0 and len(found.items) == 1
    # The whole page comes later: new, stored, and its link leads on.
    later = crawl(tmp_path, f"{lossy}whole", settings=settings)
    assert later.urls() == [f"{lossy}whole", f"{lossy}behind"]
    assert (later.count("cut"), later.count("new"), later.count("added")) == (0, 2, 2)
    with facsim.Seen(settings["FACSIM_STORE"]) as seen:
        assert seen.find(lossy + part) == [] and len(seen.find(f"{lossy}whole")) == 1


def test_a_part_of_a_known_page_is_followed(tmp_path: Path, lossy: str) -> None:
    settings = LOSSY | {"FACSIM_STORE": str(tmp_path / "seen.store"),
                        "FACSIM_POLICY": '{"exact": "skip", "content": "skip"}'}  # fmt: skip
    crawl(tmp_path, f"{lossy}whole", settings=settings, follow=False)
    found = crawl(tmp_path, f"{lossy}cut", settings=settings, items=["dict"])
    (only,) = found.pages
    assert only["answer"]["seen"] == "yes" and only["answer"]["match"]["id"] == f"{lossy}whole"
    assert only["answer"]["action"] == "store" and sorted(only["flags"]) == ["dataloss", "facsim:store"]
    assert found.count("cut") == 1 and len(found.items) == 1 and found.count("items_dropped") == 0


def test_a_page_without_a_length_that_has_its_end_is_whole(tmp_path: Path, lossy: str) -> None:
    settings = LOSSY | {"FACSIM_STORE": str(tmp_path / "seen.store")}
    found = crawl(tmp_path, f"{lossy}open", settings=settings, follow=False)
    assert found.pages[0]["flags"] == ["partial", "facsim:store"]
    assert (found.count("cut"), found.count("new"), found.count("added")) == (0, 1, 1)


@pytest.mark.parametrize(
    ("flags", "end", "cut"),
    [
        ([], "", False),
        (["cached"], "<p>open", False),
        (["dataloss"], "</html>", True),
        (["cached", "dataloss"], "</html>", True),
        (["download_stopped"], "</html>", True),
        (["partial"], "", True),
        (["partial"], "</html", True),
        (["partial"], "</HTML >\n", False),
        (["partial"], "</html> <!-- from a cache -->\n<!-- a > b -->", False),
        (["partial"], "</html><p>and a", True),
        (["partial", "dataloss"], "</html>", True),
    ],
)
def test_what_is_cut(flags: list[str], end: str, cut: bool) -> None:
    body = f"<html><body><p>{text_of(2)}{end}".encode()
    assert is_cut(HtmlResponse("http://example.org/", body=body, flags=flags)) is cut


def test_the_end_of_a_hostile_page_is_found_in_time() -> None:
    body = b"<p>" + b"</html>" + b"<!--" * 2_000 + b"--> " * 2_000
    assert is_cut(HtmlResponse("http://example.org/", body=body, flags=["partial"]))


def test_many_comments_behind_the_end_are_read_in_time() -> None:
    for tail, cut in ((b"", False), (b"x", True)):
        body = b"<html><p>text</html>" + b"<!---->" * 400 + tail
        assert is_cut(HtmlResponse("http://example.org/", body=body, flags=["partial"])) is cut
