# SPDX-License-Identifier: Apache-2.0
"""What the core says, in the words of its callers here."""

import re

# The core names settings as the program's flags; these are arguments here, by another name if any.
_ARGUMENTS = {
    "--html-field": "html",
    "--id-field": "id",
    "--jieba": "jieba_tables",
    "--keep": "keep",
    "--label-min": "label_min",
    "--matches": "matches",
    "--max-distance": "max_distance",
    "--memory": "memory",
    "--min-agreement": "min_agreement",
    "--min-containment": "min_containment",
    "--min-containment-to-remove": "min_containment_to_remove",
    "--min-resemblance": "min_resemblance",
    "--names": "names",
    "--page-max": "page_max",
    "--count-by": "count_by",
    "--pairs": "pairs",
    "--profile": "profile",
    "--recipe": "recipe",
    "--resemblance-floor": "resemblance_floor",
    "--scope": "scope",
    "--text-field": "text",
    "--threads": "threads",
    "--time-field": "time",
    "--status-field": "status",
    "--status": "judged_status",
    "--tmp": "tmp",
    "--url-field": "url",
}
# Ends of sentences that name a file of the program's result, or a flag that is no argument.
_ENDS = {
    "(by link in duplicates.jsonl); see --cluster": "(by link in duplicates)",
    "(template in duplicates.jsonl); --refuse-templates keeps such pages":
        "(template in duplicates)",
    "lose more than --warn-loss; see losses in summary.json": "lose many; see losses in summary",
}  # fmt: skip
# A name in quotes is somebody else's, and so is a part of a path.
_FLAG = re.compile(r"'[^']*'|(?<![\w/.-])--[a-z]+(?:-[a-z]+)*(?![\w/-]|\.\w)|\brun facsim dedup\b")


def _word(found: re.Match[str]) -> str:
    if found[0].startswith("run"):
        return "run facsim.dedup"
    return _ARGUMENTS.get(found[0], found[0])


def in_python(sentence: str, where: str = "") -> str:
    """With the names of arguments in place of flags; flags that are none stay.

    ``where``: a path with which the sentence may begin.
    """
    for end, ours in _ENDS.items():
        if sentence.endswith(end):
            sentence = sentence.removesuffix(end) + ours
    path = where if where and sentence.startswith(where) else ""
    return path + _FLAG.sub(_word, sentence[len(path):])
