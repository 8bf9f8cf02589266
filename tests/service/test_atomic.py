# SPDX-License-Identifier: Apache-2.0
"""If any number of clients offer near-copies at once, exactly one gets the answer "no"."""

from collections import Counter

import pytest
from service_world import DEFAULT, Service, in_threads, near, text_of

ROUNDS = 40
CLIENTS = 8


@pytest.mark.parametrize("kind", ["id", "url", "text", "near"])
def test_one_no(service: Service, kind: str) -> None:
    """The same id, URL or text, and near-copies that all differ."""

    def page(round_: int, client: int) -> dict:
        text = text_of(1000 + round_)
        return {
            "id": f"{round_}" if kind == "id" else f"{round_}-{client}",
            "url": f"http://example.org/{round_}" + ("" if kind == "url" else f"/{client}"),
            "text": near(text, client) if kind == "near" else text,
        }

    found = in_threads(
        CLIENTS, lambda client: [service.add(page(round_, client)) for round_ in range(ROUNDS)]
    )
    for round_ in range(ROUNDS):
        answers = [each[round_] for each in found]
        seen = Counter(answer["seen"] for answer in answers)
        assert seen == {"no": 1, "yes": CLIENTS - 1}
        first = next(a for a in answers if a["seen"] == "no")["cluster"]["id"]
        assert {a["match"]["id"] for a in answers if a["seen"] == "yes"} == {first}
        ranks = sorted(a["cluster"]["rank"] for a in answers if a["added"])
        assert ranks == list(range(1, len(ranks) + 1))
        cluster = service.get(f"{DEFAULT}/clusters/{first}").json()["documents"]
        assert len(cluster) == len(ranks)


def test_batches_that_meet(service: Service) -> None:
    """Batches of the same pages in other orders: each page is new once."""
    pages = [{"id": f"p{i}", "text": text_of(5000 + i)} for i in range(200)]

    def send(client: int) -> list[dict]:
        order = pages[client * 33 :] + pages[: client * 33]
        return [a for i in range(0, 200, 50) for a in service.batch(order[i : i + 50], add=True)]

    answers = [answer for each in in_threads(6, send) for answer in each]
    new = Counter(a["cluster"]["id"] for a in answers if a["seen"] == "no")
    assert all(count == 1 for count in new.values())
    assert len(new) == len(pages)
