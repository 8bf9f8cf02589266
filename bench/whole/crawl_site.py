# SPDX-License-Identifier: Apache-2.0
"""A site on this machine from a Debian manual, with the things that make crawlers repeat pages.

Two hosts (127.0.0.1 and localhost) have the same pages. Each page links to itself with a session
id, which then appears in all links of the page, and to its print view. A calendar has a page for
each of endlessly many months. Every `EDITED`th page has an edited version, in which each second
paragraph comes from another page. Everything else is unchanged from the manual.
"""

import hashlib
import http.server
import re
import subprocess
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

PACKAGES = ("git-doc",)
SESSIONS = 2
EDITED = 5
HTML = "text/html; charset=utf-8"
LINK = re.compile(rb'(href=")(?![a-z]+:|//|#)([^"#?]*(?:\.html|/))(#[^"]*)?(")', re.IGNORECASE)
PARAGRAPH = re.compile(rb"<p\b[^>]*>.*?</p>", re.DOTALL | re.IGNORECASE)
CALENDAR = """The harbour office keeps a calendar of arrivals and departures. Ships that wish to use
the northern quay announce themselves two days before they arrive and name their length and their
draught. The pilot boards at the outer buoy, and the tugs wait behind the mole. Berths are given in
the order in which ships announce themselves, but for mail and for ships with passengers, which have
the inner berth. Fees are due before a ship leaves, and receipts are kept for seven years."""


def fetch(folder: Path) -> list[tuple[str, Path]]:
    """Fetches the manuals with apt; returns (path on the site, file) of their pages."""
    found = []
    for package in PACKAGES:
        there = folder / package
        if not there.exists():
            subprocess.run(["apt-get", "download", package], cwd=folder, check=True,
                           capture_output=True)  # fmt: skip
            (deb,) = folder.glob(f"{package}_*.deb")
            subprocess.run(["dpkg-deb", "-x", deb, there], check=True)
        roots = {path.parent for path in there.rglob("*.html")}
        top = min(roots, key=lambda path: len(path.parts))
        for path in sorted(top.rglob("*.html")):
            if path.is_file() and path.suffix == ".html":
                found.append((f"/{package}/{path.relative_to(top)}", path))
    return found


class Site:
    """Served within `with`. `hits`: (host, path) of each request; `bytes`: those of the bodies."""

    def __init__(self, pages: list[tuple[str, Path]]) -> None:
        self.pages = {path: file.read_bytes() for path, file in pages}
        names = sorted(self.pages)
        self.edited = {
            name: self.edit(name, names[(number + 7) % len(names)])
            for number, name in enumerate(names)
            if number % EDITED == 0
        }
        self.edited = {name: body for name, body in self.edited.items() if body}
        self.reset()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                body = site.answer(self.headers["Host"].split(":")[0], self.path)
                self.send_response(200 if body is not None else 404)
                self.send_header("Content-Type", HTML)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *said: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.mirror = f"http://localhost:{self.server.server_port}/"

    def edit(self, name: str, other: str) -> bytes | None:
        """Returns the page with each second paragraph from another one; None if both are short."""
        own, others = self.pages[name], PARAGRAPH.findall(self.pages[other])
        count = len(PARAGRAPH.findall(own))
        if count < 6 or len(others) < count // 2:
            return None
        numbers = iter(range(count))
        return PARAGRAPH.sub(
            lambda found: others[n // 2] if (n := next(numbers)) % 2 else found[0], own
        )

    def reset(self) -> None:
        """Forgets all requests."""
        self.lost: set[tuple[str, str]] = set()  # (host, path) of pages that no longer exist
        self.hits: list[tuple[str, str]] = []
        self.bytes = 0

    def source(self, path: str) -> str:
        """Returns the page of the truth of which the path is a version."""
        parts = urlsplit(path)
        query = parse_qs(parts.query)
        if parts.path.startswith("/calendar"):
            return "/calendar"
        return parts.path + ("?edited" if "edited" in query else "")

    def truth(self) -> dict[str, str]:
        """Returns, for each page of the truth, the digest of its bytes; some pages occur twice."""
        own = self.pages | {f"{name}?edited": body for name, body in self.edited.items()}
        return {name: hashlib.sha1(body).hexdigest() for name, body in own.items()}  # noqa: S324

    def answer(self, host: str, path: str) -> bytes | None:
        """Returns the body of a page, or None if it does not exist."""
        self.hits.append((host, path))
        body = None if (host, path) in self.lost else self.body(path)
        self.bytes += len(body or b"")
        return body

    def body(self, path: str) -> bytes | None:
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/":
            roots = [f"/{package}/index.html" for package in PACKAGES]
            links = [*roots, "/calendar/0", self.mirror]
            lines = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
            return f"<title>Manuals</title><ul>{lines}</ul>".encode()
        if parts.path.startswith("/calendar/"):
            month = int(parts.path.rsplit("/", 1)[1])
            return (
                f"<title>Month {month}</title><main><h1>Month {month}</h1><p>{CALENDAR}</p></main>"
                f'<a href="/calendar/{month + 1}">next</a>'
            ).encode()
        table = self.edited if "edited" in query else self.pages
        if (found := table.get(parts.path)) is None:
            return None
        if "print" in query:
            return b"<p>Printed from the manual.</p>" + LINK.sub(rb"\1#\4", found)
        sid = query.get("sid")
        if sid:
            found = LINK.sub(rb"\1\2?sid=" + sid.encode() + rb"\3\4", found)
        own = sid or str(sum(parts.path.encode()) % SESSIONS)
        more = [f"?sid={own}", "?print=1"]
        if parts.path in self.edited and not query:
            more.append("?edited=1")
        links = " ".join(f'<a href="{link}">{link[1:6]}</a>' for link in more)
        body, end, rest = found.rpartition(b"</body>")
        return body + f"<nav>{links}</nav>".encode() + end + rest

    def __enter__(self) -> "Site":
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.server.shutdown()
        self.server.server_close()
