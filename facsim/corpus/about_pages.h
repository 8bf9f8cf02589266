// SPDX-License-Identifier: Apache-2.0
#pragma once
// Resource and conversion records of a WARC that name a page among the inputs: a text made of it, a
// picture of it, its document as rendered by a browser. They do not count as pages beside that
// page.
//
// The named record may be in a later file, so it is known only once all inputs are read. Until
// resolve(), candidates are pages. A candidate whose page is not among the inputs remains a page (a
// WET file by itself), and so does one that names a record without text (a PDF) or another
// candidate (the control conversation of a fetch by FTP is a metadata record). One that names an
// answer not judged because of its status is left out with that answer.
//
// Memory: nothing if no record names another; else 48 bytes per candidate and 16 per page, both
// beyond the budget in scratch.

#include <compare>
#include <cstdint>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/base/spill_sort.h"
#include "facsim/corpus/page_row.h"

namespace facsim {

// A page that names another record, and what was counted for it.
struct AboutPage {
  std::uint32_t page = 0;
  bool used_fallback = false;
  bool is_cut = false;
  std::uint64_t about_key = 0;  // hash64 of the id of the named record
  std::uint64_t text_bytes = 0;
  friend auto operator<=>(const AboutPage&, const AboutPage&) = default;
};

class AboutPages {
 public:
  // `scratch` must outlive this.
  AboutPages(Scratch& scratch, std::uint64_t memory_bytes)
      : scratch_(&scratch), pages_(scratch, memory_bytes), not_judged_(scratch, memory_bytes) {}

  // Call in the order of pages.
  void add(const AboutPage& page) { pages_.push_back(page); }
  // `record_key` is hash64 of the id of an answer that is not judged because of its status and so
  // has no row.
  void add_not_judged(std::uint64_t record_key) { not_judged_.push_back(record_key); }
  // Returns the candidates that name a page of `rows` which is not itself a candidate, or an answer
  // that is not judged, in the order of pages.
  [[nodiscard]] SpillSorter<AboutPage> resolve(const SpillArray<PageRow>& rows,
                                               std::uint64_t memory_bytes) const;

 private:
  Scratch* scratch_;
  SpillArray<AboutPage> pages_;
  SpillArray<std::uint64_t> not_judged_;
};

}  // namespace facsim
