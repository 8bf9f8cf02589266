// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of the module, and the functions that they share.

#include <nanobind/nanobind.h>

#include "calls.h"

namespace facsim::python {

void bind_errors(nanobind::module_& module);
void bind_calls(nanobind::module_& module);
void bind_analyze(nanobind::module_& module);
void bind_compare(nanobind::module_& module);
void bind_evaluate(nanobind::module_& module);
void bind_facts(nanobind::module_& module);
void bind_links(nanobind::module_& module);
void bind_inputs(nanobind::module_& module);
void bind_dedup(nanobind::module_& module);
void bind_hamming(nanobind::module_& module);
void bind_hamming_folder(nanobind::module_& module);
void bind_page_columns(nanobind::module_& module);
void bind_page_index(nanobind::module_& module);
void bind_read_pages(nanobind::module_& module);
void bind_recipe(nanobind::module_& module);
void bind_seen(nanobind::module_& module);
void bind_seen_pages(nanobind::module_& module);
void bind_simhash(nanobind::module_& module);
void bind_url_rules(nanobind::module_& module);
void bind_simhash_index(nanobind::module_& module);
void bind_uncrawled(nanobind::module_& module);

// Throws the exception of a pending signal (KeyboardInterrupt). Needs the interpreter's lock.
inline void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Calls `work` without the interpreter's lock.
template <class Work>
auto unlocked(const Work& work) {
  const CallInProgress call;
  const nanobind::gil_scoped_release released;
  return work();
}

}  // namespace facsim::python
