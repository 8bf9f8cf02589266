// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/keep_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/spill_sort.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/payload_order.h"

namespace facsim {
namespace {

constexpr std::uint64_t kLast = KeepValues::kNone;

// A page and the values of its keys, the first key first; ties are decided by its place in the
// input.
template <std::size_t kKeys>
struct Ordered {
  std::array<std::uint64_t, kKeys> values{};
  std::uint32_t tie = 0;
  std::uint32_t page = 0;
  friend auto operator<=>(const Ordered&, const Ordered&) = default;
};

// A key that has an effect, with the index of its field.
struct UsedKey {
  Keep by;
  std::size_t field = 0;
  friend bool operator==(const UsedKey&, const UsedKey&) = default;
};
struct UsedKeys {
  std::vector<UsedKey> keys;  // each once, without input order
  bool is_reversed = false;   // ties are in reverse input order
};
constexpr std::size_t kKeysMax = 6 + kKeepFieldsMax;  // the largest number of keys in UsedKeys

bool has_input_order(Keep by) noexcept { return by == Keep::first || by == Keep::last; }

// A key after input order, which has no ties, has no effect, nor does a repeated key.
UsedKeys used_keys(const Corpus& corpus, std::span<const KeepKey> keys) {
  UsedKeys used;
  for (const KeepKey& key : keys) {
    used.is_reversed = key.by == Keep::last;
    if (has_input_order(key.by)) break;
    UsedKey one{key.by};
    if (key.by == Keep::field) {
      const auto found = std::ranges::find(corpus.keep_fields, key.field);
      if (found == corpus.keep_fields.end()) {
        throw Error(ErrorCode::invalid_argument, Sentence(Named::keep, "field:" + key.field) +
                                                     ": the run did not read that field; run " +
                                                     Named::dedup + " again with it");
      }
      one.field = static_cast<std::size_t>(found - corpus.keep_fields.begin());
    }
    if (std::ranges::find(used.keys, one) == used.keys.end()) used.keys.push_back(one);
  }
  return used;
}

std::uint64_t value_of(const Corpus& corpus, const UsedKey& key, const PageRow& row) {
  return key.by == Keep::input ? corpus.files[row.file].word
                               : keep_value(key.by, row.keep, key.field);
}

// Assigns ranks to pages that come in the order of the policy. Pages that revisits refer to come
// first; cut or damaged pages come after all whole pages, in the same order; and error answers
// after all others, likewise.
class Ranking {
 public:
  explicit Ranking(const Corpus& corpus)
      : corpus_(corpus), ranks_(corpus.all_pages()), next_(corpus.known) {
    for (std::uint32_t i = 0; i < corpus.known; ++i) ranks_[corpus.pages() + i] = i;
    for (std::uint32_t page = 0; page < corpus.pages(); ++page) ++tiers_[tier_of(page)];
    for (std::uint32_t& tier : tiers_) next_ += std::exchange(tier, next_);
  }
  void add(std::uint32_t page) { ranks_[page] = tiers_[tier_of(page)]++; }
  // Call after the last page.
  [[nodiscard]] std::vector<std::uint32_t> take() { return std::move(ranks_); }

 private:
  [[nodiscard]] std::size_t tier_of(std::uint32_t page) const {
    const std::size_t tier = corpus_.is_error_answer(page) ? 4 : 0;
    const std::size_t whole = corpus_.has_damaged_body(page) ? 2 : 0;
    return tier + whole + (corpus_.revisits.refer_to(page) ? 0 : 1);
  }

