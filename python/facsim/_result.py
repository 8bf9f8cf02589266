# SPDX-License-Identifier: Apache-2.0
"""Result: the decisions of a run, and further queries on it."""

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
    """Issues RunWarnings. ``stacklevel``: as seen from the caller of this function."""
    for sentence in sentences:
        warnings.warn(sentence, RunWarning, stacklevel=stacklevel + 1)


@dataclass(frozen=True)
class Work:
    """A finished run and its arguments."""

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
    """Returns the text or HTML of a row, and True if it is HTML."""
    if row is None or isinstance(row, (str, bytes)):
        return row or "", False
    names = ("html", "text") if work.holder.of_files else (work.html, work.text)
    page: Any
    text: Any
    page, text = (_core.member(row, name) if name else None for name in names)
    # An empty html counts as missing.
    if not is_missing(page) and len(page):
        return page, True
    return "" if is_missing(text) else text, False


def _seen(body: str | bytes) -> str:
    return body.decode("utf-8", "replace") if isinstance(body, bytes) else body


def _write_whole(path: str, text: str) -> None:
    """Writes a temporary file beside the path and renames it; a symbolic link remains one."""
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
    """The decisions of :func:`dedup`.

    ``kept``: the kept rows, with the type of the input (for an iterator an iterator; for paths an
    iterator of pages as dicts, which reads the files again).
    ``duplicates``: a table with one row for each removed one: row, id, url, representative_row,
    representative, representative_url, kind, distance, resemblance, resemblance_error, containment,
    containment_reverse, agreement, template, judged, judged_representative, payload_identical, by,
    status, representative_status; their values are those of the command's ``duplicates.jsonl``.
    ``reported``: a table of kept rows that share a part with another kept one, with kept_by,
    kept_apart and name_words as in ``reported.jsonl``.
    ``clusters``: a table with the row, id and size of each representative. For paths, ``file`` and
    ``offset`` replace ``row``. ``summary``: the counts, as in ``summary.json``.

    A pickled result gives the same answers in another process: it includes the rows, but not those
    of iterators and of DuckDB, nor the pairs of :meth:`recluster` and :meth:`report`. Calls there
    that need what is missing raise ``facsim.errors.UnsupportedError``.
    """

    def __init__(
        self, work: Work, found: dict, reclustered: dict[str, Any] | None = None
    ) -> None:
        """``reclustered``: the settings of recluster(); None values are those of the run."""
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
        """Copies the rows, unless these cannot be copied; shares the pairs, which never change."""
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
        """The numbers of the removed rows, ascending. Raises TypeError for pages of files."""
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
        """Returns a new result for other thresholds, keep keys or kinds, without a second run.

        It does what ``facsim recluster`` does: pairs are judged by the figures that the run saved,
        in microseconds a pair, and no row is read. Arguments that are not given are those of the
        call of :func:`dedup`. ``agreement`` and ``template`` are None for pairs for which the run
        did not compute them.

        ``min_resemblance``, ``min_agreement``, ``min_containment``: thresholds, 0 to 1.
        ``min_containment_to_remove``, ``remove``: as for :func:`dedup`. ``names``: False removes
        pages that were kept because their names differ, True keeps them. ``keep``: keys as for
        :func:`dedup`, with no fields but those that the run read. ``decisions``: decisions of
        people on pairs, in addition to those of this result: the path of a file exported from the
        page of :meth:`report`, or rows of page, page, "same" or "different", and an optional note.
        A page is its id, the number of its row, or FILE:OFFSET.

        Raises ``facsim.Error`` for a threshold below the lowest for which the run saved pairs
        (``summary["matches"]["floor"]``), for a run with ``matches="none"``, and for invalid
        decisions; TypeError and ValueError for wrong values; OSError for a file that cannot be
        read.
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
        """Returns the page of ``facsim report`` about this result, as HTML that opens offline.

        ``path``: a file that the page is also written to, atomically; an existing file is replaced.
        Default: None, the page is only returned. ``with_text``: False leaves out the texts of rows.
        ``pairs_max``: the largest number of listed pairs, 0 to 100,000 (default: 10,000), those
        nearest to the threshold first.

        Texts come from the rows, as in :meth:`show`, or from the files, which are read again; the
        page states what it cannot show. It takes as long as :meth:`recluster`, and one comparison
        for each pair with text. Raises ``facsim.Error`` for a run with ``matches="none"``,
        ValueError for a wrong ``pairs_max``, and OSError if ``path`` cannot be written.
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
        """Returns "removed" or "reported" and the row, found by number, id, or FILE:OFFSET."""
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
        """Prints a removed or reported page and the page it repeats, passage by passage.

        ``id``: its id, the number of its row, or FILE:OFFSET for pages of files. A notebook renders
        the two side by side and marks the text found in only one. Raises KeyError for a page that
        was neither removed nor reported.
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
