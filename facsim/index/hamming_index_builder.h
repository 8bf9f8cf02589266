// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints in, the sections of a Hamming index out.
//
// Promise: the sections depend on the fingerprints, their order and the design only. Memory: within
// `memory_bytes` while N is so large that it matters, the rest in scratch. Cost: one sort of N
// pairs and one of the different fingerprints for each further table. One thread.

#include <cstdint>
#include <memory>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_sort.h"
#include "facsim/index/design.h"
#include "facsim/index/sections.h"

namespace facsim {

struct IndexBuildOptions {
  Design design;  // its masks as they are: see fitted()
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
};

class HammingIndexBuilder {
 public:
  // Throws Error{invalid_argument} for a design that misses something, or has a mask of no or more
  // than 40 bits. `scratch` must outlive this.
  HammingIndexBuilder(IndexBuildOptions options, Scratch& scratch);

  // The fingerprint of the next ordinal: 0, 1, ...
  void add(std::uint64_t fingerprint);
  // An ordinal that has no fingerprint: nothing finds it.
  void skip() { ++size_; }
  // Writes the index. Once.
  void build(SectionSink& sink);

 private:
  struct Entry {
    std::uint64_t key = 0;  // key and suffix, so that entries sort as the first table does
    std::uint64_t ordinal = 0;
    [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  IndexBuildOptions options_;
  Scratch& scratch_;
  std::uint64_t size_ = 0;
  std::unique_ptr<SpillSorter<Entry>> entries_;
};

}  // namespace facsim
