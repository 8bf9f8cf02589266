# SPDX-License-Identifier: Apache-2.0
"""Real pages as bodies of requests, for the load on a service."""

import http.client
import json
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import measuring

BODIES_MOST = 400
TEXT_BYTES = (2_000, 6_000)
HTML_BYTES = (50_000, 70_000)


@dataclass
class Bodies:
    """A file of bodies of one media type."""

    path: Path
    media_type: str
    count: int
    median_bytes: int


def documents(name: str) -> Iterator[dict]:
    """Yields the documents of a set of real data; ends the script if it is missing."""
    path = measuring.corpus(name)
    if path is None:
        raise SystemExit("set FACSIM_DATA to the folder of the real data")
    with path.open("rb") as lines:
        for line in lines:
            yield json.loads(line)


def write_bodies(path: Path, media_type: str, bodies: Iterable[bytes]) -> Bodies:
    """Writes each body as its length in four bytes, followed by its bytes."""
    sizes = []
    with path.open("wb") as out:
        for body in bodies:
            out.write(struct.pack("<I", len(body)) + body)
            sizes.append(len(body))
    return Bodies(path, media_type, len(sizes), sorted(sizes)[len(sizes) // 2])


def spread(pages: list[dict], most: int) -> list[dict]:
    """Returns at most `most` pages from all over the list."""
    step = max(1, len(pages) // most)
    return pages[::step][:most]


def chosen(name: str, member: str, fits: Callable[[int], bool]) -> list[dict]:
    """Returns documents whose text or HTML has a fitting number of bytes."""
    fitting = [page for page in documents(name) if fits(len(page[member].encode()))]
    return spread(fitting, BODIES_MOST)


def page_json(page: dict, number: int, member: str) -> bytes:
    """Returns the page as a client sends it, with a unique URL."""
    url = f"https://www.example.org/{member}/{number}"
    return json.dumps({"url": url, member: page[member]}, ensure_ascii=False).encode()


def text_bodies(folder: Path, name: str, fits: Callable[[int], bool]) -> Bodies:
    """Writes texts as JSON."""
    pages = chosen("ota_terms", "text", fits)
    bodies = (page_json(page, number, "text") for number, page in enumerate(pages))
    return write_bodies(folder / name, "application/json", bodies)


def html_bodies(folder: Path) -> Bodies:
    """Writes captured pages of about 60 KB, as they were fetched."""
    pages = chosen("ota_html_dev", "html", lambda size: HTML_BYTES[0] <= size <= HTML_BYTES[1])
    return write_bodies(folder / "html", "text/html", (page["html"].encode() for page in pages))


def empty_bodies(folder: Path) -> Bodies:
    """Writes pages without, or nearly without, text."""
    texts = ["", " ", "Loading", "404 Not Found", "Please enable JavaScript"]
    bodies = (page_json({"text": text}, number, "text") for number, text in enumerate(texts))
    return write_bodies(folder / "empty", "application/json", bodies)


def add_every_second(port: int, bodies: Bodies) -> int:
    """Stores half of the pages, so that some of the queried ones are known."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    added = 0
    data = bodies.path.read_bytes()
    at = number = 0
    while at < len(data):
        (size,) = struct.unpack_from("<I", data, at)
        if number % 2 == 0:
            target = "/v1/collections/default/check?add=true"
            head = {"Content-Type": bodies.media_type}
            client.request("POST", target, data[at + 4 : at + 4 + size], head)
            added += json.loads(client.getresponse().read())["added"]
        at, number = at + 4 + size, number + 1
    client.close()
    return added
