// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which fingerprints lie within distance k? An immutable index over 64-bit fingerprints, exact for
// every distance up to the one it was built for.
//
// One table for each mask of a design (design.h, table.h). Equal fingerprints are stored once in
// every table; only the first table has their ordinals. hamming_search.h searches it. Const: safe
// to share among threads.
//
// Source: Manku, Jain, Das Sarma, Detecting Near-Duplicates for Web Crawling, WWW 2007; for the
// masks see design.h.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/index/design.h"
#include "facsim/index/directory.h"
#include "facsim/index/kernels/raw_probe_kernels.h"
#include "facsim/index/sections.h"

namespace facsim {

class HammingIndex {
 public:
  // Opens what HammingIndexBuilder wrote; `source` must outlive this. Sizes and counts are checked
  // here, directories when they are used: damaged sections never cause a read outside of them but
  // throw Error{damaged}. Throws Error{unsupported} for another version, and for a table whose
  // radius would search nearly all of it.
  explicit HammingIndex(const SectionSource& source, Kernel kernel = best_kernel());

  [[nodiscard]] const Design& design() const noexcept { return design_; }
  // Ordinals are 0 .. size() - 1; listed() of them have a fingerprint; distinct() are different.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t listed() const noexcept { return listed_; }
  [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }

  // Calls visit(fingerprint, ordinals) for the different fingerprints in the order of the first
  // table. Cost: one pass over the first table.
  void for_each(
      const std::function<void(std::uint64_t, std::span<const std::uint64_t>)>& visit) const;

  // The same in two parts, for callers that need few of the ordinals. read() fills `values` with
  // the different fingerprints from position `first` of that order on, which must exist.
  // ordinals_at() calls visit(i, ordinal) for the ordinals at places[i]; with a few thousand places
  // per call, the waits for memory overlap.
  void read(std::uint64_t first, std::span<std::uint64_t> values) const;
  void ordinals_at(std::span<const std::uint64_t> places,
                   const std::function<void(std::size_t, std::uint64_t)>& visit) const;
  // The ordinals at one place, one by one and ascending: for places that have too many to hold.
  [[nodiscard]] std::uint64_t ordinals_count(std::uint64_t place) const;
  [[nodiscard]] std::uint64_t ordinal_at(std::uint64_t place, std::uint64_t number) const;

  // Prefetches what the three functions above read first.
  void fetch_ordinals(std::uint64_t place) const noexcept {
    if (has_groups_) {
      __builtin_prefetch(groups_.lines + 64 * (place / kBucketsALine));
    } else {
      fetch_ordinal(place);
    }
  }

  // Reads the whole index: directories must count up, entries be in order, ordinals occur once, and
  // all tables hold the same fingerprints. Throws Error{damaged} with the first problem found.
  void check() const;

 private:
  friend class HammingSearch;

  void open_tables(const SectionSource& source);
  // The positions of the ordinals of the fingerprint at a place of the first table.
  [[nodiscard]] EntryRange ordinals_of(std::uint64_t place) const;
  void fetch_ordinal(std::uint64_t entry) const noexcept {
    __builtin_prefetch(ordinals_ + (entry * ordinal_bits_ >> 3));
  }

  std::string name_;
  const RawProbeKernels* kernels_;
  Design design_;
  std::uint64_t size_ = 0;
  std::uint64_t listed_ = 0;
  std::uint64_t distinct_ = 0;
  std::vector<RawTable> tables_;
  // flips_[t]: the patterns of key bits that probes of table t flip, by ascending number of ones;
  // flip_ends_[t][n]: how many patterns have at most n ones.
  std::vector<std::vector<std::uint64_t>> flips_;
  std::vector<std::vector<std::size_t>> flip_ends_;
  // needed_[k]: how many of the first tables are enough to miss nothing within k.
  std::vector<std::size_t> needed_;
  const std::byte* ordinals_ = nullptr;
  unsigned ordinal_bits_ = 0;
  bool has_groups_ = false;
  RawDirectory groups_;
};

}  // namespace facsim
