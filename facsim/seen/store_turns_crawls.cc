// SPDX-License-Identifier: Apache-2.0
// The part of StoreTurns that keeps crawls: in its memory (crawl_book.h) and in the rows.

#include <algorithm>
#include <mutex>
#include <utility>
#include <variant>

#include "facsim/seen.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_turns.h"

namespace facsim {
namespace {

constexpr std::size_t kOpenCrawlsMax = 1000;
// Rows that are tidied in one turn, while others wait.
constexpr std::size_t kTidiedAtOnce = 256;

}  // namespace

void StoreTurns::load_crawls() {
  rows_.for_each_key(kCrawlPrefix, kCrawlPrefix, [&](std::string_view key, std::string_view value) {
    const std::uint64_t number = number_of(key.substr(1));
    std::optional<Crawl> crawl = decode_crawl(static_cast<std::uint32_t>(number), value);
    if (!crawl) {
      throw Error{ErrorCode::damaged,
                  "crawl " + std::to_string(number) + " cannot be read; restore a backup",
                  sealed_.index->folder()};
    }
    book_.add(std::move(*crawl));
    return true;
  });
  if (book_.untidied().empty()) return;
  std::uint64_t first = UINT64_MAX;
  for (auto& [number, crawl] : book_.untidied()) {
    Crawl& each = crawl;
    first = std::min(first, each.first_row);
    const std::string replaced = crawl_replaced_prefix(number);
    rows_.for_each_key(replaced, replaced, [&](std::string_view key, std::string_view) {
      each.replaced.insert(number_of(key.substr(replaced.size())));
      return true;
    });
    const std::string joined = crawl_joined_prefix(number);
    rows_.for_each_key(joined, joined, [&](std::string_view key, std::string_view value) {
      each.joined[number_of(key.substr(joined.size()))] = number_of(value);
      return true;
    });
  }
  rows_.for_each_row(first, [&](std::uint64_t row, std::string_view bytes) {
    const auto content = decode_row(bytes, row, sealed_.index->folder());
    const auto* const page = std::get_if<StoredPage>(&content);
    Crawl* const crawl = page == nullptr ? nullptr : book_.find(page->crawl);
    if (crawl != nullptr) crawl->rows.push_back(row);
    return true;
  });
}

std::uint32_t StoreTurns::crawl_for(const std::string& name, std::int64_t now_ms, Draft& draft) {
  if (const Crawl* const open = book_.open(name)) return open->number;
  if (name.size() > kCrawlNameBytesMax) {
    throw Error{ErrorCode::invalid_argument,
                "the name of a crawl has 1 to " + std::to_string(kCrawlNameBytesMax) + " bytes"};
  }
  if (book_.untidied().size() >= kOpenCrawlsMax) {
    throw Error{ErrorCode::invalid_argument, "there are " + std::to_string(kOpenCrawlsMax) +
                                                 " open crawls already; commit or cancel some"};
  }
  const Crawl& crawl = book_.add(
      {.number = book_.next_number(), .name = name, .begun_ms = now_ms, .first_row = next_row_});
  draft.change.keys.push_back({crawl_key(crawl.number), encode_crawl(crawl)});
  return crawl.number;
}

std::uint64_t StoreTurns::end_crawl(const std::string& name, bool is_committed) {
  const std::unique_lock lock(mutex_);
  require_writable();
  const Crawl* const open = book_.open(name);
  if (open == nullptr) {
    throw Error{ErrorCode::not_found, "no crawl '" + name + "' is open"};
  }
  Crawl& crawl = *book_.find(open->number);
  crawl.state = is_committed ? Crawl::State::committing : Crawl::State::cancelling;
  Draft draft;
  draft.change.keys.push_back({crawl_key(crawl.number), encode_crawl(crawl)});
  try {
    submit(draft);
  } catch (const std::exception& failed) {
    break_off(failed);
    throw;
  }
  crawl_ticket_ = rows_.submitted();
  return crawl_ticket_;
}

std::uint64_t StoreTurns::tidy_crawls() {
  std::uint64_t ticket = 0;
  while (tidy_some(ticket)) {
  }
  return ticket;
}

// Whether there is more.
bool StoreTurns::tidy_some(std::uint64_t& ticket) {
  const std::unique_lock lock(mutex_);
  for (auto& [number, crawl] : book_.untidied()) {
    if (crawl.state == Crawl::State::open) continue;
    begin_change();
    try {
      Draft draft;
      if (crawl.state == Crawl::State::committing) {
        tidy_committed(crawl, draft);
      } else {
        tidy_cancelled(crawl, draft);
      }
      submit(draft);
    } catch (const std::exception& failed) {
      break_off(failed);
      throw;
    }
    ticket = rows_.submitted();
    return true;  // the crawl may be gone from the book
  }
  return false;
}

void StoreTurns::tidy_committed(Crawl& crawl, Draft& draft) {
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.joined.empty(); ++i) {
    const auto [representative, pages] = *crawl.joined.begin();
    set_own_size(representative, own_size(representative) + pages, draft);
    set_joined(crawl, representative, 0, draft);
  }
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.replaced.empty(); ++i) {
    const std::uint64_t row = *crawl.replaced.begin();
    // While it is removed its members are judged again, which must not see it.
    if (const auto page = page_of(row)) remove(row, *page, draft);
    crawl.replaced.erase(row);
    draft.change.keys.push_back({crawl_replaced_key(crawl.number, row), std::nullopt});
  }
  if (!crawl.joined.empty() || !crawl.replaced.empty()) return;
  crawl.state = Crawl::State::committed;
  draft.change.keys.push_back({crawl_key(crawl.number), encode_crawl(crawl)});
  book_.tidied(crawl.number);
}

