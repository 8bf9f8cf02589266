#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two days of a crawl that deduplicates, made with wget on loopback alone, and what facsim does
to it.

    tests/cli/revisit_crawl.py FOLDER [--articles 80] [--program build/release/facsim]...

A site with articles and lists is served on two ports, as a host and its mirror. Its lists link
each article twice, once with a session id that is another every day. wget crawls it on two days;
on the second it writes revisit records for what it knows from the first day's CDX. Then facsim
deduplicates both days by each keep policy, and the second day against an index of the first. For
each the table says how many revisits find their original in the copies: revisit_world.py looks
them up itself. Nothing leaves the machine; the servers end with the script."""

import argparse
import json
import random
import shutil
import sys
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

sys.path.append(str(Path(__file__).resolve().parents[1]))
from making import words  # noqa: E402
from revisit_world import replay  # noqa: E402
from running import PROGRAM, Program, run  # noqa: E402

KEEPS = ["first", "last", "longest", "shortest-url", "newest", "oldest", "canonical"]
PER_LIST = 10


@dataclass
class Site:
    """What both hosts serve. No two URLs have the same bytes: wget knows one of each.

    Every fifth article is edited on the second day."""

    articles: int = 80
    day: int = 1

    def page(self, host: str, path: str) -> str | None:
        """The page at a path, of a host that names itself in a link; None where there is none."""
        parts = urlsplit(path)
        home = f'<a href="http://{host}/">home</a>'
        if parts.path == "/":
            lists = range((self.articles + PER_LIST - 1) // PER_LIST)
            links = "".join(f'<a href="/list/{n}">{n}</a>' for n in lists)
            return self.html("Contents", home + links)
        name = parts.path.strip("/").split("/")
        if len(name) != 2 or not name[1].isdigit() or int(name[1]) >= self.articles:
            return None
        number = int(name[1])
        if name[0] == "list":
            return self.html(f"List {number}", home + self.links(number), words(("list", number)))
        if name[0] != "article":
            return None
        text = words(("article", number), 300)
        if self.day > 1 and number % 5 == 0:
            text += " " + words(("edited", number), 5)
        sid = parse_qs(parts.query).get("sid", [""])[0]
        back = f'<a href="/article/{number}?sid={sid}">here</a>' if sid else ""
        return self.html(f"Article {number}", home + back, text)

    def links(self, number: int) -> str:
        """Every article of a list twice: in a session of the day, and plainly."""
        mine = range(number * PER_LIST, min((number + 1) * PER_LIST, self.articles))
        chance = random.Random(f"{self.day}/{number}")
        return "".join(f'<a href="/article/{n}?sid={chance.randrange(16**8):08x}">new</a>'
                       f'<a href="/article/{n}">{n}</a>' for n in mine)  # fmt: skip

    @staticmethod
    def html(title: str, links: str, text: str = "") -> str:
        """A page of the site."""
        main = f"<main><h1>{title}</h1><p>{text}</p></main><nav>{links}</nav>"
        head = f"<head><title>{title}</title></head>"
        return f"<!DOCTYPE html><html>{head}<body>{main}</body></html>"


class Servers:
    """One site on two ports of the loopback device, as a context."""

    def __init__(self, site: Site) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                page = site.page(self.headers["Host"], self.path)
                body = (page or "not here").encode()
                self.send_response(404 if page is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.servers = [ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]

    def __enter__(self) -> list[str]:
        for server in self.servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        hosts = ["127.0.0.1", "localhost"]
        ports = [server.server_port for server in self.servers]
        return [f"http://{host}:{port}/" for host, port in zip(hosts, ports, strict=True)]

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.shutdown()
            server.server_close()


def wget(folder: Path, name: str, starts: list[str], *flags: str) -> Path:
    """Crawls from `starts` on into NAME.warc.gz and NAME.cdx."""
    command = ["wget", "--no-config", "--no-proxy", "--inet4-only", "--no-verbose",
               "--recursive", "--level=5", "--delete-after", "--tries=1", "--timeout=20",
               "--execute=robots=off", f"--warc-file={name}", "--warc-cdx",
               "--no-warc-keep-log", *flags]  # fmt: skip
    done = run([*command, *starts], cwd=folder)
    # 8: a server answered with an error, robots.txt for instance.
    assert done.status in (0, 8), done
    return folder / f"{name}.warc.gz"


def crawl(folder: Path, articles: int) -> list[Path]:
    """Two days; the second has revisits of the first."""
    site = Site(articles)
    with Servers(site) as starts:
        days = [wget(folder, "day1", starts)]
        site.day = 2
        days.append(wget(folder, "day2", starts, "--warc-dedup=day1.cdx"))
    return days


@dataclass
class Outcome:
    """What one run came to, and what the revisits of its copies find."""

    name: str
    summary: dict
    found: int
    dangling: int
    listed: int  # in revisits.jsonl; 0 where there is none

    def line(self) -> str:
        removed = self.summary["removed"]["total"]
        return (f"{self.name:24} {self.summary['pages_read']:6} {removed:8} {self.found:6} "
                f"{self.dangling:9} {self.listed:7}")  # fmt: skip


def dedup(program: Path, out: Path, inputs: list[Path], *flags: object,
          also: tuple[Path, ...] = ()) -> Outcome:  # fmt: skip
    """A run over `inputs`; `also` are archives that those who replay the copies have as well."""
    Program(program).done("dedup", *inputs, "-o", out, "--quiet", *flags)
    looked_up = replay(*also, *(out / path.name for path in inputs))
    rows = out / "revisits.jsonl"
    listed = len(rows.read_text().splitlines()) if rows.exists() else 0
    summary = json.loads((out / "summary.json").read_text())
    return Outcome(out.name, summary, len(looked_up.found), len(looked_up.dangling), listed)


def outcomes(program: Path, folder: Path, days: list[Path]) -> list[Outcome]:
    """Both days by each policy, then one after the other against an index."""
    made = [dedup(program, folder / f"keep-{keep}", days, "--keep", keep) for keep in KEEPS]
    flags = ("--against", folder / "seen.idx", "--update", "--keep", "last")
    made.append(dedup(program, folder / "against-day1", days[:1], *flags))
    first = folder / "against-day1" / days[0].name
    made.append(dedup(program, folder / "against-day2", days[1:], *flags, also=(first,)))
    return made


def show(program: Path, outcome: Path) -> str:
    """What `facsim show` says of the first original that went, if one did."""
    rows = outcome / "revisits.jsonl"
    lines = rows.read_text().splitlines() if rows.exists() else []
    if not lines:
        return ""
    return Program(program).done("show", outcome, json.loads(lines[0])["original"]).out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, help="where everything is written; must be new")
    parser.add_argument("--articles", type=int, default=80)
    parser.add_argument("--program", type=Path, action="append", help="one or several")
    options = parser.parse_args()
    if shutil.which("wget") is None:
        sys.exit("this needs wget")
    options.folder.mkdir(parents=True)
    folder = options.folder.resolve()
    days = crawl(folder, options.articles)
    before = replay(*days)
    print(f"the crawl itself: {len(before.found)} revisits find their original, "
          f"{len(before.dangling)} do not")  # fmt: skip
    for number, program in enumerate(options.program or [PROGRAM]):
        made = folder / str(number)
        made.mkdir()
        print(f"\n{program}\n{'run':24} {'pages':>6} {'removed':>8} {'found':>6} {'dangling':>9} "
              f"{'listed':>7}")  # fmt: skip
        for outcome in outcomes(program.resolve(), made, days):
            print(outcome.line())
        print(show(program.resolve(), made / "keep-last"), end="")


if __name__ == "__main__":
    main()
