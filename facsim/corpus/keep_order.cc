// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/keep_order.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "facsim/base/spill_sort.h"
#include "facsim/corpus/payload_order.h"

namespace facsim {
namespace {

constexpr std::uint64_t kLast = KeepValues::kNone;

struct Ordered {
  std::uint64_t key = 0;
  std::uint32_t tie = 0;
  std::uint32_t page = 0;
  friend auto operator<=>(const Ordered&, const Ordered&) = default;
};

// Gives ranks to pages that come in the order of the policy: first those that revisits refer to,
// last those of damaged bodies.
class Ranking {
 public:
  explicit Ranking(const Corpus& corpus)
      : corpus_(corpus),
        revisits_(corpus.revisits),
        ranks_(corpus.all_pages()),
        next_referred_(corpus.known),
        next_(corpus.known + corpus.revisits.pages_referred()) {
    for (std::uint32_t i = 0; i < corpus.known; ++i) ranks_[corpus.pages() + i] = i;
  }
  void add(std::uint32_t page) {
    if (revisits_.refer_to(page)) {
      ranks_[page] = next_referred_++;
    } else if (corpus_.has_damaged_body(page)) {
      damaged_.push_back(page);
    } else {
      ranks_[page] = next_++;
    }
  }
  // After the last page.
  [[nodiscard]] std::vector<std::uint32_t> take() {
    for (const std::uint32_t page : damaged_) ranks_[page] = next_++;
    return std::move(ranks_);
  }

 private:
  const Corpus& corpus_;
  const Revisits& revisits_;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> damaged_;
  std::uint32_t next_referred_;
  std::uint32_t next_;
};

std::vector<std::uint32_t> taken(Ranking& ranking, const Corpus& corpus, const Run& run) {
  std::vector<std::uint32_t> ranks = ranking.take();
  if (corpus.payloads) put_earliest_first(corpus, ranks, run);
  return ranks;
}

// Two URLs name the same page if they differ in nothing but their fragments.
std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

}  // namespace

std::uint64_t ordered_bits(double value) noexcept {
  if (std::isnan(value)) return 0;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

KeepValues keep_values(const Page& page, const Document& document,
                       std::uint64_t text_bytes) noexcept {
  KeepValues values;
  values.text_bytes = text_bytes;
  if (page.unix_time) values.time = ordered_bits(static_cast<double>(*page.unix_time));
  if (page.keep_value) values.field = ~ordered_bits(*page.keep_value);
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  values.is_damaged = page.is_damaged;
  values.url_bytes = static_cast<std::uint32_t>(std::min(page.url.size(), most));
  values.is_canonical = !page.url.empty() && !document.canonical_url.empty() &&
                        without_fragment(document.canonical_url) == without_fragment(page.url);
  return values;
}

std::uint64_t keep_key(Keep keep, const KeepValues& values) noexcept {
  switch (keep) {
    case Keep::first:
    case Keep::last:
      return 0;
    case Keep::longest:
      return ~values.text_bytes;
    case Keep::shortest_url:
      return values.url_bytes == 0 ? kLast : values.url_bytes;
    case Keep::newest:
      return values.time == kLast ? kLast : ~values.time;
    case Keep::oldest:
      return values.time;
    case Keep::canonical:
      return values.is_canonical ? 0 : 1;
    case Keep::field:
      return values.field;
  }
  return 0;
}

std::vector<std::uint32_t> keep_ranks(const Corpus& corpus, Keep keep, const Run& run) {
  const std::uint32_t pages = corpus.pages();
  Ranking ranking(corpus);
  if (keep == Keep::first || keep == Keep::last) {
    for (std::uint32_t page = 0; page < pages; ++page) {
      ranking.add(keep == Keep::first ? page : pages - 1 - page);
    }
    return taken(ranking, corpus, run);
  }
  SpillSorter<Ordered> sorter(run.scratch(), run.memory_bytes() / 4);
  for (std::uint32_t page = 0; page < pages; ++page) {
    sorter.add({keep_key(keep, corpus.rows.at(page).keep), page, page});
  }
  sorter.sort();
  for (Ordered next; sorter.next(next);) ranking.add(next.page);
  return taken(ranking, corpus, run);
}

std::optional<std::string> warning_of_unused_keep(const Corpus& corpus, const Policy& policy,
                                                  const std::string& time_field) {
  const bool by_time = policy.keep == Keep::newest || policy.keep == Keep::oldest;
  if (!by_time && policy.keep != Keep::field) return std::nullopt;
  bool has_pages = false;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text) continue;
    has_pages = true;
    if (keep_key(policy.keep, row.keep) != kLast) return std::nullopt;
  }
  if (!has_pages) return std::nullopt;
  if (by_time) {
    return "no page has a time; --keep " + std::string(name_of(policy.keep)) + " decided nothing" +
           (time_field.empty() ? ", see --time-field" : "");
  }
  return "no record has a number in field '" + policy.keep_field +
         "'; --keep field:" + policy.keep_field + " decided nothing";
}

}  // namespace facsim
