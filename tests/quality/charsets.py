# SPDX-License-Identifier: Apache-2.0
"""Pages in many encodings, said rightly, wrongly or not at all: how many are read right?

    python3 tests/quality/charsets.py FOLDER [--program OTHER_FACSIM]... [--pages 1000]

FOLDER holds unpacked Debian packages with man pages (manpages-ru and kin) and translations; those
that scripts/make_letter_costs.py learns from are left out. Half of the pages have 50 to 300
characters, half more. A page is right if its visible text is the text that was encoded.
"""

import argparse
import gettext
import gzip
import html
import json
import random
import re
import sys
import tempfile
import unicodedata
from pathlib import Path

from judging import ROOT, printed, program

sys.path.append(str(ROOT / "scripts"))
from make_letter_costs import PACKAGES, as_vietnamese_bytes  # noqa: E402

# Encoding (Python's name, what pages call it) and languages that are written in it.
ENCODINGS = {
    "windows-1250": ("cp1250", "cs sk pl hu ro hr sl"),
    "windows-1251": ("cp1251", "ru uk bg sr be mk"),
    "windows-1252": ("cp1252", "de fr es it pt_BR sv da nl fi nb ca"),
    "windows-1253": ("cp1253", "el"),
    "windows-1254": ("cp1254", "tr"),
    "windows-1255": ("cp1255", "he"),
    "windows-1256": ("cp1256", "ar fa"),
    "windows-1257": ("cp1257", "lt lv et"),
    "windows-1258": ("cp1258", "vi"),
    "windows-874": ("cp874", "th"),
    "KOI8-R": ("koi8_r", "ru"),
    "KOI8-U": ("koi8_u", "uk"),
    "ISO-8859-2": ("iso8859_2", "cs sk pl hu ro hr sl"),
    "ISO-8859-5": ("iso8859_5", "ru bg sr"),
    "ISO-8859-7": ("iso8859_7", "el"),
    "ISO-8859-8": ("iso8859_8", "he"),
    "ISO-8859-6": ("iso8859_6", "ar"),
    "ISO-8859-13": ("iso8859_13", "lt lv et"),
    "ISO-8859-15": ("iso8859_15", "de fr fi"),
    "GB18030": ("gb18030", "zh_CN"),
    "Big5": ("big5", "zh_TW"),
    "Shift_JIS": ("cp932", "ja"),
    "EUC-JP": ("euc_jp", "ja"),
    "ISO-2022-JP": ("iso2022_jp", "ja"),
    "EUC-KR": ("cp949", "ko"),
    "UTF-8": ("utf-8", "de ru cs zh_CN ja ko el th"),
    "UTF-16LE": ("utf-16-le", "zh_CN zh_TW ja ko ru de"),
    "UTF-16BE": ("utf-16-be", "zh_CN zh_TW ja ko ru de"),
}
LONG = (301, 3000)
SHORT = (50, 300)
LETTERS_MIN = 3  # beyond ASCII: a page with fewer says next to nothing
LISTS = r"(iso_8859|cp125|koi8|armscii|charsets|ascii)"  # pages that list characters


def man_text(path: Path) -> str:
    if re.match(LISTS, path.name):
        return ""
    raw = path.read_bytes()
    text = gzip.decompress(raw).decode("utf-8", "ignore") if path.suffix == ".gz" else ""
    lines = [line for line in text.splitlines() if line and line[0] not in ".'"]
    return re.sub(r"\\f.|\\-|\\\(..|\\[&|^]|\\.", " ", "\n".join(lines))


def catalogue_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            messages = gettext.GNUTranslations(file)._catalog
    except (UnicodeDecodeError, OSError, IndexError):  # a catalogue whose head is no UTF-8
        return ""
    found = sorted((k, v) for k, v in messages.items() if isinstance(k, str) and k and k != v)
    return "\n".join(value for _, value in found)


def texts_of(folder: Path, language: str) -> str:
    """What packages say in a language; man pages first."""
    left_out = {*PACKAGES, "iso-codes"}  # which lists foreign names
    kept = lambda path: not left_out & set(path.parts)  # noqa: E731
    man = [man_text(p) for p in sorted(folder.rglob(f"man/{language}/**/*.gz")) if kept(p)]
    paths = sorted(folder.rglob(f"locale/{language}/LC_MESSAGES/*.mo"))
    catalogues = [catalogue_text(p) for p in paths if kept(p)]
    text = unicodedata.normalize("NFC", "\n".join(man[:4000] + catalogues))
    return re.sub(r"[\x00-\x1f<>&\s]+", " ", text)


