# SPDX-License-Identifier: Apache-2.0
"""Text left out of pages has the same effect over HTTP as in dedup; for facts see tests/python."""

from urllib.parse import quote

from coverage_world import NEW, OLD, REMOVED, removals
from making import words
from service_world import DEFAULT, Service


def removed(answers: list[dict]) -> dict[str, str]:
    """Returns the kinds of the seen pages, by case."""
    assert len(answers) == len(NEW)
    names = (page["id"] for page in NEW)
    return removals((name, answer["kind"]) for name, answer in zip(names, answers, strict=True)
                    if answer["seen"] == "yes")  # fmt: skip


def fetched(service: Service, page: dict, query: str = "") -> dict:
    """Returns the answer to a page sent as fetched."""
    kind = "text/html" if "html" in page else "text/plain"
    body = page.get("html") or page["text"]
    charset = "" if isinstance(body, bytes) else "; charset=utf-8"
    where = f"{DEFAULT}/check?url={quote(page['url'], safe='')}{query}"
    return service.request("POST", where, body, {"Content-Type": kind + charset}).json()


def test_pages_in_json(service: Service) -> None:
    service.batch(OLD, add=True)
    assert removed([service.check(page) for page in NEW]) == REMOVED
    assert removed(service.batch(NEW, add=True)) == REMOVED


def test_pages_as_they_were_fetched(service: Service) -> None:
    for page in OLD:
        fetched(service, page, "&add=true")
    assert removed([fetched(service, page) for page in NEW]) == REMOVED


def test_pages_whose_letters_were_lost_are_copies_if_their_bytes_are_equal(service: Service) -> None:
    text = " ".join(f"é{word}" for word in words("board", 100).split()).encode()  # surely UTF-8
    frame = b"<!doctype html><meta charset=utf-8><title>T</title><p>%s %s</p>"
    first, second = (frame % (text, letter * 9) for letter in (b"\xe1 ", b"\xe4 "))
    page = {"url": "https://example.org/1", "html": first}
    assert fetched(service, page, "&add=true")["seen"] == "no"
    again = page | {"url": "https://example.org/2"}
    assert fetched(service, again)["kind"] == "exact"
    assert fetched(service, again | {"html": second})["seen"] == "no"
