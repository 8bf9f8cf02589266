// SPDX-License-Identifier: Apache-2.0
// The part of StoreState that manages crawls: in its memory (crawl_book.h) and in the rows.

#include <algorithm>
#include <ranges>
#include <utility>
#include <variant>

#include "facsim/seen.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_state.h"

namespace facsim {
namespace {

constexpr std::size_t kOpenCrawlsMax = 1000;
// Rows that are cleaned up at a time, while other callers wait.
constexpr std::size_t kTidiedAtOnce = 256;

}  // namespace

void StoreState::load_crawls(const RowStore& rows) {
  const std::string& folder = newest_.sealed().index->folder();
  rows.for_each_key(kCrawlPrefix, kCrawlPrefix, [&](std::string_view key, std::string_view value) {
    const std::uint64_t number = number_of(key.substr(1));
    std::optional<Crawl> crawl = decode_crawl(static_cast<std::uint32_t>(number), value);
    if (!crawl) {
      throw Error{ErrorCode::damaged,
                  "crawl " + std::to_string(number) + " cannot be read; restore a backup", folder};
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
    rows.for_each_key(replaced, replaced, [&](std::string_view key, std::string_view) {
      each.replaced.insert(number_of(key.substr(replaced.size())));
      return true;
    });
    const std::string joined = crawl_joined_prefix(number);
    rows.for_each_key(joined, joined, [&](std::string_view key, std::string_view value) {
      each.joined[number_of(key.substr(joined.size()))] = number_of(value);
      return true;
    });
  }
  rows.for_each_row(first, [&](std::uint64_t row, std::string_view bytes) {
    const auto content = decode_row(bytes, row, folder);
    const auto* const page = std::get_if<StoredPage>(&content);
    Crawl* const crawl = page == nullptr ? nullptr : book_.find(page->crawl);
    if (crawl != nullptr) crawl->rows.push_back(row);
    return true;
  });
}

std::uint32_t StoreState::crawl_for(const std::string& name, std::int64_t now_ms,
                                    StateChange& change) {
  if (const Crawl* const open = book_.open(name)) return open->number;
  if (name.size() > kCrawlNameBytesMax) {
    throw Error{ErrorCode::invalid_argument,
                "the name of a crawl has 1 to " + std::to_string(kCrawlNameBytesMax) + " bytes"};
  }
  if (book_.untidied().size() >= kOpenCrawlsMax) {
    throw Error{ErrorCode::invalid_argument, "there are " + std::to_string(kOpenCrawlsMax) +
                                                 " open crawls already; commit or cancel some"};
  }
  const Crawl& crawl = book_.add({.number = book_.next_number(),
                                  .name = name,
                                  .begun_ms = now_ms,
                                  .first_row = newest_.next_row()});
  change.set_key(crawl_key(crawl.number), encode_crawl(crawl));
  return crawl.number;
}

void StoreState::end_crawl(const std::string& name, bool is_committed) {
  require_writable();
  const Crawl* const open = book_.open(name);
  if (open == nullptr) {
    throw Error{ErrorCode::not_found, "no crawl '" + name + "' is open"};
  }
  Crawl& crawl = *book_.find(open->number);
  crawl.state = is_committed ? Crawl::State::committing : Crawl::State::cancelling;
  unless_it_fails([&] {
    RowChange change;
    change.keys.push_back({crawl_key(crawl.number), encode_crawl(crawl)});
    crawl_ticket_ = rows_.submit(std::move(change));
  });
}

const Crawl* StoreState::crawl_to_tidy() const {
  for (const auto& [number, crawl] : book_.untidied()) {
    if (crawl.state != Crawl::State::open) return &crawl;
  }
  return nullptr;
}

std::optional<StoreState::ToTidy> StoreState::to_tidy() const {
  const Crawl* const crawl = crawl_to_tidy();
  if (crawl == nullptr) return std::nullopt;
  ToTidy tidied{
      .rows = {}, .unknown_sizes = {}, .judges_again = crawl->state == Crawl::State::committing};
  const auto add = [&tidied](std::uint64_t row) {
    if (tidied.rows.size() < kTidiedAtOnce) tidied.rows.push_back(row);
    return tidied.rows.size() < kTidiedAtOnce;
  };
  if (tidied.judges_again) {
    (void)std::ranges::all_of(crawl->replaced, add);
    for (const auto& [representative, pages] : crawl->joined | std::views::take(kTidiedAtOnce)) {
      add_if_unknown(representative, tidied.unknown_sizes);
    }
  } else {
    (void)std::all_of(crawl->rows.rbegin(), crawl->rows.rend(), add);
  }
  return tidied;
}

bool StoreState::tidy_some(RowsRead& read) {
  const Crawl* const ended = crawl_to_tidy();
  if (ended == nullptr) return false;
  require_writable();
  unless_it_fails([&] {
    StateChange change{.read = read};
    Crawl& crawl = *book_.find(ended->number);
    if (crawl.state == Crawl::State::committing) {
      tidy_committed(crawl, change);
    } else {
      tidy_cancelled(crawl, change);
    }
    submit(change);  // `crawl` may not exist any more
  });
  return true;
}

void StoreState::count_member(std::uint64_t representative, std::uint32_t crawl, bool is_more,
                              StateChange& change) {
  Crawl* const own = crawl == 0 ? nullptr : book_.find(crawl);
  const auto joined = own == nullptr ? 0 : own->joined.count(representative);
  const bool is_apart =
      own != nullptr &&
      (is_more ? own->state == Crawl::State::open && !own->has_row(representative) : joined != 0);
  if (is_apart) {
    const std::uint64_t pages = joined == 0 ? 0 : own->joined.at(representative);
    set_joined(*own, representative, is_more ? pages + 1 : pages - 1, change);
  } else {
    const std::uint64_t pages = clusters_.size(representative, change.read);
    clusters_.set_size(representative, is_more ? pages + 1 : pages - 1, change);
  }
}

void StoreState::set_joined(Crawl& crawl, std::uint64_t representative, std::uint64_t pages,
                            StateChange& change) {
  std::string key = crawl_joined_key(crawl.number, representative);
  if (pages > 0) {
    crawl.joined[representative] = pages;
    change.set_key(std::move(key), bytes_of_number(pages));
  } else if (crawl.joined.erase(representative) != 0) {
    change.erase_key(std::move(key));
  }
}

void StoreState::tidy_committed(Crawl& crawl, StateChange& change) {
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.joined.empty(); ++i) {
    const auto [representative, pages] = *crawl.joined.begin();
    clusters_.set_size(representative, clusters_.size(representative, change.read) + pages, change);
    set_joined(crawl, representative, 0, change);
  }
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.replaced.empty(); ++i) {
    const std::uint64_t row = *crawl.replaced.begin();
    // It stays hidden while it is removed: its members are judged again and must not see it.
    if (const auto page = page_of(row, change.read)) remove(row, *page, change);
    crawl.replaced.erase(row);
    change.erase_key(crawl_replaced_key(crawl.number, row));
  }
  if (!crawl.joined.empty() || !crawl.replaced.empty()) return;
  crawl.state = Crawl::State::committed;
  change.set_key(crawl_key(crawl.number), encode_crawl(crawl));
  book_.tidied(crawl.number);
}

// Its members and representatives were visible to no other crawl. Its counts are removed too.
void StoreState::tidy_cancelled(Crawl& crawl, StateChange& change) {
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.rows.empty(); ++i) {
    const std::uint64_t row = crawl.rows.back();
    if (const auto page = page_of(row, change.read)) {
      take_out(row, change);
      if (page->is_representative()) {
        clusters_.set_size(row, 1, change);
      } else {
        clusters_.set_member(page->representative, row, false, change);
      }
    }
    crawl.rows.pop_back();
  }
  if (!crawl.rows.empty()) return;
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.joined.empty(); ++i) {
    set_joined(crawl, crawl.joined.begin()->first, 0, change);
  }
  for (std::size_t i = 0; i < kTidiedAtOnce && !crawl.replaced.empty(); ++i) {
    const std::uint64_t row = *crawl.replaced.begin();
    crawl.replaced.erase(row);
    change.erase_key(crawl_replaced_key(crawl.number, row));
  }
  if (!crawl.joined.empty() || !crawl.replaced.empty()) return;
  change.erase_key(crawl_key(crawl.number));
  book_.forget(crawl.number);
}

std::vector<SeenCrawl> StoreState::crawls() const {
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

std::string StoreState::crawl_name(std::uint32_t number) const {
  return number == 0 ? std::string() : book_.name_of(number);
}

}  // namespace facsim
