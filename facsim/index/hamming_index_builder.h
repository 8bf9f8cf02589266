// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints in, the sections of a Hamming index out.
//
// Promise: the sections depend on the fingerprints, their order, the design and the codec only.
// Memory: within `memory_bytes` while N is so large that it matters, the rest in scratch. Cost: one
// sort of N pairs and one of the different fingerprints for each further table, by radix in memory
// (40 bytes a fingerprint), by runs that are merged beyond it. One thread adds; in memory, sorting
// runs on the executor.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/base/spill_sort.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/design.h"
#include "facsim/index/sections.h"

namespace facsim {

struct IndexBuildOptions {
  Design design;  // its masks as they are: see fitted()
  // How tables lie in their sections: ready to be searched, or coded (coded_tables.h).
  std::optional<Codec> codec = {};
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t expected = 0;        // fingerprints, where somebody knows
  std::function<void()> check = {};  // called now and then, from any thread; may throw
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
  // Writes the index. Once. Throws Error{invalid_argument} for coded tables whose masks are too
  // wide for what was added (coded_buckets_max()); those that are
  // fitted() to no more entries never are.
  void build(SectionSink& sink, Executor& executor);

 private:
  using Keys = std::vector<std::uint64_t>;

  struct Entry {
    std::uint64_t key = 0;  // key and suffix, so that entries sort as the first table does
    std::uint64_t ordinal = 0;
    [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  // The order of the first table, with ordinals; gives out the different keys.
  void build_first(SectionSink& sink, Executor& executor, SpillArray<std::uint64_t>& distinct);
  void build_other(std::size_t table, SectionSink& sink, Executor& executor,
                   const SpillArray<std::uint64_t>& distinct);
  [[nodiscard]] bool fits(std::uint64_t count) const noexcept;
  // Asks options_.check whether to go on, every some thousand keys.
  void look(std::uint64_t number) const;
  void spill();
  void require_readable() const;

  IndexBuildOptions options_;
  Scratch& scratch_;
  std::uint64_t size_ = 0;
  Keys keys_;  // in memory, as long as all fit
  Keys ordinals_;
  std::unique_ptr<SpillSorter<Entry>> spilled_;
};

}  // namespace facsim
