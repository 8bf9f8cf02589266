# SPDX-License-Identifier: Apache-2.0
"""Clients of a store that record what they know of it, and the comparison of that with the store.

Pages are in families of near-copies. The first page of each of the first families is never erased,
so no other page of these is reported as new; a crawl has its own families too.
"""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from running import allowed
from service_world import DEFAULT, JSON, LINES, Answer, Service, text_of

CRAWLS = DEFAULT + "/crawls"
KEPT = range(8)  # families whose first page is never erased
OTHERS = range(8, 30)
NEVER_OFFERED = 10**9


class Gone(Exception):
    """The service does not answer, because it was killed."""


@lru_cache(4096)
def family_text(family: int) -> str:
    """Returns a text so long that one more word leaves it a copy."""
    return text_of(7_000_000 + family, 300)


def page_of(family: int, copy: int) -> dict:
    """Returns a page of a family with its own id and URL."""
    name = f"{family}-{copy}"
    return {"id": name, "url": f"http://h{family}.example.org/{copy}",
            "text": f"{family_text(family)} copy{copy}"}  # fmt: skip


class Client:
    """One connection. It does not resend lost requests, but waits and retries if told to wait."""

    def __init__(self, service: Service) -> None:
        self.connection = service.connect()

    def request(self, method: str, path: str, body: object = None, key: str = "") -> Answer:
        """Sends a dictionary as JSON, or a list of dictionaries as JSON lines."""
        fields = {"Idempotency-Key": key} if key else {}
        if isinstance(body, dict):
            body, fields = json.dumps(body), fields | JSON
        elif body is not None:
            body, fields = "".join(json.dumps(each) + "\n" for each in body), fields | LINES
        deadline = time.monotonic() + allowed(60)
        while True:
            try:
                self.connection.request(method, path, body and body.encode(), fields)
                answer = Answer(self.connection.getresponse())
            except (http.client.HTTPException, OSError) as lost:
                self.connection.close()
                raise Gone from lost
            if answer.status != 429:
                return answer
            assert time.monotonic() < deadline, answer.body
            time.sleep(0.01)

    def documents(self, name: str) -> list[dict]:
        """Returns the stored pages of a name."""
        answer = self.request("GET", f"{DEFAULT}/documents/{quote(name, safe='')}")
        assert answer.status in (200, 404), answer.body
        return answer.json()["documents"] if answer.status == 200 else []


