# SPDX-License-Identifier: Apache-2.0
"""Records that name several others go when all of them do."""

from pathlib import Path

import pytest
from making import html_response, warc_record, words
from running import Dedup, facsim

TWICE, ONCE = words("twice"), words("once")


def beside(kind: str, number: int, *named: int) -> bytes:
    """A record that names others, one field each."""
    ids = "\r\nWARC-Concurrent-To: ".join(f"<urn:uuid:{each:032x}>" for each in named)
    media = "application/warc-fields" if kind == "metadata" else "application/http; msgtype=request"
    return warc_record(kind, number, b"a: b\r\n", WARC_Concurrent_To=ids, Content_Type=media)


PAGES = {0: html_response(0, TWICE), 1: html_response(1, TWICE), 2: html_response(2, ONCE)}
PAGES[3] = html_response(3, TWICE)  # 1 and 3 repeat 0


@pytest.mark.parametrize(
    ("named", "stays"),
    [
        ((1, 2), True),
        ((2, 1), True),
        ((1, 3, 2), True),
        ((1, 3), False),
        ((1, 1), False),
        ((1,), False),
        ((2,), True),
        ((1, 21), False),  # the request, which goes too
        ((21, 1), False),
        ((1, 22), True),  # the request of a page that stays
        ((1, 99), True),  # of which nothing is known here
        ((1,) * 1200, True),  # more than are looked at
    ],
)
@pytest.mark.parametrize("kind", ["request", "metadata"])
def test_it_goes_with_all_that_it_names(
    tmp_path: Path, kind: str, named: tuple[int, ...], stays: bool
) -> None:
    asked = beside(kind, 20, *named)
    records = [*PAGES.values(), asked, beside("request", 21, 1), beside("request", 22, 2)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    kept = [PAGES[0], PAGES[2], asked if stays else b"", records[-1]]
    assert (run.out / "a.warc").read_bytes() == b"".join(kept)
    # From the matches alone, too.
    assert facsim("recluster", str(run.out), "--keep", "first").status == 0
    assert (run.out / "a.warc").read_bytes() == b"".join(kept)
