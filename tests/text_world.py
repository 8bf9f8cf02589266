# SPDX-License-Identifier: Apache-2.0
"""Texts of words that nobody else has, and pages of these with a title and a menu."""

import random

from making import html


def fresh_words(count, seed):
    """Words that no other seed has."""
    rng = random.Random(seed)
    return [f"w{seed}".translate(str.maketrans("0123456789", "abcdefghij")) + "".join(
        rng.choices("klmnopqrst", k=7)) for _ in range(count)]  # fmt: skip


def text(count, seed):
    return " ".join(fresh_words(count, seed))


BODY = text(150, 3)


def titled(name, title, menu, body=BODY, host="example.org"):
    """A page of this title; `menu` is the seed of the 200 words around its text, or these words."""
    menu = menu if isinstance(menu, str) else text(200, menu)
    page = html(body, title=title, menu=menu).replace(f'<h1 class="head">{title}</h1>', "")
    return {"id": name, "url": f"https://{host}/{name}", "html": page}
