# SPDX-License-Identifier: Apache-2.0
"""A process of clients that offer the same pages as others at once, repeating each until answered.

    offer.py ADDRESS_FILE KIND FIRST LAST PROCESS THREADS BATCH

ADDRESS_FILE contains HOST:PORT of the service, and another port after it was started again. Each
thread has its own connection, does the rounds FIRST to LAST in order, and repeats a request with
its Idempotency-Key if the service ends. It prints a line for each thread and request: its first
round, and n, y or t for each page (no, yes, too_short).
"""

import http.client
import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from service_world import DEFAULT, LINES, near, text_of  # noqa: E402

SECONDS_MAX = 120  # for one request, restarts of the service included


def offered(kind: str, round_: int, client: str) -> dict:
    """Returns a page; pages of a round share the id, the url, the text, or nothing (near)."""
    text = text_of(1_000_000 + round_, 120)
    own, shared = f"{kind} {round_} {client}", f"{kind} {round_}"
    return {
        "id": shared if kind == "id" else own,
        "url": "http://example.org/" + (shared if kind == "url" else own).replace(" ", "/"),
        "text": near(text, int(client.replace("-", ""))) if kind == "near" else text,
    }


def answered(address: Path, kept: dict, path: str, body: bytes, key: str) -> list[str]:
    """Returns the lines of the answer, even if the service restarts meanwhile."""
    deadline = time.monotonic() + SECONDS_MAX
    while True:
        try:
            if "connection" not in kept:
                host, port = address.read_text().rsplit(":", 1)
                kept["connection"] = http.client.HTTPConnection(host, int(port), timeout=30)
            kept["connection"].request("POST", path, body, LINES | {"Idempotency-Key": key})
            response = kept["connection"].getresponse()
            lines = response.read().decode().splitlines()
            if response.status == 200:
                return lines
            if response.status not in (429, 503):
                raise SystemExit(f"{response.status}: {lines}")
        except (OSError, http.client.HTTPException):
            kept.pop("connection", None)
        if time.monotonic() > deadline:
            raise SystemExit("nobody answers")
        time.sleep(0.01)


def main() -> None:
    """Runs the threads."""
    address, kind, process = Path(sys.argv[1]), sys.argv[2], sys.argv[5]
    first, last, threads, batch = (int(sys.argv[i]) for i in (3, 4, 6, 7))
    said: list[list[str]] = [[] for _ in range(threads)]
    ended = [False] * threads

    def work(thread: int) -> None:
        kept: dict = {}
        client = f"{process}-{thread}"
        for begin in range(first, last, batch):
            rounds = range(begin, min(last, begin + batch))
            body = "".join(json.dumps(offered(kind, r, client)) + "\n" for r in rounds).encode()
            path = DEFAULT + "/check:batch?add=true"
            lines = answered(address, kept, path, body, f"{kind} {begin} {client}")
            said[thread].append(f"{begin} " + "".join(json.loads(x)["seen"][0] for x in lines))
        ended[thread] = True

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if not all(ended):
        raise SystemExit("a client gave up")
    print("\n".join(line for lines in said for line in lines))


if __name__ == "__main__":
    main()
