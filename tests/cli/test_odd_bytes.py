# SPDX-License-Identifier: Apache-2.0
"""Pages with bytes that texts hardly have: NULs, control characters, UTF-16 without a mark."""

from pathlib import Path

import pytest
from making import html, response, words
from running import Dedup, facsim

PAGE = html(words("odd", 300)).encode()
ODD = {
    "padded": PAGE + bytes(3000),
    "five-percent": b"".join(bytes([c, 0][: 2 if n % 20 == 0 else 1]) for n, c in enumerate(PAGE)),
    "controls": PAGE.replace(b"a", b"\x01a"),
    "behind-a-comment": b"<!-- x -->\n" + PAGE + bytes(3000),
}


@pytest.mark.parametrize("name", ODD)
def test_html_with_odd_bytes_is_a_page(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.warc").write_bytes(response(1, PAGE) + response(2, ODD[name]))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert run.summary["pages_read"] == 2
    (tmp_path / "a.html").write_bytes(ODD[name])
    assert facsim("fingerprint", str(tmp_path / "a.html")).status == 0
    if name in ("padded", "five-percent"):
        assert (run.out / "a.warc").read_bytes() == response(1, PAGE)


def test_what_does_not_begin_as_html_is_none(tmp_path: Path) -> None:
    noise = bytes(n * n % 256 for n in range(4000))
    bodies = [noise, b"\x89PNG" + PAGE, b"%PDF-1.4\n" + PAGE, b"GIF89a" + noise]
    records = [response(n, body) for n, body in enumerate(bodies)]
    (tmp_path / "a.warc").write_bytes(b"".join(records) + response(9, PAGE))
    assert Dedup(tmp_path, tmp_path / "a.warc").summary["pages_read"] == 1


LANGUAGES = {
    "el": "Η γρήγορη αλεπού πήδηξε πάνω από τον τεμπέλη σκύλο και έφυγε. ",
    "ru": "Паром уходит из северной гавани в семь часов утра, и погода будет хорошей. ",
    "uk": "Пором відходить із північної гавані о сьомій ранку, і погода буде гарною. ",
    "he": "הילד הלך לבית הספר בבוקר וחזר הביתה בערב עם חבריו. ",
    "ar": "ذهب الولد إلى المدرسة في الصباح الباكر وعاد إلى البيت في المساء. ",
    "hi": "लड़का सुबह जल्दी स्कूल गया और शाम को दोस्तों के साथ घर लौटा। ",
    "ta": "சிறுவன் காலையில் பள்ளிக்குச் சென்று மாலையில் வீடு திரும்பினான். ",
    "th": "วันนี้อากาศดีมาก เราจึงไปเดินเล่นในสวนสาธารณะ ",
    "ka": "ბიჭი დილით სკოლაში წავიდა და საღამოს სახლში დაბრუნდა. ",
    "hy": "Տղան առավոտյան գնաց դպրոց և երեկոյան վերադարձավ տուն։ ",
    "am": "ልጁ ጠዋት ወደ ትምህርት ቤት ሄዶ ማታ ወደ ቤት ተመለሰ። ",
}


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("times", [3, 60])
def test_utf16_without_a_mark(tmp_path: Path, language: str, order: str, times: int) -> None:
    text = LANGUAGES[language] * times
    pages = [html(text).encode(encoding) for encoding in ("utf-8", order)]
    records = [response(n, page, media="text/html") for n, page in enumerate(pages)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    run = Dedup(tmp_path, tmp_path / "a.warc")
    assert (run.out / "a.warc").read_bytes() == records[0]
    assert run.summary["pages_read"] == 2
    if language == "th":  # without markup it has too little ASCII to tell by
        return
    (tmp_path / "a.txt").write_bytes(text.encode(order))
    assert text.split()[0] in facsim("extract", str(tmp_path / "a.txt")).out
