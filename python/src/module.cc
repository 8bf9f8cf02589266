// SPDX-License-Identifier: Apache-2.0
// The extension module facsim._core. The modules beside it (facsim/*.py) wrap its functions for
// users; it contains no algorithm.
#include <nanobind/nanobind.h>

#include <string>

#include "bind.h"
#include "columns.h"
#include "facsim/base/version.h"
#include "facsim/tables/load_parquet.h"
#include "parquet_entry.h"

NB_MODULE(_core, module) {
  // A daemon thread may hold its objects beyond the end of the interpreter.
  nanobind::set_leak_warnings(false);
  module.attr("version") = std::string(facsim::kVersion).c_str();
  facsim::use_instead_of_parquet_plugin(&facsim::python::pyarrow_entry);
  facsim::python::bind_errors(module);
  facsim::python::bind_calls(module);
  facsim::python::bind_columns(module);
  facsim::python::bind_analyze(module);
  facsim::python::bind_compare(module);
  facsim::python::bind_hamming(module);
  facsim::python::bind_hamming_folder(module);
  facsim::python::bind_read_pages(module);
  facsim::python::bind_page_columns(module);
  facsim::python::bind_page_index(module);
  facsim::python::bind_recipe(module);
  facsim::python::bind_seen(module);
  facsim::python::bind_seen_pages(module);
  facsim::python::bind_dedup(module);
  facsim::python::bind_links(module);
  facsim::python::bind_inputs(module);
  facsim::python::bind_evaluate(module);
  facsim::python::bind_facts(module);
  facsim::python::bind_simhash(module);
  facsim::python::bind_simhash_index(module);
  facsim::python::bind_uncrawled(module);
  facsim::python::bind_url_rules(module);
}
