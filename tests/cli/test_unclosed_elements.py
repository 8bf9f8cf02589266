# SPDX-License-Identifier: Apache-2.0
"""Elements that hide what stands in them and were never closed: their text counts as left out."""

import json
from pathlib import Path

import pytest
from making import html, words
from running import Dedup

SHELL = words("shell", 60)
OPEN = {
    "audio": "<audio controls src=a.mp3>",
    "audio-slash": "<audio controls src=a.mp3 />",
    "video-slash": "<video controls src=a.mp4 />",
    "canvas-slash": "<canvas id=wave />",
    "object": "<object data=a.mp3 type=audio/mpeg>",
    "select": "<select name=speed><option>1x<option>2x",
    "template": "<template id=row>",
    "template-slash": "<template id=row />",
    "datalist": "<datalist id=l><option value=a>",
    "comment": "<!-- player -",
    "script": "<script>play()",
    "style": "<style>a{color:red}",
}
CLOSED = {
    "audio": "<audio controls src=a.mp3>{}</audio>",
    "video": "<video controls src=a.mp4><p>{}</p></video>",
    "canvas": "<canvas>{}</canvas>",
    "object": "<object data=a.mp3 type=audio/mpeg>{}</object>",
    "select": "<select><option>1x</option><option>{}</option></select>",
    "template": "<template><p>{}</p></template>",
    "datalist": "<datalist><option>{}</option></datalist>",
    "comment": "<!-- {} -->",
    "script": "<script>var text = '{}'</script>",
    "style": "<style>/* {} */</style>",
}


def notes(which: int) -> str:
    """Two hundred words in paragraphs."""
    return "".join(f"<p>{words((which, i), 50)}</p>\n" for i in range(4))


def judge(folder: Path, parts: list[str]) -> list[dict]:
    """The rows of a run over pages of one shell with a part each behind it."""
    site = folder / "site"
    site.mkdir()
    for number, part in enumerate(parts):
        (site / f"{number}.html").write_text(html(f"{SHELL}</p><div>{part}</div><p>"))
    run = Dedup(folder, site)
    return [json.loads(line) for line in (run.out / "duplicates.jsonl").open()]


@pytest.mark.parametrize("name", OPEN)
def test_pages_that_differ_in_it_both_stay(tmp_path: Path, name: str) -> None:
    assert judge(tmp_path, [OPEN[name] + notes(1), OPEN[name] + notes(2)]) == []


@pytest.mark.parametrize("name", OPEN)
def test_pages_that_agree_in_it_are_one(tmp_path: Path, name: str) -> None:
    (row,) = judge(tmp_path, [OPEN[name] + notes(1), OPEN[name] + notes(1) + "<i></i>"])
    assert row["judged"][0] < 0.5


@pytest.mark.parametrize("name", CLOSED)
def test_of_closed_ones_nothing_counts(tmp_path: Path, name: str) -> None:
    rows = judge(tmp_path, [CLOSED[name].format(words(i, 200)) for i in (1, 2)])
    assert [row["judged"] for row in rows] == [[1.0, 1.0]]


@pytest.mark.parametrize("name", ["audio", "script", "comment"])
def test_a_little_does_not_count(tmp_path: Path, name: str) -> None:
    rows = judge(tmp_path, [OPEN[name] + words(i, 3) for i in (1, 2)])
    assert [row["judged"] for row in rows] == [[1.0, 1.0]]
