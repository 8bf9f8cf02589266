// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages that are too large to be analyzed, compared by their bytes alone.
//
// The pages that have an equal one are known once all inputs are read. Until then each is a record
// skipped as too_large, with a row without a text. Then those that have an equal page in the same
// scope become pages: their digest is that of their bytes and of how these are to be read, and
// nothing else is known about them (PageFacts::is_by_bytes()). So they are removed or kept like
// pages of equal texts that are too short for a fingerprint. The others remain skipped.
//
// Memory: 48 bytes for each of them, beyond the budget in scratch; nothing if there are none.

#include <cstdint>
#include <functional>
#include <optional>

#include "facsim/base/hash64.h"
#include "facsim/base/spill_sort.h"
#include "facsim/corpus/corpus.h"
#include "facsim/input/decoded.h"
#include "facsim/input/record_reader.h"

namespace facsim {

struct LargePage {
  Hash128 key;  // equal for equal bytes that are read alike
  std::uint64_t bytes = 0;
  std::uint64_t brace_offset = kNoOffset;  // see PageRow
};

// For a record that its reader did not hold in memory: `decoded` is the record without its long
// texts, whose digests are in RawRecord::large. Returns nothing if it is unclear which of these
// texts is the page.
[[nodiscard]] std::optional<LargePage> large_page(const Decoded& decoded, const RawRecord& record,
                                                  FileKind kind);
// The same for a page from memory, whose record has its digest.
[[nodiscard]] std::optional<LargePage> large_page(const Page& page, const RawRecord& record);
// For a record of an archive that the reader holds in memory, whose body is too large, packed or
// unpacked.
[[nodiscard]] std::optional<LargePage> large_body(const RawRecord& record, FileKind kind,
                                                  std::uint64_t bytes_max);

// Returns the digest of a page from memory: of its bytes and fields. Nothing for more than
// `bytes_max`, and for a page of features.
[[nodiscard]] std::optional<LargeBytes> digest_of(const Page& page, std::uint64_t bytes_max);

// A page while LargePages processes it.
struct LargeEntry {
  Hash128 key;
  std::uint64_t scope_key = 0;
  std::uint64_t page = 0;
  std::uint64_t skip = 0;
  std::uint64_t brace_offset = 0;
  friend auto operator<=>(const LargeEntry&, const LargeEntry&) = default;
};
struct LargeFound {
  std::uint64_t page = 0;
  std::uint64_t skip = 0;
  std::uint64_t brace_offset = 0;
  Hash128 key;
  friend auto operator<=>(const LargeFound&, const LargeFound&) = default;
};

class LargePages {
 public:
  // `scratch` must outlive this.
  LargePages(Scratch& scratch, std::uint64_t memory_bytes);

  // Adds the page `page`, whose index in Corpus::skips is `skip`; call in the order of pages.
  void add(const LargePage& large, std::uint64_t scope_key, std::uint32_t page, std::uint64_t skip);
  [[nodiscard]] std::uint64_t size() const noexcept { return entries_.size(); }

  // Ends adding. Makes pages of those that have an equal: rewrites their rows and removes their
  // skips. Calls visit(page, row) for each, in order; returns their number.
  std::uint64_t resolve(Corpus& corpus, std::uint64_t memory_bytes,
                        const std::function<void(std::uint32_t, const PageRow&)>& visit);

 private:
  void find_equal(SpillSorter<LargeFound>& found);

  Scratch* scratch_;
  SpillSorter<LargeEntry> entries_;
};

}  // namespace facsim
