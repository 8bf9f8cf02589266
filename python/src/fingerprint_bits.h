// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints in NumPy arrays, read without a copy.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "bind.h"
#include "facsim/model/fingerprint.h"

namespace facsim::python {

// The type is const so that read-only arrays are accepted, too.
using Bits = nanobind::ndarray<const std::uint64_t, nanobind::ndim<1>, nanobind::c_contig,
                               nanobind::device::cpu>;

static_assert(sizeof(Fingerprint) == sizeof(std::uint64_t));
[[nodiscard]] inline std::span<const Fingerprint> fingerprints_of(const Bits& bits) {
  return {reinterpret_cast<const Fingerprint*>(bits.data()), bits.shape(0)};
}

// Calls work(number of the first, part) without the interpreter's lock, and checks for signals
// between the parts. The answers of one part fit into the cache.
template <class Work>
void for_each_part(std::span<const Fingerprint> all, const Work& work) {
  constexpr std::size_t kPart = 4096;
  for (std::size_t first = 0; first < all.size(); first += kPart) {
    {
      const auto part = all.subspan(first, std::min(kPart, all.size() - first));
      unlocked([&] { work(first, part); });
    }
    check_signals();
  }
}

}  // namespace facsim::python
