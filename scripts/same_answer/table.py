# SPDX-License-Identifier: Apache-2.0
"""All cases."""

from same_answer import (
    cases_bad,
    cases_dedup,
    cases_index,
    cases_inputs,
    cases_results,
    cases_serve,
    cases_store,
    python_side,
)
from same_answer.case import Table


def all_cases(sets: list[str]) -> Table:
    """Returns the cases of generated pages and of the given real sets."""
    table = Table()
    reals = [f"real{number}" for number in range(len(sets))]
    for module in (cases_bad, cases_dedup, cases_inputs, cases_results, cases_index, cases_store,
                   cases_serve):
        module.add(table, reals)
    for group, names in python_side.names(reals).items():
        for name in names:
            needs = [name.split("-")[0]] if name.startswith("real") else []
            table.add(f"python/{group}/{name}", python=f"{group}/{name}", needs=needs)
    return table
