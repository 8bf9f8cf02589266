// SPDX-License-Identifier: Apache-2.0
// The pages that crawlers left out: adds their counts to a store in this process, and reads them.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bind.h"
#include "facsim/report/uncrawled_json.h"
#include "held_store.h"
#include "labels.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

using Use = HeldStore::Use;

// Each entry is a place and its four counts.
void count_uncrawled(HeldStore& held,
                     const std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t,
                                                  std::uint64_t, std::uint64_t>>& counts,
                     const std::string& retry_key) {
  const Use use(held);
  std::vector<Uncrawled> report;
  report.reserve(counts.size());
  for (const auto& [place, links, by_rules, mirror_links, back] : counts) {
    report.push_back({.place = place,
                      .links = links,
                      .links_by_rules = by_rules,
                      .mirror_links = mirror_links,
                      .mirror_links_back = back});
  }
  unlocked([&] { use.store().count_uncrawled(report, retry_key); });
}

nb::str uncrawled(HeldStore& held, std::uint64_t limit) {
  const Use use(held);
  return label(unlocked([&] { return uncrawled_json(use.store().uncrawled(limit)); }));
}

}  // namespace

void bind_uncrawled(nb::module_& module) {
  module.def("count_uncrawled", &count_uncrawled, nb::arg("store"), nb::arg("counts"),
             nb::arg("retry_key"));
  module.def("uncrawled", &uncrawled, nb::arg("store"), nb::arg("limit"));
}

}  // namespace facsim::python
