# SPDX-License-Identifier: Apache-2.0
"""What a run decided, and what can be asked of it afterwards."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import _core
from ._compare import compared
from ._decisions import decisions_text
from ._holders import AbsentRows, Holder
from ._named import named
from ._profile import Profile
from ._run_settings import keep_keys_of
from ._settings import bool_of, kinds_of, share_of
from ._show import Shown, put
from ._shown import html_of_result
from ._values import is_missing, label
from .errors import RunWarning, UnsupportedError

_PAIRS_MOST = 100_000


def warn(sentences: list[str], stacklevel: int) -> None:
    """``stacklevel`` as seen from the caller of this."""
    for sentence in sentences:
        warnings.warn(sentence, RunWarning, stacklevel=stacklevel + 1)


@dataclass(frozen=True)
class Work:
    """A run that was made, and what it was asked for."""

    holder: Holder
    run: _core.DedupRun | None  # None: the result was pickled
    profile: Profile
    text: str
    html: str | None
    fields: _core.RowFields

    def kept_run(self, call: str) -> _core.DedupRun:
        if self.run is None:
            raise UnsupportedError(
                f"this result was pickled, and the pairs that {call} needs stayed behind, in the "
                f"process that made it; call {call} there, or run facsim.dedup again"
            )
        return self.run


def _body(row: Any, work: Work) -> tuple[str | bytes, bool]:
    """The text or HTML of a row, and which it is."""
    if row is None or isinstance(row, (str, bytes)):
        return row or "", False
    names = ("html", "text") if work.holder.of_files else (work.html, work.text)
    page: Any
    text: Any
    page, text = (_core.member(row, name) if name else None for name in names)
    # An html that is empty is as good as none.
    if not is_missing(page) and len(page):
        return page, True
    return "" if is_missing(text) else text, False


def _seen(body: str | bytes) -> str:
    return body.decode("utf-8", "replace") if isinstance(body, bytes) else body


def _write_whole(path: str, text: str) -> None:
    """Beside it, and renamed; a link stays one."""
    path = os.path.realpath(path)
    part = f"{path}.facsim-{os.getpid()}"
    try:
        with open(part, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)
        raise


class Result:
    """What :func:`dedup` decided.

    ``kept``: the rows that stay, as the kind of thing that came in (of an iterator an iterator, of
    paths an iterator of pages as dicts, read again).
    ``duplicates``: a row for each removed one: row, id, url, representative_row, representative,
    representative_url, kind, distance, resemblance, resemblance_error, containment,
    containment_reverse, agreement, template, judged, judged_representative, payload_identical, by,
    status, representative_status; the words are those of the command's ``duplicates.jsonl``.
    ``reported``: kept rows that share a part with another kept one, with kept_by, kept_apart and
    name_words as in ``reported.jsonl``.
    ``clusters``: row, id and size of each representative. Of paths ``file`` and ``offset`` stand in
    the place of ``row``. ``summary``: the counts, as in ``summary.json``.

    A pickled result answers the same elsewhere: rows go along, but for those of iterators and of
    DuckDB. What stays behind (the pairs of :meth:`recluster` and :meth:`report`) raises
    ``facsim.errors.UnsupportedError`` there.
    """

    def __init__(
        self, work: Work, found: dict, reclustered: dict[str, Any] | None = None
    ) -> None:
        """``reclustered``: the settings of recluster() that differ from those of the run."""
        self.duplicates: _core.Table = found["duplicates"]
        self.reported: _core.Table = found["reported"]
        self.clusters: _core.Table = found["clusters"]
        self.summary: dict[str, Any] = json.loads(found["summary"])
        self._work = work
        self._reclustered: dict[str, Any] = reclustered or {}
        self._summary: str = found["summary"]
        self._numbers: dict[Any, tuple[str, int]] | None = None

    def __getstate__(self) -> dict[str, Any]:
        work = self._work
        holder = work.holder
        if holder.stays:
            holder = AbsentRows(holder.stays, holder.of_files)
        return self.__dict__ | {"_work": replace(work, holder=holder, run=None), "_numbers": None}

    def __copy__(self) -> Result:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Result:
        """With rows of its own, unless they lie elsewhere; nobody changes the pairs."""
        work = self._work
        if not work.holder.stays:
            work = replace(work, holder=copy.deepcopy(work.holder, memo))
        made: Result = Result.__new__(type(self))
        made.__dict__ = self.__dict__ | {
            "summary": copy.deepcopy(self.summary, memo), "_work": work, "_numbers": None
        }  # fmt: skip
        return made

    @property
    def removed_rows(self) -> list[int]:
        """The numbers of the removed rows, ascending."""
        if self._work.holder.of_files:
            raise TypeError("pages of files have no row; see file and offset in duplicates")
        return self.duplicates.column("row").to_list()

    def _removed(self) -> set[Any]:
        names = ("file", "offset") if self._work.holder.of_files else ("row",)
        columns = [self.duplicates.column(name).to_list() for name in names]
        return set(columns[0]) if len(columns) == 1 else set(zip(*columns, strict=True))

    @property
    def kept(self) -> Any:
        return self._work.holder.without(self._removed())

    @named
    def recluster(
        self,
        min_resemblance: float | None = None,
        *,
        min_agreement: float | None = None,
        min_containment: float | None = None,
        min_containment_to_remove: float | None = None,
        names: bool | None = None,
        keep: str | Sequence[str] | None = None,
        remove: str | Sequence[str] | None = None,
        decisions: str | os.PathLike | Iterable[Sequence[Any]] | None = None,
    ) -> Result:
        """The result by other thresholds, another keep policy or other kinds, without a second run.

        As ``facsim recluster``: pairs are judged by the figures that the run kept, so it takes
        microseconds a pair, and no row is read. What is not given stays as :func:`dedup` was asked.
        ``agreement`` and ``template`` are None for pairs of which the run did not ask. ``names``:
        False removes pages that were kept because names tell them apart, True keeps them. ``keep``:
        keys as of :func:`dedup`, fields only those that it read.

        ``decisions``: what people said of pairs, on top of what this result was made with: the path of a file that the page of :meth:`report`
        exports, or rows of page, page, "same" or "different", and a note that may be left out. A
        page is its id, the number of its row, or FILE:OFFSET.

        Raises ``facsim.Error`` for a threshold below the lowest that the run kept pairs for
        (``summary["matches"]["floor"]``), for a run with ``matches="none"``, and for decisions that
        are none; TypeError and ValueError for what is no share from 0 to 1; TypeError for what is
        no bool; OSError for a file that cannot be read.
        """
        given = {
            "min_resemblance": share_of("min_resemblance", min_resemblance),
            "min_agreement": share_of("min_agreement", min_agreement),
            "min_containment": share_of("min_containment", min_containment),
            "min_containment_to_remove": share_of(
                "min_containment_to_remove", min_containment_to_remove
            ),
            "names": None if names is None else bool_of("names", names),
            "keep": None if keep is None else keep_keys_of(keep),
            "remove": None if remove is None else kinds_of(remove),
            "decisions": self._reclustered.get("decisions", b"") + decisions_text(decisions),
        }
        run = self._work.kept_run("recluster()")
        result = Result(self._work, run.again(_core.ReclusterSettings(**given)), given)
        warn(result.summary["warnings"], stacklevel=3)
        return result

    @named
    def report(
        self,
        path: str | os.PathLike | None = None,
        *,
        with_text: bool = True,
        pairs_max: int = 10_000,
    ) -> str:
        """The page of ``facsim report`` about this result: one HTML file that opens offline.

        ``path``: where it is written, whole or not at all, over a file that is there; None: it is
        only returned. ``with_text=False`` leaves out what rows say. ``pairs_max``: how many pairs
        are listed, those nearest to the threshold first, up to 100,000.

        Texts come from the rows, as :meth:`show` takes them, or from the files, which are read
        again; the page says what it cannot show. It takes as long as :meth:`recluster`, and a
        comparison of each pair with text. Raises ``facsim.Error`` for a run with
        ``matches="none"``, and OSError where ``path`` cannot be written.
        """
        if type(pairs_max) is not int or not 0 <= pairs_max <= _PAIRS_MOST:
            raise ValueError(f"pairs_max is a whole number from 0 to {_PAIRS_MOST}")
        work = self._work
        row = work.holder.row
        page = work.kept_run("report()").report(
            _core.ReclusterSettings(**self._reclustered),
            summary=self._summary,
            rows=None if work.holder.of_files else lambda numbers: [row(n) for n in numbers],
            fields=work.fields,
            with_text=bool(with_text),
            pairs_max=pairs_max,
        )
        if path is not None:
            _write_whole(os.fspath(path), page)
        return page

    def _row_of(self, which: Any) -> tuple[str, dict]:
        """By number, id, or FILE:OFFSET."""
        if self._numbers is None:
            self._numbers = {}
            tables = {"reported": self.reported, "removed": self.duplicates}
            for verdict, table in tables.items():
                for number, row in enumerate(table):
                    place = f"{row['file']}:{row['offset']}" if "file" in row else row["row"]
                    for name in (place, row["id"]):
                        self._numbers[name] = verdict, number
        if which is not None and which not in self._numbers:
            which = label(which)  # an id that is a number, a UUID or a time
        if which is None or which not in self._numbers:
            raise KeyError(f"{which!r} is no removed or reported page of this result")
        verdict, number = self._numbers[which]
        table = self.duplicates if verdict == "removed" else self.reported
        return verdict, table[number]

    def show(self, id: Any) -> None:
        """Prints a removed or reported page beside the one it repeats, passage by passage.

        ``id``: its id, the number of its row, or FILE:OFFSET for pages of files. In a notebook the
        two are rendered side by side, and what only one has is marked. Raises KeyError for a page
        that was neither removed nor reported.
        """
        put(self._shown(id))

    def _shown(self, id: Any) -> Shown:
        verdict, row = self._row_of(id)
        work = self._work
        if work.holder.of_files:
            places = [(row["file"], row["offset"]),
                      (row["representative_file"], row["representative_offset"])]  # fmt: skip
            labels = [f"{file}:{offset}" for file, offset in places]
        else:
            places = [row["row"], row["representative_row"]]
            labels = [f"row {place}" for place in places]
        names = (row["id"] or labels[0], row["representative"] or labels[1])
        (first, one), (second, other) = (_body(work.holder.row(place), work) for place in places)
        comparison = compared(first, second, work.profile._judge, one, other)
        return Shown(verdict, row, comparison, names, (_seen(first), _seen(second)))

    def __repr__(self) -> str:
        summary = self.summary
        left_out = {reason: count for reason, count in summary["skipped"].items()
                    if reason not in ("total", "no_text", "not_a_page", "crawler_record",
                                      "other_status")}  # fmt: skip
        total = summary["pages_read"] + sum(left_out.values())
        noun = "page"
        if not self._work.holder.of_files:
            noun, total = "row", summary["records_read"]
        text = f"{len(self.duplicates):,} of {total:,} {noun}{'' if total == 1 else 's'} removed"
        if left_out:
            text += f", {sum(left_out.values()):,} left out ({', '.join(left_out)})"
        return f"<facsim.Result: {text}>"

    def _repr_html_(self) -> str:
        return html_of_result(self)
