# SPDX-License-Identifier: Apache-2.0
"""XHTML in Python: by a media type, by an XML declaration, and on its way to others."""

import json
from pathlib import Path
from types import SimpleNamespace

import facsim
import pyarrow as pa
import pytest
from facsim import _core
from facsim._scrapy_pages import row_of_response
from making import response, words, write_warc

XHTML = "application/xhtml+xml"
DECLARATION = '<?xml version="1.0"?>'
PAGE = f"<html><body><script src='x'/><p>{words('chapter')}</p></body></html>"


def test_extract_takes_a_media_type() -> None:
    """Without one, the declaration counts."""
    assert facsim.extract(PAGE).visible_text == ""
    for media_type in (XHTML, "Application/XHTML+XML; charset=utf-8"):
        assert facsim.extract(PAGE, media_type=media_type).visible_text == words("chapter")
    assert facsim.extract(DECLARATION + PAGE).visible_text == words("chapter")
    assert facsim.extract(DECLARATION + PAGE, media_type="text/html").visible_text == ""
    with pytest.raises(TypeError, match="media_type is a name"):
        facsim.extract(PAGE, media_type=3)  # type: ignore[arg-type]


def test_rows_with_a_declaration_are_xhtml() -> None:
    """Members and columns html have no type."""
    made = facsim.digest([DECLARATION + PAGE, PAGE], html=True)
    assert made[0] == facsim.digest([words("chapter")])[0]
    assert made[1] is None or made[1] != made[0]


@pytest.mark.parametrize(
    ("media", "page", "sent"),
    [
        (XHTML, PAGE, DECLARATION + PAGE),
        (XHTML, DECLARATION + PAGE, DECLARATION + PAGE),
        ("text/html", PAGE, PAGE),
        ("text/html", DECLARATION + PAGE, "<!---->" + DECLARATION + PAGE),
    ],
)
def test_pages_on_their_way(tmp_path: Path, media: str, page: str, sent: str) -> None:
    """What goes to a service or into a column reads as the page does where it stands."""
    warc = write_warc(tmp_path / "a.warc", response(1, page.encode(), media=media))
    fields = _core.RowFields(text="text", html="html", id="id", url="url", time="")
    judge = _core.Judge("balanced", "")
    columns = _core.PageColumns(str(warc), "a", fields, 1 << 20, judge, ["html", "visible_text"])
    table = columns.next(10, 1 << 20)
    row = pa.table(table).to_pylist()[0]
    assert row["html"] == sent
    assert facsim.extract(sent).visible_text == row["visible_text"]
    assert facsim.extract(page, media_type=media).visible_text == row["visible_text"]

    reader = facsim.read_pages(warc)
    (line,) = _core.PageLines(reader._reader, fields).next(True)
    assert json.loads(line)["html"] == sent

    kind = media.encode() + b"; charset=utf-8"
    answer = SimpleNamespace(headers={"Content-Type": kind}, text=page)
    assert row_of_response(answer) == {"html": sent}
