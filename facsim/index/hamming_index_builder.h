// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints in, the sections of a Hamming index out.
//
// Promise: the sections depend only on the fingerprints, their order, the design and the codec.
// Memory: within `memory_bytes` for every N large enough to matter; the rest goes to scratch. Cost:
// one sort of N pairs, and one of the different fingerprints for each further table: by radix in
// memory (40 bytes a fingerprint), by merged runs if they do not fit. One thread adds; in memory,
// sorting runs on the executor.

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
  Design design;  // its masks are used as they are: see fitted()
  // How the tables are stored: ready to be searched, or coded (coded_tables.h).
  std::optional<Codec> codec = {};
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t expected = 0;        // fingerprints, if known; 0 if not
  std::function<void()> check = {};  // called now and then, from any thread; may throw
};

class HammingIndexBuilder {
 public:
  // Throws Error{invalid_argument} for a design that misses something, or that has a mask of no
  // bits or of more than 40. `scratch` must outlive this.
  HammingIndexBuilder(IndexBuildOptions options, Scratch& scratch);

  // Adds the fingerprint of the next ordinal: 0, 1, ...
  void add(std::uint64_t fingerprint);
  // Gives the next ordinal no fingerprint: no search finds it.
  void skip() { ++size_; }
  // Writes the index; may be called once. Throws Error{invalid_argument} if tables are coded and a
  // mask is too wide for the number of entries (coded_buckets_max()). Masks that are fitted() to no
  // more entries than were added never are.
  void build(SectionSink& sink, Executor& executor);

 private:
  using Keys = std::vector<std::uint64_t>;

  struct Entry {
    std::uint64_t key = 0;  // key and suffix, so that entries sort in the first table's order
    std::uint64_t ordinal = 0;
    [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  // Writes the first table, with ordinals, and appends the different fingerprints to `distinct`.
  void build_first(SectionSink& sink, Executor& executor, SpillArray<std::uint64_t>& distinct);
  void build_other(std::size_t table, SectionSink& sink, Executor& executor,
                   const SpillArray<std::uint64_t>& distinct);
  [[nodiscard]] bool fits(std::uint64_t count) const noexcept;
  // Calls options_.check once every some thousand keys.
  void look(std::uint64_t number) const;
  void spill();
  void require_readable() const;

  IndexBuildOptions options_;
  Scratch& scratch_;
  std::uint64_t size_ = 0;
  Keys keys_;  // in memory, while all fit
  Keys ordinals_;
  std::unique_ptr<SpillSorter<Entry>> spilled_;
};

}  // namespace facsim
