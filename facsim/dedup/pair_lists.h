// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run found out about pairs of pages, component by component, for those who judge them again
// by other thresholds or in another order (recluster.h).
//
// A pair is listed if one of its likenesses reaches the floor; a pair that is not listed is none at
// any threshold from there on, unless one of the two pages is marked: of such a page not all pairs
// were looked at. Pages stand for all that have their text. Cost: 4 to 5 bytes a pair, 8 more with
// agreement, in memory up to a budget and then in scratch; one component is held at a time.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/spill_array.h"

namespace facsim {

// The figures of two pages, by their numbers in the corpus, whichever was judged against the other.
struct MeasuredPair {
  std::uint32_t page = 0;
  std::uint32_t other = 0;
  std::uint32_t shared = 0;  // shingles
  std::uint32_t equal_bins = 0;
  float likeness = 0;      // by which the rule chooses, for RememberedPairs
  bool same_text = false;  // though not all of what is visible is the same
  bool reaches_floor = false;
  std::optional<bool> fill_one_template = {};  // of pairs that are of kind content
  std::optional<double> agreement = {};
};

struct ListedPair {
  std::uint32_t first = 0;  // of ComponentPairs::pages; the lower of the two
  std::uint32_t second = 0;
  std::uint32_t shared = 0;      // shingles that stand in both
  std::uint32_t equal_bins = 0;  // of the two sketches
  bool same_text = false;
  std::optional<double> agreement = {};  // where it was measured
  // The same, of pairs that are of kind content: whether they differ as two pages of one template
  // do (verify/numbers.h, verify/titles.h). Pages of one URL are of no template even then; other
  // pages may stand for these texts by then. The titles remain those of the pages that were
  // measured.
  std::optional<bool> fill_one_template = {};
};

// Pages that hang together by candidates.
struct ComponentPairs {
  std::vector<std::uint32_t> pages;  // ascending
  std::vector<bool> is_cut;          // of each page: other pairs of it were not looked at
  std::vector<ListedPair> pairs;     // ascending by first and second
};

// Copies so many bytes from an offset.
using ReadBytes = std::function<void(std::uint64_t offset, std::span<std::byte> into)>;

class PairLists {
 public:
  PairLists(Scratch& scratch, std::uint64_t memory_bytes)
      : bytes_(scratch, static_cast<std::size_t>(memory_bytes)) {}

  // Components without a pair or a mark are left out.
  void add(const ComponentPairs& component);

  [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::uint64_t pages_cut() const noexcept { return pages_cut_; }
  // Encoded, as PairReader takes them (docs/formats/matches.md).
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::byte> into) const { bytes_.read(offset, into); }

 private:
  SpillBytes bytes_;
  std::uint64_t pairs_ = 0;
  std::uint64_t pages_cut_ = 0;
};

// Gives the components of a list again, in their order.
class PairReader {
 public:
  // Of pages below `pages`, in `bytes` bytes that `read` gives; `where` is what messages call them.
  PairReader(ReadBytes read, std::uint64_t bytes, std::uint32_t pages, std::string where)
      : read_(std::move(read)), bytes_(bytes), pages_(pages), where_(std::move(where)) {}
  explicit PairReader(const PairLists& lists, std::uint32_t pages)
      : PairReader([&lists](std::uint64_t at, std::span<std::byte> into) { lists.read(at, into); },
                   lists.size_bytes(), pages, "pairs") {}

  // False at the end. Throws Error{damaged} for bytes that are no list.
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
