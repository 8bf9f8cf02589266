// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors of the core as exceptions of Python, one class for each code (facsim/errors.py).

#include <nanobind/nanobind.h>

namespace facsim::python {

void bind_errors(nanobind::module_& module);

// Calls `work` without the interpreter's lock.
template <class Work>
auto unlocked(const Work& work) {
  nanobind::gil_scoped_release released;
  return work();
}

}  // namespace facsim::python
