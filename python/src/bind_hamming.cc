// SPDX-License-Identifier: Apache-2.0
// Finds fingerprints within k bits.
#include <nanobind/stl/string.h>

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "bind.h"
#include "columns.h"
#include "facsim/hamming_index.h"
#include "fingerprint_bits.h"
#include "watched.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

Columns pair_columns(const char* first, const char* second) {
  Columns columns;
  columns.emplace_back(first, "L");
  columns.emplace_back(second, "L");
  columns.emplace_back("distance", "I");
  return columns;
}

void add_row(Columns& columns, std::uint64_t first, std::uint64_t second, int distance) {
  columns[0].add(first);
  columns[1].add(second);
  columns[2].add(static_cast<std::uint32_t>(distance));
}

Table query_memory(const MemoryHammingIndex& index, const Bits& bits, int max_distance,
                   std::uint64_t limit) {
  const auto queries = fingerprints_of(bits);
  Columns columns = pair_columns("query", "number");
  for_each_part(queries, [&](std::size_t first, std::span<const Fingerprint> part) {
    const auto answers = index.query(part, {.max_distance = max_distance, .limit = limit});
    for (std::size_t i = 0; i < answers.size(); ++i) {
      for (const HammingNeighbour& found : answers[i]) {
        add_row(columns, first + i, found.number, found.distance);
      }
    }
  });
  return Table(std::move(columns));
}

Table close_pairs(const Bits& bits, int max_distance, int threads) {
  const auto all = fingerprints_of(bits);
  Columns columns = pair_columns("first", "second");
  RunLimits limits;
  limits.threads = threads;
  std::atomic<bool> cancelled = false;
  Watched(cancelled).run([&] {
    visit_close_pairs(
        all, max_distance,
        [&](const HammingPair& pair) { add_row(columns, pair.first, pair.second, pair.distance); },
        limits, &cancelled);
  });
  return Table(std::move(columns));
}

}  // namespace

void bind_hamming(nb::module_& module) {
  nb::class_<MemoryHammingIndex>(module, "MemoryHammingIndex")
      .def(
          "__init__",
          [](MemoryHammingIndex* made, const Bits& bits, int max_distance, int threads) {
            const auto all = fingerprints_of(bits);
            std::atomic<bool> cancelled = false;
            Watched(cancelled).run([&] {
              new (made) MemoryHammingIndex(all, max_distance, threads, best_kernel(), &cancelled);
            });
          },
          nb::arg("bits").noconvert(), nb::arg("max_distance") = 3, nb::arg("threads") = 1)
      .def("__len__", &MemoryHammingIndex::size)
      .def_prop_ro("max_distance", &MemoryHammingIndex::max_distance)
      .def("query", &query_memory, nb::arg("bits").noconvert(), nb::arg("max_distance") = -1,
           nb::arg("limit") = 0);
  module.def("close_pairs", &close_pairs, nb::arg("bits").noconvert(), nb::arg("max_distance") = 3,
             nb::arg("threads") = 1);
}

}  // namespace facsim::python
