# SPDX-License-Identifier: Apache-2.0
"""Texts of unique words, and pages of these with a title and a menu."""

import random

from making import html


def fresh_words(count, seed):
    """Returns words that no other seed gives."""
    rng = random.Random(seed)
    return [f"w{seed}".translate(str.maketrans("0123456789", "abcdefghij")) + "".join(
        rng.choices("klmnopqrst", k=7)) for _ in range(count)]  # fmt: skip


def text(count, seed):
    return " ".join(fresh_words(count, seed))


BODY = text(150, 3)


def titled(name, title, menu, body=BODY, host="example.org"):
    """Returns a page with a title; `menu`: the seed of the 200 words around its text, or these."""
    menu = menu if isinstance(menu, str) else text(200, menu)
    page = html(body, title=title, menu=menu).replace(f'<h1 class="head">{title}</h1>', "")
    return {"id": name, "url": f"https://{host}/{name}", "html": page}
