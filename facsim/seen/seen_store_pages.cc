// SPDX-License-Identifier: Apache-2.0
// The half of SeenStore that lists and erases stored pages.

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/model/host.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen/seen_store_internal.h"
#include "facsim/seen/store_keys.h"

namespace facsim {
namespace {

// Rows that are erased at a time, while other callers wait.
constexpr std::size_t kErasedAtOnce = 256;
// The same for erasures that pause after each step, and rows read in one step: some milliseconds.
constexpr std::size_t kErasedInAStep = 8;
constexpr std::uint64_t kReadInAStep = 512;

bool fits(const StoredPage& page, const SeenFilter& filter) {
  return (filter.host.empty() || host_of(page.url) == known_host(filter.host)) &&
         (!filter.before_ms || page.first_seen_ms < *filter.before_ms);
}

}  // namespace

std::vector<SeenPage> SeenStore::Impl::find(std::string_view name) {
  std::vector<SeenPage> pages;
  const LentAsker asker(*this);
  for (const NamedRow& row : state_->named(name, *asker))
    pages.push_back(shown(row.row, row.page, whole_lookup_));
  return pages;
}

std::vector<SeenPage> SeenStore::Impl::cluster(std::uint64_t number, std::uint64_t limit) {
  wait_for_all();
  std::vector<SeenPage> pages;
  const auto add = [&](std::uint64_t row) {
    const std::optional<StoredPage> page = state_->shows(row) ? stored(row) : std::nullopt;
    if (page) pages.push_back(shown(row, *page, whole_lookup_));
  };
  const std::optional<StoredPage> first = limit == 0 ? std::nullopt : stored(number);
  if (!first || !first->is_representative()) return pages;
  add(number);
  if (pages.empty()) return pages;
  const std::string prefix = cluster_member_prefix(number);
  rows_.for_each_key(prefix, prefix, [&](std::string_view key, std::string_view) {
    if (pages.size() >= limit) return false;
    add(number_of(key.substr(prefix.size())));
    return true;
  });
  return pages;
}

// Returns its cluster's visible pages, except those with its URL: they are lost with the URL.
SeenCopies SeenStore::Impl::copies(std::string_view name, std::uint64_t limit) {
  const std::vector<NamedRow> named = state_->named(name, *LentAsker(*this));
  if (named.empty()) {
    throw Error{ErrorCode::not_found, "no page has the id or URL '" + std::string(name) + "'"};
  }
  const StoredPage& asked = named.back().page;
  SeenCopies found{.page = shown(named.back().row, asked, whole_lookup_)};
  std::vector<SeenPage> pages = cluster(found.page.cluster, kCopiesComparedMax + 2);
  found.truncated = pages.size() > kCopiesComparedMax + 1;
  if (found.truncated) pages.pop_back();
  for (SeenPage& page : pages) {
    const bool is_itself = page.number == found.page.number;
    if (is_itself || (!page.url.empty() && page.url == asked.url)) continue;
    const std::optional<StoredPage> copy = stored(page.number);
    if (!copy) continue;
    const PageFacts& facts = copy->facts;
    found.copies.push_back(
        {.page = std::move(page),
         .match = estimate_match(asked.facts, facts, settings_.judge.profile.thresholds).match,
         .layout = layout_likeness(asked.facts.layout_sketch(), facts.layout_sketch())});
  }
  keep_best(found, limit);
  return found;
}

void SeenStore::Impl::visit(const std::function<bool(std::uint64_t, const StoredPage&)>& each,
                            std::uint64_t first) {
  wait_for_all();
  rows_.for_each_row(first, [&](std::uint64_t row, std::string_view bytes) {
    const std::optional<StoredPage> page = stored_page(bytes, row);
    return !page || !state_->shows(row) || each(row, *page);
  });
}

SeenErased SeenStore::Impl::erase(std::span<const std::string> names) {
  // Names that are row numbers come first, the highest first: erasing a representative renumbers
  // the pages of its cluster, whose numbers are higher.
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (const std::string& name : names) {
    order.emplace_back(row_in_name(name).value_or(0), order.size());
  }
  std::ranges::stable_sort(order, std::greater(), &decltype(order)::value_type::first);
  SeenErased all;
  std::vector<std::size_t> missing;
  std::uint64_t last = 0;
  for (std::size_t done = 0; done < order.size();) {
    sealer_->wait_for_room();
    const std::size_t first = done;
    std::vector<std::string> some;
    for (; done < order.size() && some.size() < kErasedAtOnce; ++done) {
      some.push_back(names[order[done].second]);
    }
    const auto [erased, ticket] = state_->erase(some, *LentAsker(*this));
    all.pages += erased.pages;
    for (std::size_t i = first, next = 0; next < erased.missing.size(); ++i) {
      if (some[i - first] != erased.missing[next]) continue;
      missing.push_back(order[i].second);
      ++next;
    }
    last = std::max(last, ticket);
    sealer_->look();
  }
  if (last > 0) rows_.wait(last);
  std::ranges::sort(missing);
  for (const std::size_t place : missing) all.missing.push_back(names[place]);
  return all;
}

bool SeenStore::Impl::is_wanted(std::uint64_t row, const StoredPage& page,
                                const SeenFilter& filter) const {
  if (!fits(page, filter)) return false;
  if (!filter.crawl.empty() && state_->crawl_name(page.crawl) != filter.crawl) return false;
  return !filter.by_last_seen || !filter.before_ms || state_->last_seen(row) < *filter.before_ms;
}

// Members that are judged again become rows after the last one, and are visited too. Other rows
// that come meanwhile are not, or this would not end while pages come. An erasure that pauses
// begins a new walk each time, so that it holds no old state of the rows.
std::uint64_t SeenStore::Impl::erase(const SeenFilter& filter, const SeenErasing& how) {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t kCheckEvery = 4096;
  if (filter.host.empty() && filter.crawl.empty() && !filter.before_ms) {
    throw Error{ErrorCode::invalid_argument, "a filter without a host, crawl or time is all pages"};
  }
  const std::size_t at_once = how.rest ? kErasedInAStep : kErasedAtOnce;
  const std::uint64_t read_at_once = how.rest ? kReadInAStep : std::uint64_t(-1);
  std::uint64_t erased = 0;
  std::uint64_t read = 0;
  std::uint64_t last = state_->figures().last_row;
  for (std::uint64_t first = 1;;) {
    wait_for_all();
    const Clock::time_point began = Clock::now();
    std::vector<std::uint64_t> rows;
    const std::uint64_t read_before = read;
    bool is_at_end = true;
    rows_.for_each_row(first, [&](std::uint64_t row, std::string_view bytes) {
      if (row > last) return false;
      first = row + 1;
      if (++read % kCheckEvery == 0 && how.check) how.check(read);
      const std::optional<StoredPage> page = stored_page(bytes, row);
      if (page && is_wanted(row, *page, filter)) rows.push_back(row);
      is_at_end = rows.size() < at_once && read - read_before < read_at_once;
      return is_at_end;
    });
    if (rows.empty() && is_at_end) return erased;
    if (how.dry_run) {
      erased += rows.size();
    } else if (!rows.empty()) {
      sealer_->wait_for_room();
      const auto [count, ticket] = state_->erase(rows, *LentAsker(*this));
      erased += count;
      if (count > 0) last = state_->figures().last_row;
      if (ticket > 0) rows_.wait(ticket);
      sealer_->look();
      if (how.deleted) how.deleted(count);
    }
    if (how.rest) how.rest(Clock::now() - began);
  }
}

void SeenStore::Impl::end_crawl(const std::string& name, bool is_committed) {
  rows_.wait(state_->end_crawl(name, is_committed));
  if (const std::uint64_t ticket = state_->tidy_crawls(*LentAsker(*this)); ticket > 0)
    rows_.wait(ticket);
}

UncrawledFigures SeenStore::Impl::uncrawled(std::size_t most) {
  wait_for_all();
  return state_->uncrawled(most);
}

}  // namespace facsim