def pieces(text: str, codec: str, count: int, lengths: tuple[int, int], seed: str) -> list[str]:
    """Pieces of a text that an encoding holds without loss."""
    chance = random.Random(seed)
    made: list[str] = []
    for _ in range(count * 40):
        if len(made) == count or len(text) < 1000:
            break
        size = chance.randint(*lengths)
        at = chance.randrange(max(1, len(text) - size))
        piece = text[at : at + size]
        if codec == "cp1258":
            piece = as_vietnamese_bytes(piece)
        # Commas below, which Unicode has and encodings have not, were written as cedillas.
        if codec in ("cp1250", "iso8859_2"):
            piece = piece.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
        whole = " ".join(re.sub(r"[\x80-\x9f\xad]", "", piece).split())
        piece = whole.encode(codec, "ignore").decode(codec)
        if len(whole) - len(piece) > len(whole) // 100:
            continue
        if sum(1 for letter in piece if not letter.isascii()) >= LETTERS_MIN:
            made.append(piece)
    return made


def record(body: bytes, content_type: str) -> bytes:
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = f"""WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r
Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"""
    return head.encode() + http + b"\r\n\r\n"


def declared(name: str, how: str) -> tuple[str, str]:
    """The header's charset and the meta's, of a page in `name`."""
    wrong = "utf-8" if name != "UTF-8" else "windows-1252"
    return {
        "right": (name, ""),
        "none": ("", ""),
        "wrong": (wrong, ""),
        "wrong header, right meta": (wrong, name),
        "wrong meta": ("", wrong),
    }[how]


HOW = ("right", "none", "wrong", "wrong header, right meta", "wrong meta")


def page(text: str, name: str, codec: str, how: str) -> bytes:
    header, meta = declared(name, how)
    mark = f"<meta charset={meta}>" if meta else ""
    body = f"<html><head>{mark}</head><body><p>{html.escape(text)}</p></body></html>"
    return record(body.encode(codec), "text/html" + (f"; charset={header}" if header else ""))


def same(read: dict, text: str) -> bool:
    found = " ".join((read.get("visible_text") or read.get("main_text") or "").split())
    return found == " ".join(text.split())


def right_share(
    tool: Path, texts: list[str], name: str, codec: str, how: str, worst: list | None = None
) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages.warc"
        path.write_bytes(b"".join(page(text, name, codec, how) for text in texts))
        rows = [json.loads(line) for line in printed(tool, "extract", "--json", path).splitlines()]
    if len(rows) != len(texts):
        return float("nan")
    judged = [same(row, text) for row, text in zip(rows, texts)]
    if worst is not None:
        worst += [
            (how, row["charset"], text) for row, text, ok in zip(rows, texts, judged) if not ok
        ]
    return sum(judged) / len(judged)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", type=Path, action="append", default=[])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--only", nargs="*", help="names of encodings")
    parser.add_argument("--list", type=int, default=0, help="name so many that were read wrong")
    wanted = parser.parse_args()
    tools = wanted.program or [program()]
    print("| encoding | pages | " + " | ".join(HOW) + " |")
    print("|---" * (len(HOW) + 2) + "|", flush=True)
    texts: dict[str, str] = {}
    for name, (codec, languages) in ENCODINGS.items():
        if wanted.only and name not in wanted.only:
            continue
        spoken = languages.split()
        for language in spoken:
            texts.setdefault(language, texts_of(wanted.folder, language))
        for lengths, what in ((SHORT, "short"), (LONG, "long")):
            each = -(-wanted.pages // 2 // len(spoken))
            chosen = [
                piece
                for language in spoken
                for piece in pieces(texts[language], codec, each, lengths, f"{name} {language}")
            ]
            if not chosen:
                continue
            worst: list = []
            cells = []
            for how in HOW:
                shares = [
                    right_share(tool, chosen, name, codec, how, worst if tool is tools[-1] else None)
                    for tool in tools
                ]
                cells.append(" → ".join(f"{100 * share:.1f}" for share in shares))
            print(f"| {name} | {len(chosen)} {what} | " + " | ".join(cells) + " |", flush=True)
            for line in worst[: wanted.list]:
                print("   ", *line)


if __name__ == "__main__":
    main()
