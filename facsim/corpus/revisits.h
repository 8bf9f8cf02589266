// SPDX-License-Identifier: Apache-2.0
#pragma once
// Revisit records, and the pages that they repeat.
//
// A revisit has no content: replay looks up its original. So the first reading stores the
// references of every revisit and the names of every capture (input/reference_keys.h), and
// resolve() matches them. Pages that revisits refer to come first in keep order (keep_order.h), and
// revisits whose page is removed all the same are listed (dedup/tell_revisits.h).
//
// The original of a revisit is the capture that its most certain reference with a match names; if
// several captures match, the first in input order. It may be in any input, before or after the
// revisit.
//
// Memory: 48 bytes per WARC response and 100 per revisit, beyond the budget in scratch; those of
// responses until resolve(), or with keep_keys() for the lifetime of this object. Afterwards a bit
// for each page, and nothing if no input has a revisit.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/corpus/page_row.h"
#include "facsim/input/reference_keys.h"

namespace facsim {

// An original that is not a page: an image, a redirect. The copy always contains it.
inline constexpr std::uint32_t kNotAPage = kNoPage - 1;

struct RevisitRow {
  std::uint64_t offset = 0;         // of the identity
  std::uint64_t labels_offset = 0;  // of id and URL, as for a page
  std::uint64_t original_id = 0;    // hash64 of the record id of its original, or 0
  std::uint64_t original_url = 0;   // the same of the URL
  std::uint32_t id_bytes = 0;
  std::uint32_t url_bytes = 0;
  // The names of its original, stored after these labels; empty unless the run uses an index.
  std::uint32_t original_id_bytes = 0;
  std::uint32_t original_url_bytes = 0;
  std::uint32_t file = 0;
};

class Revisits {
 public:
  // `scratch` must outlive this.
  Revisits(Scratch& scratch, std::uint64_t memory_bytes);

  // Call before anything is added: the names of captures and the references of revisits are stored
  // beyond resolve(), for an index that has more of both.
  void keep_keys() noexcept { keeps_keys_ = true; }
  [[nodiscard]] bool keeps_keys() const noexcept { return keeps_keys_; }

  // A capture that revisits may refer to: a page, or kNotAPage.
  void add_original(const ReferenceKeys& names, std::uint32_t page);
  // Throws Error{invalid_argument} if there are more than 32 bits can count.
  void add(const RevisitRow& revisit, const ReferenceKeys& references);
  // Ends adding: finds the original of each revisit. `pages` is the number of all pages.
  void resolve(std::uint32_t pages, std::uint64_t memory_bytes);
  // Replaces the three functions above if the original is already known: call in input order, then
  // set_pages(). A page number is below the argument of set_pages().
  void add_resolved(const RevisitRow& revisit, std::uint32_t original);
  void set_pages(std::uint32_t pages);

  [[nodiscard]] std::uint64_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] RevisitRow at(std::uint64_t revisit) const { return rows_.at(revisit); }
  // Returns a page, kNotAPage, or kNoPage if the original is not among the inputs.
  [[nodiscard]] std::uint32_t original_of(std::uint64_t revisit) const {
    return originals_.at(revisit);
  }
  // With keep_keys(), after resolve(): references_of() returns the revisit's references, and
  // way_of() the one by which original_of() was found, as an index in ReferenceKeys::apart();
  // kReferenceWays if it was not found.
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
  // Marks the originals of these revisits, ascending, as not among the inputs, whatever resolve()
  // found.
  void set_elsewhere(const std::vector<std::uint64_t>& revisits, std::uint32_t pages);
  // True if this page is the original of some revisit.
  [[nodiscard]] bool refer_to(std::uint32_t page) const {
    return page < referred_.size() && referred_[page];
  }

 private:
  struct Names {
    ReferenceKeys keys;
    std::uint32_t page = 0;
  };
  // Data that is needed only until resolve().
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
