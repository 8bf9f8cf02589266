// SPDX-License-Identifier: Apache-2.0
// The extension module facsim._core. Its functions take and give what the modules beside it
// (facsim/*.py) make pleasant; no algorithm lives here.
#include <nanobind/nanobind.h>

#include <string>

#include "bind.h"
#include "columns.h"
#include "errors.h"
#include "facsim/base/version.h"

NB_MODULE(_core, module) {
  module.attr("version") = std::string(facsim::kVersion).c_str();
  facsim::python::bind_errors(module);
  facsim::python::bind_columns(module);
  facsim::python::bind_analyze(module);
  facsim::python::bind_compare(module);
  facsim::python::bind_hamming(module);
  facsim::python::bind_dedup(module);
  facsim::python::bind_simhash(module);
}