class Journal:
    """A file with a line before and one after each change, each written immediately."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.file = path.open("a")

    def tell(self, **what: object) -> None:
        """Writes one more line."""
        with self.lock:
            self.file.write(json.dumps(what) + "\n")
            self.file.flush()

    def lines(self) -> list[dict]:
        """Returns all lines."""
        return [json.loads(line) for line in self.path.read_text().splitlines()]


@dataclass
class Stored:
    """The known state of a page: asked, there, erasing or erased."""

    family: int
    copy: int
    crawl: str = ""
    key: str = ""
    known: str = "asked"
    answer: str = ""


@dataclass
class Known:
    """The knowledge in a journal."""

    pages: dict[str, Stored] = field(default_factory=dict)
    asked_to_end: dict[str, str] = field(default_factory=dict)  # crawl -> commit or cancel
    ended: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, journal: Journal) -> "Known":
        """Reads all lines of a journal."""
        known = cls()
        for line in journal.lines():
            match line:
                case {"adding": name, **more}:
                    known.pages[name] = Stored(**more)
                case {"added": name, "answer": answer}:
                    known.pages[name].known, known.pages[name].answer = "there", answer
                case {"erasing": name}:
                    known.pages[name].known = "erasing"
                case {"erased": name}:
                    known.pages[name].known = "erased"
                case {"ending": crawl, "how": how}:
                    known.asked_to_end[crawl] = how
                case {"ended": crawl, "how": how}:
                    known.ended[crawl] = how
        return known

    def crawls(self) -> set[str]:
        """Returns the crawls of which at least one page was acknowledged."""
        return {p.crawl for p in self.pages.values() if p.crawl and p.known == "there"}

    def may_be_there(self, page: Stored) -> bool:
        """True if the store may have the page, visible to all."""
        is_out = not page.crawl or self.ended.get(page.crawl) == "commit"
        return is_out and page.known != "erased"

    def must_be_there(self, page: Stored) -> bool:
        """True if the page was acknowledged and is visible to all."""
        return self.may_be_there(page) and page.known == "there"


class Worker:
    """Adds, erases and crawls over one connection, until the service is gone."""

    def __init__(self, service: Service, journal: Journal, run: int, number: int) -> None:
        self.client = Client(service)
        self.journal = journal
        self.name = f"{run}-{number}"
        self.random = random.Random(f"{run} {number}")
        self.next_copy = run * 1_000_000 + number * 50_000
        self.mine: list[str] = []
        self.crawl = ""
        self.of_crawl: list[str] = []
        self.crawls = 0
        self.most = 10**9  # the limit of pages that it has at once
        self.keyed = 0.3  # the share of requests with a key, whose answers are stored for a day

    def run(self, may_go_on: Callable[[], bool]) -> None:
        """Makes changes until `may_go_on` returns False or the service is killed."""
        try:
            while may_go_on():
                self.step()
        except Gone:
            pass

    def step(self) -> None:
        """Makes one change."""
        draw = self.random.random()
        if len(self.mine) > self.most or (draw < 0.2 and self.mine):
            self.erase(self.mine.pop(self.random.randrange(len(self.mine))))
        elif draw < 0.55:
            self.add([self.random.choice([*KEPT, *OTHERS])])
        elif draw < 0.75:
            self.add(self.random.choices([*KEPT, *OTHERS], k=self.random.randint(2, 8)))
        elif not self.crawl:
            self.crawls += 1
            self.crawl = f"crawl {self.name}/{self.crawls}"
        elif draw < 0.92:
            own = 1_000_000 + int(self.name.replace("-", "")) * 1000 + self.crawls
            self.add([own, own, self.random.choice(KEPT)], self.crawl)
        else:
            self.end_crawl()

    def add(self, families: list[int], crawl: str = "") -> None:
        """Adds new pages of these families in one request."""
        pages = []
        key = f"key {self.next_copy}" if self.random.random() < self.keyed else ""
        for family in families:
            page = page_of(family, self.next_copy)
            self.journal.tell(adding=page["id"], family=family, copy=self.next_copy, crawl=crawl,
                              key=key if len(families) == 1 else "")  # fmt: skip
            pages.append(page)
            self.next_copy += 1
        query = "?add=true" + (f"&crawl={quote(crawl, safe='')}" if crawl else "")
        if len(pages) == 1:
            answer = self.client.request("POST", f"{DEFAULT}/check{query}", pages[0], key)
        else:
            answer = self.client.request("POST", f"{DEFAULT}/check:batch{query}", pages, key)
        assert answer.status == 200, answer.body
        for page, line in zip(pages, answer.body.decode().splitlines(), strict=True):
            assert json.loads(line)["added"], line
            self.journal.tell(added=page["id"], answer=line)
        (self.of_crawl if crawl else self.mine).extend(page["id"] for page in pages)

    def erase(self, name: str) -> None:
        """Erases one page that is in the store."""
        self.journal.tell(erasing=name)
        answer = self.client.request("DELETE", f"{DEFAULT}/documents/{name}")
        assert (answer.status, answer.json()["removed"]) == (200, 1), answer.body
        self.journal.tell(erased=name)

    def end_crawl(self) -> None:
        """Commits or cancels the crawl, which may have no page yet."""
        how = self.random.choice(["commit", "cancel"])
        end_crawl(self.client, self.journal, self.crawl, how)
        if how == "commit":
            self.mine += self.of_crawl
        self.crawl, self.of_crawl = "", []


def begin(service: Service, journal: Journal) -> None:
    """Adds the first pages, which are never erased, so that crawls find them."""
    Worker(service, journal, 0, 0).add(list(KEPT))


def end_crawl(client: Client, journal: Journal, crawl: str, how: str) -> None:
    """Ends a crawl and records it."""
    journal.tell(ending=crawl, how=how)
    answer = client.request("POST", f"{CRAWLS}/{quote(crawl, safe='')}:{how}")
    assert answer.status in (204, 404), answer.body
    if answer.status == 204:
        journal.tell(ended=crawl, how=how)


def settle_crawls(client: Client, journal: Journal) -> None:
    """Ends each crawl whose end was not acknowledged; it is open, or ended as requested."""
    known = Known.of(journal)
    there = {c["name"]: c["state"] for c in client.request("GET", CRAWLS).json()["crawls"]}
    for crawl in sorted(known.crawls()):
        asked, ended, state = (from_.get(crawl) for from_ in (known.asked_to_end, known.ended, there))
        if ended:
            assert state == ("committed" if ended == "commit" else None), crawl
        elif state == "open":
            hidden = [name for name, page in known.pages.items() if page.crawl == crawl]
            assert not any(client.documents(name) for name in hidden), crawl
            end_crawl(client, journal, crawl, asked or "commit")
        else:
            assert asked, f"{crawl} has ended, and nobody asked for that"
            assert state == ("committed" if asked == "commit" else None), crawl
            journal.tell(ended=crawl, how=asked)


def compare(service: Service, journal: Journal, gone_most: int = 10**9) -> int:
    """Fails if the store differs from the journal; returns the number of pages. Of the erased pages
    it checks the last `gone_most`."""
    client, known = Client(service), Known.of(journal)
    families: dict[int, dict[str, dict]] = {}
    gone = [name for name, page in known.pages.items() if not known.may_be_there(page)]
    passed_over = set(gone[: max(0, len(gone) - gone_most)])
    for name, page in known.pages.items():
        if name in passed_over:
            continue
        found = client.documents(name)
        assert len(found) <= 1, f"{name} is there {len(found)} times"
        assert found or not known.must_be_there(page), f"{name} is lost: {page}"
        assert not found or known.may_be_there(page), f"{name} is there: {page}"
        if found:
            families.setdefault(page.family, {})[name] = found[0]
    for family, pages in families.items():
        [number] = {page["cluster"] for page in pages.values()}
        listed = client.request("GET", f"{DEFAULT}/clusters/%23{number}").json()["documents"]
        assert sorted(page["id"] for page in listed) == sorted(pages), f"family {family}"
        answer = client.request("POST", DEFAULT + "/check", page_of(family, NEVER_OFFERED)).json()
        assert (answer["seen"], answer["cluster"]["size"]) == ("yes", len(pages)), answer
    for family in KEPT:
        told = [json.loads(page.answer)["seen"] for page in known.pages.values()
                if page.family == family and page.answer and not page.crawl]  # fmt: skip
        assert told.count("no") <= 1, f"family {family}: {told.count('no')} pages were new"
    return sum(map(len, families.values()))


def ask_again(service: Service, journal: Journal, most: int = 40) -> int:
    """Repeats the last requests with a key: answered ones get the same bytes, others any answer,
    and each page is stored once. Returns their number."""
    client, known = Client(service), Known.of(journal)
    keyed = [p for p in known.pages.values() if p.key and p.known in ("asked", "there")][-most:]
    for page in keyed:
        sent = page_of(page.family, page.copy)
        again = client.request("POST", DEFAULT + "/check?add=true", sent, page.key)
        assert again.status == 200, again.body
        assert not page.answer or again.body.decode() == page.answer + "\n"
        assert len(client.documents(sent["id"])) == 1
        if not page.answer:
            journal.tell(added=sent["id"], answer=again.body.decode().rstrip("\n"))
    return len(keyed)
