// SPDX-License-Identifier: Apache-2.0
#pragma once
// The measured pairs of a run, component by component, for judging them again with other thresholds
// or in another order (recluster.h).
//
// A pair is listed if one of its likenesses reaches the floor; a pair that is not listed does not
// match at any threshold from the floor on, unless one of its pages is marked: not all pairs of a
// marked page were examined. Pages represent all pages with their text. Cost: 4 to 5 bytes per
// pair, 8 more with agreement, in memory up to a budget and then in scratch; one component is in
// memory at a time.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/spill_array.h"

namespace facsim {

// The figures of two pages, by their numbers in the corpus, in any order.
struct MeasuredPair {
  std::uint32_t page = 0;
  std::uint32_t other = 0;
  std::uint32_t shared = 0;  // shingles
  std::uint32_t equal_bins = 0;
  float likeness = 0;      // by which the rule chooses; for RememberedPairs
  bool same_text = false;  // though not all of their visible text is equal
  bool reaches_floor = false;
  std::optional<bool> fill_one_template = {};  // for pairs of kind content
  std::optional<double> agreement = {};
};

struct ListedPair {
  std::uint32_t first = 0;  // index in ComponentPairs::pages; the lower of the two
  std::uint32_t second = 0;
  std::uint32_t shared = 0;      // shingles in both
  std::uint32_t equal_bins = 0;  // of the two sketches
  bool same_text = false;
  std::optional<double> agreement = {};  // if it was measured
  // For pairs of kind content, if measured: true if they differ as two pages of one template do
  // (verify/numbers.h, verify/titles.h). Pages of one URL are never of one template; by then other
  // pages may represent these texts. The titles are always those of the pages that were measured.
  std::optional<bool> fill_one_template = {};
};

// Pages that are connected by candidate pairs.
struct ComponentPairs {
  std::vector<std::uint32_t> pages;  // ascending
  std::vector<bool> is_cut;          // for each page: other pairs of it were not examined
  std::vector<ListedPair> pairs;     // ascending by first and second
};

// Copies bytes from an offset until `into` is full.
using ReadBytes = std::function<void(std::uint64_t offset, std::span<std::byte> into)>;

class PairLists {
 public:
  PairLists(Scratch& scratch, std::uint64_t memory_bytes)
      : bytes_(scratch, static_cast<std::size_t>(memory_bytes)) {}

  // Ignores components without a pair or a mark.
  void add(const ComponentPairs& component);

  [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::uint64_t pages_cut() const noexcept { return pages_cut_; }
  // The size in the encoding that PairReader reads (docs/formats/matches.md).
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::byte> into) const { bytes_.read(offset, into); }

 private:
  SpillBytes bytes_;
  std::uint64_t pairs_ = 0;
  std::uint64_t pages_cut_ = 0;
};

// Reads the components of a list in their order.
class PairReader {
 public:
  // Reads `bytes` bytes through `read`, with page numbers below `pages`; `where` names the list in
  // messages.
  PairReader(ReadBytes read, std::uint64_t bytes, std::uint32_t pages, std::string where)
      : read_(std::move(read)), bytes_(bytes), pages_(pages), where_(std::move(where)) {}
  explicit PairReader(const PairLists& lists, std::uint32_t pages)
      : PairReader([&lists](std::uint64_t at, std::span<std::byte> into) { lists.read(at, into); },
                   lists.size_bytes(), pages, "pairs") {}

  // Returns false at the end. Throws Error{damaged} for bytes that are not a list.
  bool next(ComponentPairs& component);

 private:
  ReadBytes read_;
  std::uint64_t bytes_;
  std::uint32_t pages_;
  std::string where_;
  std::uint64_t at_ = 0;
  std::vector<std::byte> block_;
};

}  // namespace facsim
