// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of the module, and what they share.

#include <nanobind/nanobind.h>

#include <atomic>
#include <string>

#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim::python {

void bind_analyze(nanobind::module_& module);
void bind_compare(nanobind::module_& module);
void bind_dedup(nanobind::module_& module);
void bind_hamming(nanobind::module_& module);
void bind_simhash(nanobind::module_& module);

// Throws the exception of a signal that came meanwhile (KeyboardInterrupt). With the lock.
inline void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace facsim::python
