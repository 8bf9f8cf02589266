// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second reading: units of pages that have candidates but did not fit the first spill.
//
// Files without such pages are not opened. A file that changed since the first reading causes
// Error{io}, since its verdicts would be about other pages.

#include <cstdint>
#include <vector>

#include "facsim/corpus/scan.h"

namespace facsim {

// The places of the units of those pages in Corpus::units.
class RereadUnits {
 public:
  explicit RereadUnits(Scratch& scratch, std::uint64_t memory_bytes)
      : places_(scratch, static_cast<std::size_t>(memory_bytes)) {}
  void add(std::uint32_t page, std::uint64_t offset) { places_.push_back({offset, page, 0}); }
  // The page must have been added; pages were added in ascending order.
  [[nodiscard]] std::uint64_t offset_of(std::uint32_t page) const;
  [[nodiscard]] std::uint64_t size() const { return places_.size(); }

 private:
  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t page = 0;
    std::uint32_t unused = 0;
  };
  SpillArray<Place> places_;
};

[[nodiscard]] RereadUnits read_missing_units(Corpus& corpus, const std::vector<bool>& wanted,
                                             const ReadOptions& read, const ReadyProfile& judge,
                                             const Run& run);

}  // namespace facsim
