// SPDX-License-Identifier: Apache-2.0
// Fingerprints within k bits.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <span>
#include <vector>

#include "bind.h"
#include "columns.h"
#include "errors.h"
#include "facsim/hamming_index.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// const: read-only arrays are welcome too.
using Bits = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

static_assert(sizeof(Fingerprint) == sizeof(std::uint64_t));
std::span<const Fingerprint> fingerprints_of(const Bits& bits) {
  return {reinterpret_cast<const Fingerprint*>(bits.data()), bits.shape(0)};
}

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

Table query(const MemoryHammingIndex& index, const Bits& bits, int max_distance,
            std::uint64_t limit) {
  const auto queries = fingerprints_of(bits);
  Columns columns = pair_columns("query", "number");
  unlocked([&] {
    // So many at a time that answers of one part fit into the cache.
    constexpr std::size_t kPart = 4096;
    for (std::size_t first = 0; first < queries.size(); first += kPart) {
      const auto part = queries.subspan(first, std::min(kPart, queries.size() - first));
      const auto answers = index.query(part, {.max_distance = max_distance, .limit = limit});
      for (std::size_t i = 0; i < answers.size(); ++i) {
        for (const HammingNeighbour& found : answers[i]) {
          add_row(columns, first + i, found.number, found.distance);
        }
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
  unlocked([&] {
    visit_close_pairs(
        all, max_distance,
        [&](const HammingPair& pair) { add_row(columns, pair.first, pair.second, pair.distance); },
        limits);
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
            unlocked([&] { new (made) MemoryHammingIndex(all, max_distance, threads); });
          },
          nb::arg("bits").noconvert(), nb::arg("max_distance") = 3, nb::arg("threads") = 1)
      .def("__len__", &MemoryHammingIndex::size)
      .def_prop_ro("max_distance", &MemoryHammingIndex::max_distance)
      .def("query", &query, nb::arg("bits").noconvert(), nb::arg("max_distance") = -1,
           nb::arg("limit") = 0);
  module.def("close_pairs", &close_pairs, nb::arg("bits").noconvert(), nb::arg("max_distance") = 3,
             nb::arg("threads") = 1);
}

}  // namespace facsim::python
