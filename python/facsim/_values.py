# SPDX-License-Identifier: Apache-2.0
"""Converts Python values to ids, numbers and times, written as the core writes those of columns.

The core converts str, int and float itself, and calls this module for everything else.
"""

from __future__ import annotations

import datetime
import math
import numbers
from typing import Any

_UTC = datetime.timezone.utc
_MICROSECOND = datetime.timedelta(microseconds=1)
# Containers have several members and cannot be an id.
_MANY = (list, tuple, dict, set, frozenset)


def is_missing(value: Any) -> bool:
    """True for None, NaN, and the missing values of pandas."""
    kind = type(value)
    if value is None or kind.__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value


def _plain(value: Any) -> Any:
    """Returns a NumPy scalar as a Python value; other values unchanged."""
    kind = type(value)
    if kind.__module__ != "numpy" or not hasattr(value, "dtype"):
        return value
    return value if kind.__name__ in ("datetime64", "timedelta64", "ndarray") else value.item()


def _short(moment: str) -> str:
    """Returns a time without trailing zeros in its fraction of a second."""
    whole, dot, fraction = moment.partition(".")
    fraction = fraction.rstrip("0")
    return whole + dot + fraction if fraction else whole


def _time_label(value: datetime.datetime) -> str:
    if value.tzinfo is None:
        return _short(value.isoformat())
    return _short(value.astimezone(_UTC).replace(tzinfo=None).isoformat()) + "Z"


def _duration(value: Any) -> int | None:
    """Returns a duration as a number in its unit; in microseconds for Python's, as in columns."""
    scalar = getattr(value, "asm8", value)  # durations of pandas
    if type(scalar).__module__ == "numpy":
        return None if str(scalar) == "NaT" else int(scalar.astype("int64"))
    return scalar // _MICROSECOND


def _is_duration(value: Any) -> bool:
    return isinstance(value, datetime.timedelta) or type(value).__name__ == "timedelta64"


def repaired(text: str) -> str:
    """Returns a text with U+FFFD in place of lone surrogates."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def label(value: Any) -> str | bytes | None:
    """Returns an id or a URL; None if missing. Raises TypeError for a container of values."""
    if is_missing(value):
        return None
    if type(value).__name__ == "float32":  # printed with its own digits, fewer than a float's
        return str(value) if math.isfinite(value) else None
    value = _plain(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else None
    if _is_duration(value):
        units = _duration(value)
        return None if units is None else str(units)
    if isinstance(value, datetime.datetime):
        return _time_label(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return _short(value.isoformat())
    kind = type(value)
    if kind.__name__ == "Decimal":
        return format(value, "f") if value.is_finite() else None
    if kind.__module__ == "numpy" and kind.__name__ == "datetime64":
        text = str(value)
        return None if text == "NaT" else _short(text)
    if isinstance(value, _MANY) or kind.__name__ == "ndarray":
        raise TypeError("several values")
    return str(value)


def number(value: Any) -> float | None:
    """Returns a number, or a time in seconds since 1970; None if missing or not finite.

    A time without a time zone is taken as UTC, as in columns. Raises TypeError for other values.
    """
    if is_missing(value):
        return None
    kind = type(value)
    if kind.__module__ == "numpy" and kind.__name__ == "datetime64":
        return None if str(value) == "NaT" else float(value.astype("datetime64[us]").astype("int64")) / 1e6
    if _is_duration(value):
        units = _duration(value)
        return None if units is None else float(units)
    value = _plain(value)
    if isinstance(value, datetime.datetime):
        return (value if value.tzinfo is not None else value.replace(tzinfo=_UTC)).timestamp()
    if isinstance(value, datetime.date):
        return 86_400.0 * (value.toordinal() - datetime.date(1970, 1, 1).toordinal())
    if not isinstance(value, numbers.Number) and not hasattr(value, "__float__"):
        raise TypeError("no number")
    real: Any = value  # float() raises TypeError for complex numbers
    try:
        found = float(real)
    except (OverflowError, ValueError):
        return None
    return found if math.isfinite(found) else None
