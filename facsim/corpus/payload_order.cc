// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/payload_order.h"

#include <algorithm>
#include <compare>
#include <span>

#include "facsim/base/hash64.h"
#include "facsim/base/spill_sort.h"

namespace facsim {
namespace {

struct Capture {
  Sha256 digest{};
  std::uint64_t encoding = 0;
  std::uint64_t scope = 0;  // combined with whether it is an error
  std::int64_t unix_time = 0;
  std::uint32_t nanoseconds = 0;
  std::uint32_t page = 0;
  friend auto operator<=>(const Capture&, const Capture&) = default;
  [[nodiscard]] bool is_same(const Capture& other) const noexcept {
    return digest == other.digest && encoding == other.encoding && scope == other.scope;
  }
};

// Redistributes the ranks of these pages among them, in the order of the pages.
void share_ranks(std::span<const std::uint32_t> pages, std::vector<std::uint32_t>& ranks) {
  std::vector<std::uint32_t> shared;
  shared.reserve(pages.size());
  for (const std::uint32_t page : pages) shared.push_back(ranks[page]);
  std::sort(shared.begin(), shared.end());
  for (std::size_t i = 0; i < pages.size(); ++i) ranks[pages[i]] = shared[i];
}

}  // namespace

void put_earliest_first(const Corpus& corpus, std::vector<std::uint32_t>& ranks, const Run& run) {
  SpillSorter<Capture> captures(run.scratch(), run.memory_bytes() / 8);
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PayloadRow row = corpus.payloads->at(page);
    if (!row.is_known) continue;
    const std::uint64_t scope = combine(corpus.rows.at(page).scope_key, row.is_error ? 1 : 0);
    captures.add({row.digest, row.encoding, scope, row.unix_time, row.nanoseconds, page});
  }
  captures.sort();
  Capture first;
  std::vector<std::uint32_t> pages;
  for (Capture next; captures.next(next);) {
    if (!pages.empty() && !first.is_same(next)) {
      share_ranks(pages, ranks);
      pages.clear();
    }
    if (pages.empty()) first = next;
    pages.push_back(next.page);
  }
  share_ranks(pages, ranks);
}

}  // namespace facsim
