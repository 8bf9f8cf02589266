// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who lies within distance k? An immutable index over 64-bit fingerprints, exact for every distance
// up to the one it was built for.
//
// One table for each mask of a design (design.h, table.h). Equal fingerprints are stored once in
// every table; the first table also knows their ordinals. hamming_search.h asks it. Const: safe to
// share among threads.
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
  // here, directories as they are used: damaged sections never lead outside, they throw
  // Error{damaged}. Throws Error{unsupported} for a newer version.
  explicit HammingIndex(const SectionSource& source, Kernel kernel = best_kernel());

  [[nodiscard]] const Design& design() const noexcept { return design_; }
  // Ordinals 0 .. size() - 1; how many of them have a fingerprint, and how many different ones.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t listed() const noexcept { return listed_; }
  [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }

  // The different fingerprints in the order of the first table, with their ordinals: visit(
  // fingerprint, ordinals). Cost: one pass over the first table.
  void for_each(
      const std::function<void(std::uint64_t, std::span<const std::uint64_t>)>& visit) const;

  // The same in two halves, for whoever needs few of the ordinals: fills `values` with the
  // different fingerprints from place `first` of that order on, which must be there; and calls
  // visit(i, ordinal) for the ordinals at the i-th of some places, a few thousand at once, so that
  // memory is waited for once and not for each.
  void read(std::uint64_t first, std::span<std::uint64_t> values) const;
  void ordinals_at(std::span<const std::uint64_t> places,
                   const std::function<void(std::size_t, std::uint64_t)>& visit) const;
  // The ordinals at one place, one by one: for places that have too many to hold. They ascend.
  [[nodiscard]] std::uint64_t ordinals_count(std::uint64_t place) const;
  [[nodiscard]] std::uint64_t ordinal_at(std::uint64_t place, std::uint64_t number) const;

  // Asks for the memory that all of these read first.
  void fetch_ordinals(std::uint64_t place) const noexcept {
    if (has_groups_) {
      __builtin_prefetch(groups_.lines + 64 * (place / kBucketsALine));
    } else {
      fetch_ordinal(place);
    }
  }

  // Walks through all of it: directories that count up, entries in order, ordinals that occur once,
  // every table the same fingerprints. Throws Error{damaged} with the first thing that is wrong.
  void check() const;

 private:
  friend class HammingSearch;

  void open_tables(const SectionSource& source);
  // Where the ordinals of the fingerprint at a place of the first table stand.
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
  // flips_[t]: the keys' bits that probes of table t flip, by ascending number; flip_ends_[t][n]:
  // how many patterns have at most n ones.
  std::vector<std::vector<std::uint64_t>> flips_;
  std::vector<std::vector<std::size_t>> flip_ends_;
  // needed_[k]: so many of the first tables miss nothing within k.
  std::vector<std::size_t> needed_;
  const std::byte* ordinals_ = nullptr;
  unsigned ordinal_bits_ = 0;
  bool has_groups_ = false;
  RawDirectory groups_;
};

}  // namespace facsim
