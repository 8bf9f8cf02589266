# SPDX-License-Identifier: Apache-2.0
"""Pages of a manual with one template, and a page that was moved."""

from making import words

HOST = "https://docs.example.org"


def reference(name: str, path: str = "", more: str = "") -> dict:
    """Returns a page that describes a class in the same words as all others; then `more`."""
    text = f"{name} {words('reference')} {name} {more}".strip()
    html = (f"<!doctype html><html><head><title>{name}</title></head><body><main><h1>{name}</h1>"
            f"<p>{text}</p></main></body></html>")  # fmt: skip
    url = f"{HOST}/{path or name.lower()}.html"
    return {"id": path or name, "url": url, "html": html}


DATE, FLOAT = reference("TDateField"), reference("TFloatField")
MOVED = reference("TDateField", "moved/17", "updated again")
PAGES = [DATE, FLOAT, MOVED]
# Ids of the removed pages.
BY_NAMES = ["moved/17"]
WITHOUT_NAMES = ["TFloatField", "moved/17"]
