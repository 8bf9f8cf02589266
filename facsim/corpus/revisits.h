// SPDX-License-Identifier: Apache-2.0
#pragma once
// Revisit records, and the pages that they are repetitions of.
//
// A revisit has no content: whoever replays it looks up its original. So the first reading notes
// what every revisit refers to and what every capture may be called (input/reference_keys.h), and
// resolve() brings them together. Pages that revisits refer to come first in keep order
// (keep_order.h), and revisits whose page goes all the same are listed (dedup/tell_revisits.h).
//
// The original of a revisit is what the surest of its references names that names anything; where
// several captures fit, the first in input order. It may stand in any input, before the revisit or
// behind it.
//
// Memory: of every WARC response 48 bytes, of every revisit 100, beyond the budget in scratch;
// those of responses until resolve(), or with keep_keys() as long as this lives. Then a bit for
// each page, and nothing where no input has a revisit.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/corpus/page_row.h"
#include "facsim/input/reference_keys.h"

namespace facsim {

// An original that is no page: an image, a redirect. The copy always has it.
inline constexpr std::uint32_t kNotAPage = kNoPage - 1;

struct RevisitRow {
  std::uint64_t offset = 0;         // of the identity
  std::uint64_t labels_offset = 0;  // id and URL, as those of a page
  std::uint64_t original_id = 0;    // hash64 of the record id of its original, or 0
  std::uint64_t original_url = 0;   // the same of the URL
  std::uint32_t id_bytes = 0;
  std::uint32_t url_bytes = 0;
  // What it calls its original, behind these labels; nothing where the run has no index to ask.
  std::uint32_t original_id_bytes = 0;
  std::uint32_t original_url_bytes = 0;
  std::uint32_t file = 0;
};

class Revisits {
 public:
  // `scratch` must outlive this.
  Revisits(Scratch& scratch, std::uint64_t memory_bytes);

  // Before anything is added: what captures are called, and what revisits call their originals, is
  // kept beyond resolve(), for an index that has more of both.
  void keep_keys() noexcept { keeps_keys_ = true; }
  [[nodiscard]] bool keeps_keys() const noexcept { return keeps_keys_; }

  // A capture that revisits may refer to: a page, or kNotAPage.
  void add_original(const ReferenceKeys& names, std::uint32_t page);
  // Throws Error{invalid_argument} for more than 32 bits can count.
  void add(const RevisitRow& revisit, const ReferenceKeys& references);
  // Ends adding: finds the original of each. `pages` is the number of all pages.
  void resolve(std::uint32_t pages, std::uint64_t memory_bytes);
  // In the place of the three above, for who knows the original already: in input order, and then
  // set_pages(). A page is below that number.
  void add_resolved(const RevisitRow& revisit, std::uint32_t original);
  void set_pages(std::uint32_t pages);

  [[nodiscard]] std::uint64_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] RevisitRow at(std::uint64_t revisit) const { return rows_.at(revisit); }
  // A page, kNotAPage, or kNoPage where it is not among the inputs.
  [[nodiscard]] std::uint32_t original_of(std::uint64_t revisit) const {
    return originals_.at(revisit);
  }
  // With keep_keys(), after resolve(): what the revisit calls its original, and in which of these
  // ways (its place in ReferenceKeys::apart()) original_of() was found, kReferenceWays where it was
  // not.
  [[nodiscard]] ReferenceKeys references_of(std::uint64_t revisit) const {
    return references_.at(revisit);
  }
  [[nodiscard]] std::uint32_t way_of(std::uint64_t revisit) const { return ways_.at(revisit); }
  // With keep_keys(): calls visit(keys, page) for each capture, in input order; `page` as in
  // add_original().
  template <class Visit>
  void for_each_capture(Visit visit) const {
    for (std::uint64_t i = 0; i < captures_.size(); ++i) {
      const Names names = captures_.at(i);
      visit(names.keys, names.page);
    }
  }
  // The original of these revisits, ascending, stands elsewhere, whatever resolve() found.
  void set_elsewhere(const std::vector<std::uint64_t>& revisits, std::uint32_t pages);
  // Whether some revisit has this page for its original.
  [[nodiscard]] bool refer_to(std::uint32_t page) const {
    return page < referred_.size() && referred_[page];
  }

 private:
  struct Names {
    ReferenceKeys keys;
    std::uint32_t page = 0;
  };
  // What is needed until resolve() alone.
  struct Pending {
    Pending(Scratch& scratch, std::uint64_t memory_bytes)
        : names(scratch, memory_bytes / 2), references(scratch, memory_bytes / 4) {}
    SpillArray<Names> names;
    SpillArray<ReferenceKeys> references;
  };

  Scratch* scratch_;
  SpillArray<RevisitRow> rows_;
  SpillArray<std::uint32_t> originals_;
  std::unique_ptr<Pending> pending_;
  bool keeps_keys_ = false;
  SpillArray<Names> captures_;
  SpillArray<ReferenceKeys> references_;
  SpillArray<std::uint32_t> ways_;
  std::vector<bool> referred_;
};

}  // namespace facsim
