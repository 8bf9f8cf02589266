# SPDX-License-Identifier: Apache-2.0
"""The main texts that trafilatura finds: JSON lines in (id, html, url), JSON lines out (id, text).

    extraction_peer.py FILE

Runs in build/quality-venv. Its defaults, except that comments are left out: the marked texts that
it is measured against have none.
"""

import json
import sys

from trafilatura import extract


def main() -> int:
    """Runs the command line."""
    if len(sys.argv) != 2:
        print("usage: extraction_peer.py FILE", file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            text = extract(page["html"], url=page.get("url"), include_comments=False)
            print(json.dumps({"id": page["id"], "text": text or ""}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