// Its pages are members and representatives that nobody else has seen. Its counts go with it.
void StoreTurns::tidy_cancelled(Crawl& crawl, Draft& draft) {
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.rows.empty(); ++i) {
    const std::uint64_t row = crawl.rows.back();
    if (const auto page = page_of(row)) {
      take_out(row, draft);
      if (page->is_representative()) {
        set_own_size(row, 1, draft);
      } else {
        draft.change.keys.push_back({cluster_member_key(page->representative, row), std::nullopt});
      }
    }
    crawl.rows.pop_back();
  }
  if (!crawl.rows.empty()) return;
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.joined.empty(); ++i) {
    set_joined(crawl, crawl.joined.begin()->first, 0, draft);
  }
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.replaced.empty(); ++i) {
    const std::uint64_t row = *crawl.replaced.begin();
    crawl.replaced.erase(row);
    draft.change.keys.push_back({crawl_replaced_key(crawl.number, row), std::nullopt});
  }
  if (!crawl.joined.empty() || !crawl.replaced.empty()) return;
  draft.change.keys.push_back({crawl_key(crawl.number), std::nullopt});
  book_.forget(crawl.number);
}

std::vector<SeenCrawl> StoreTurns::crawls() const {
  const std::shared_lock lock(mutex_);
  std::vector<SeenCrawl> all;
  for (const auto* crawls : {&book_.done(), &book_.untidied()}) {
    for (const auto& [number, crawl] : *crawls) {
      if (crawl.state == Crawl::State::cancelling) continue;
      const bool is_open = crawl.state == Crawl::State::open;
      all.push_back({.name = crawl.name,
                     .is_open = is_open,
                     .pages = is_open ? crawl.rows.size() : 0,
                     .begun_ms = crawl.begun_ms});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const SeenCrawl& a, const SeenCrawl& b) { return a.begun_ms < b.begun_ms; });
  return all;
}

std::string StoreTurns::crawl_name(std::uint32_t number) const {
  const std::shared_lock lock(mutex_);
  return number == 0 ? std::string() : book_.name_of(number);
}

}  // namespace facsim
