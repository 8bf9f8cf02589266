// SPDX-License-Identifier: Apache-2.0
#pragma once
// The units of pages, in order, stored between reading and verifying: shingle sets and agreement
// are both computed from them.
//
// They are stored in memory first, then in scratch up to a cap; units beyond it are read again from
// the input for the pages that turn out to need them (missing_units.h).

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/base/spill_array.h"

namespace facsim {

class UnitStore {
 public:
  UnitStore(Scratch& scratch, std::uint64_t memory_bytes_max, std::uint64_t total_bytes_max)
      : bytes_(scratch, memory_bytes_max), total_bytes_max_(total_bytes_max) {}

  // True if another page of `units` units fits within the cap.
  [[nodiscard]] bool has_room(std::size_t units) const noexcept {
    return bytes_.size() + units * sizeof(std::uint64_t) <= total_bytes_max_;
  }
  // True if any units are stored; otherwise they need not be computed.
  [[nodiscard]] bool takes_any() const noexcept { return total_bytes_max_ > 0; }
  // Returns their offset; adds them even beyond the cap.
  std::uint64_t append(std::span<const std::uint64_t> units) {
    return bytes_.append(std::as_bytes(units));
  }
  void read(std::uint64_t offset, std::uint32_t count, std::vector<std::uint64_t>& units) const {
    units.resize(count);
    bytes_.read(offset, std::as_writable_bytes(std::span(units)));
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return bytes_.size(); }

 private:
  SpillBytes bytes_;
  std::uint64_t total_bytes_max_;
};

}  // namespace facsim
