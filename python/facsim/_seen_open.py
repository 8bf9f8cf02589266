# SPDX-License-Identifier: Apache-2.0
"""Opens a store of pages in a folder or in a service."""

from __future__ import annotations

import os
import re

from . import _core
from ._seen_back import SeenBack, Wishes, no_collection
from ._seen_nouns import SeenPolicy
from ._settings import bool_of, name_of, path_of
from .errors import InvalidArgumentError, NotFoundError

_COLLECTION = re.compile(r"[a-z0-9_-]{1,64}")
# An address as facsim serve prints it. A folder of that name can be given as a pathlib.Path.
_ADDRESS = re.compile(r"(localhost|[\d.]+|\[[\da-f:]+\]):\d{1,5}")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)


def back_of(where: str | os.PathLike, collection: str, wishes: Wishes) -> SeenBack:
    """Returns the open store that the arguments name. Raises as ``facsim.Seen`` does."""
    if _COLLECTION.fullmatch(name_of("collection", collection)) is None:
        raise InvalidArgumentError("a collection's name has 1 to 64 characters of a-z 0-9 _ -")
    if wishes.policy is not None and not isinstance(wishes.policy, SeenPolicy):
        raise TypeError(f"policy is a facsim.SeenPolicy, not {type(wishes.policy).__name__}")
    for name, value in {"names": wishes.names, "keep_history": wishes.keep_history}.items():
        if value is not None:
            bool_of(name, value)
    if wishes.create and wishes.must_exist:
        raise InvalidArgumentError("create=True makes what must_exist=True wants to be there")
    scheme = _SCHEME.match(where) if isinstance(where, str) else None
    if scheme is not None and isinstance(where, str):
        if scheme[1].lower() not in ("http", "https"):
            raise InvalidArgumentError(f"a service is at http:// or https://, not {scheme[0]}")
        from ._seen_http import SeenService

        return SeenService(where, collection, wishes)
    if isinstance(where, str) and _ADDRESS.fullmatch(where):
        raise InvalidArgumentError(f"{where} is an address; for a service write http://{where}")
    from ._seen_store import SeenFolder

    folder = path_of(where, "where")
    if not wishes.must_exist:
        _core.require_store_folder(folder)
    if folder and collection != "default":
        folder = os.path.join(folder, "collections", collection)
        if not wishes.create and not os.path.isdir(os.path.join(folder, "rows")):
            raise NotFoundError(no_collection(collection), folder)
    return SeenFolder(folder, wishes)