  const Corpus& corpus_;
  std::vector<std::uint32_t> ranks_;
  std::array<std::uint32_t, 8> tiers_ = {};  // the next rank of each tier
  std::uint32_t next_;
};

std::vector<std::uint32_t> taken(Ranking& ranking, const Corpus& corpus, const Run& run) {
  std::vector<std::uint32_t> ranks = ranking.take();
  if (corpus.payloads) put_earliest_first(corpus, ranks, run);
  return ranks;
}

// Two URLs name the same page if they differ only in their fragments.
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
  if (page.unix_time) {
    values.time = ordered_bits(static_cast<double>(*page.unix_time) + page.nanoseconds / 1e9);
  }
  for (std::size_t i = 0; i < kKeepFieldsMax; ++i) {
    if (page.keep_values[i]) values.fields[i] = ~ordered_bits(*page.keep_values[i]);
  }
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  values.is_damaged = page.is_damaged;
  values.url_bytes = static_cast<std::uint32_t>(std::min(page.url.size(), most));
  values.is_canonical = !page.url.empty() && !document.canonical_url.empty() &&
                        without_fragment(document.canonical_url) == without_fragment(page.url);
  return values;
}

std::uint64_t keep_value(Keep by, const KeepValues& values, std::size_t field) noexcept {
  switch (by) {
    case Keep::first:
    case Keep::last:
    case Keep::input:
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
      return values.fields[field];
  }
  return 0;
}

namespace {

// Ranks pages by at most kKeys keys. All keep orders use one comparator, that of Ordered.
template <std::size_t kKeys>
void rank_by_values(const Corpus& corpus, const UsedKeys& used, const Run& run, Ranking& ranking) {
  SpillSorter<Ordered<kKeys>> sorter(run.scratch(), run.memory_bytes() / 4);
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    Ordered<kKeys> next;
    for (std::size_t i = 0; i < used.keys.size(); ++i) {
      next.values[i] = value_of(corpus, used.keys[i], row);
    }
    next.tie = used.is_reversed ? corpus.pages() - 1 - page : page;
    next.page = page;
    sorter.add(next);
  }
  sorter.sort();
  for (Ordered<kKeys> next; sorter.next(next);) ranking.add(next.page);
}

// True if some page with a text has a value for the key, or if no page has a text.
bool decides(const Corpus& corpus, const UsedKey& key) {
  bool has_pages = false;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text) continue;
    has_pages = true;
    if (keep_value(key.by, row.keep, key.field) != kLast) return true;
  }
  return !has_pages;
}

}  // namespace

std::vector<std::uint32_t> keep_ranks(const Corpus& corpus, std::span<const KeepKey> keys,
                                      const Run& run) {
  const std::uint32_t pages = corpus.pages();
  Ranking ranking(corpus);
  const UsedKeys used = used_keys(corpus, keys);
  if (used.keys.empty()) {
    for (std::uint32_t page = 0; page < pages; ++page) {
      ranking.add(used.is_reversed ? pages - 1 - page : page);
    }
  } else if (used.keys.size() == 1) {
    rank_by_values<1>(corpus, used, run, ranking);
  } else {
    rank_by_values<kKeysMax>(corpus, used, run, ranking);
  }
  return taken(ranking, corpus, run);
}

void require_used_keys(const Corpus& corpus, std::span<const KeepKey> keys,
                       const std::string& time_field) {
  for (const UsedKey& key : used_keys(corpus, keys).keys) {
    const bool by_time = key.by == Keep::newest || key.by == Keep::oldest;
    if ((!by_time && key.by != Keep::field) || decides(corpus, key)) continue;
    if (by_time) {
      throw Error(
          ErrorCode::invalid_argument,
          "no page has a time, so " + Sentence(Named::keep, name_of(key.by)) +
              " would decide nothing",
          {},
          time_field.empty() ? "name the field of the time with " + Named::time_field : Sentence());
    }
    throw Error(ErrorCode::invalid_argument, never_a_number(corpus.keep_fields[key.field]));
  }
}

std::vector<Sentence> warnings_of_idle_keys(const Corpus& corpus, std::span<const KeepKey> keys) {
  std::vector<Sentence> warnings;
  for (const UsedKey& key : used_keys(corpus, keys).keys) {
    if (key.by == Keep::shortest_url && !decides(corpus, key)) {
      warnings.emplace_back("no page has a URL; " + Sentence(Named::keep, "shortest-url") +
                            " had no effect");
    }
    const auto& files = corpus.files;
    const bool is_one = std::ranges::all_of(
        files, [&](const InputFile& file) { return file.word == files.front().word; });
    if (key.by == Keep::input && is_one && corpus.pages() > 0) {
      warnings.emplace_back("all pages are of one input; " + Sentence(Named::keep, "input") +
                            " had no effect");
    }
  }
  return warnings;
}

}  // namespace facsim
