// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shingle sets that verification compares, kept between reading and verifying.
//
// In memory first, then in scratch up to a cap; what does not fit is computed again from the input
// for the pages that turn out to need it (missing_shingles.h).

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/base/spill_array.h"

namespace facsim {

class ShingleStore {
 public:
  ShingleStore(Scratch& scratch, std::uint64_t memory_bytes_max, std::uint64_t total_bytes_max)
      : bytes_(scratch, memory_bytes_max), total_bytes_max_(total_bytes_max) {}

  // Whether another set of this size is still within the cap.
  [[nodiscard]] bool has_room(std::size_t shingles) const noexcept {
    return bytes_.size() + shingles * sizeof(std::uint64_t) <= total_bytes_max_;
  }
  // Returns where the set now stands; adds it even beyond the cap.
  std::uint64_t append(std::span<const std::uint64_t> set) {
    return bytes_.append(std::as_bytes(set));
  }
  void read(std::uint64_t offset, std::uint32_t count, std::vector<std::uint64_t>& set) const {
    set.resize(count);
    bytes_.read(offset, std::as_writable_bytes(std::span(set)));
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return bytes_.size(); }

 private:
  SpillBytes bytes_;
  std::uint64_t total_bytes_max_;
};

}  // namespace facsim
