// SPDX-License-Identifier: Apache-2.0
// The half of SharedState that reads rows and segments before the lock is taken.

#include <algorithm>
#include <utility>

#include "facsim/model/label.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/shared_state.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

// Pages that are looked up in memory at a time, while changes wait.
constexpr std::size_t kLookedUpAtOnce = 256;

}  // namespace

void SharedState::read_sizes_for(std::span<const AskedPage> pages, Reading& reading) const {
  if (reading.knows_all_sizes) return;
  while (!pages.empty()) {
    const std::size_t some = std::min(pages.size(), kLookedUpAtOnce);
    std::vector<std::uint64_t> unknown;
    {
      const SharedLock lock(mutex_);
      unknown = state_.unknown_sizes(pages.first(some));
    }
    read_sizes(unknown, reading);
    pages = pages.subspan(some);
  }
}

void SharedState::read_sizes(std::span<const std::uint64_t> representatives,
                             Reading& reading) const {
  for (const std::uint64_t representative : representatives) {
    if (reading.rows.sizes.contains(representative)) continue;
    reading.rows.sizes[representative] = StateRows::size_in(rows_, representative);
  }
}

void SharedState::read_for_adding(std::span<const AskedPage> pages, const SeenAsk& how,
                                  std::int64_t now_ms, StoreAsker& asker, Reading& reading) const {
  if (!how.retry_key.empty()) {
    reading.rows.answers = rows_.value(retry_key_of(how.retry_key));
    if (reading.rows.answers) return;
  }
  // Later pages of a call may remove pages that answers to earlier ones name.
  const auto has_named = [](const AskedPage& asked) { return !asked.named.empty(); };
  if (!how.retry_key.empty() || (pages.size() > 1 && std::ranges::any_of(pages, has_named))) {
    read_named_by_answers(pages, reading);
  }
  read_sizes_for(pages, reading);
  std::vector<std::uint64_t> leaders;
  {
    const SharedLock lock(mutex_);
    leaders = state_.leaders_among(pages);
  }
  read_clusters(leaders, asker, reading);
  for (const AskedPage& asked : pages) {
    for (const NamedRow& row : asked.named) {
      // Only then the time of meeting it again is noted.
      if (now_ms - row.page.first_seen_ms < kMetEveryMs) continue;
      reading.rows.met_ms.try_emplace(row.row, last_seen_in(rows_, row.row));
    }
  }
}

void SharedState::read_named_by_answers(std::span<const AskedPage> pages, Reading& reading) const {
  std::vector<std::uint64_t> rows;
  for (const AskedPage& asked : pages) {
    for (const SealedMatch& sealed : asked.found.sealed) rows.push_back(sealed.row);
    for (const NamedRow& row : asked.named) {
      rows.push_back(row.row);
      if (!row.page.is_representative()) rows.push_back(row.page.representative);
    }
  }
  read_rows(rows, reading);
  reading.rows.has_named_rows = true;
}

void SharedState::read_rows(std::span<const std::uint64_t> rows, Reading& reading) const {
  for (const std::uint64_t row : rows) {
    if (row > reading.sealed.rows_to || reading.rows.pages.contains(row)) continue;
    reading.rows.pages[row] = read_row(rows_, row, reading.sealed.index->folder());
  }
}

void SharedState::read_clusters(std::span<const std::uint64_t> leaders, StoreAsker& asker,
                                Reading& reading) const {
  if (leaders.empty()) return;
  RowsRead& read = reading.rows;
  std::vector<std::set<std::uint64_t>> members;
  for (const std::uint64_t leader : leaders) {
    members.push_back(StateRows::members_in(rows_, leader));
  }
  std::vector<std::uint64_t> rows;
  std::vector<AskedPage> pages;
  std::vector<std::uint64_t> sealed;
  {
    const SharedLock lock(mutex_);
    for (std::size_t i = 0; i < leaders.size(); ++i) {
      state_.clusters().apply_recent(leaders[i], members[i]);
      for (const std::uint64_t row : members[i]) {
        if (const StoredPage* const page = state_.page_in_memory(row)) {
          rows.push_back(row);
          pages.push_back({.page = *page});
        } else {
          sealed.push_back(row);
        }
      }
    }
  }
  read_rows(sealed, reading);
  for (const std::uint64_t row : sealed) {
    const auto found = read.pages.find(row);
    if (found == read.pages.end() || !found->second) continue;
    rows.push_back(row);
    pages.push_back({.page = *found->second});
  }
  asker.look_up_text(pages, reading.sealed);
  read_sizes_for(pages, reading);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    read.texts.insert_or_assign(rows[i], std::move(pages[i].found));
    read.met_ms.try_emplace(rows[i], last_seen_in(rows_, rows[i]));
  }
  for (std::size_t i = 0; i < leaders.size(); ++i) {
    read.members[leaders[i]].assign(members[i].begin(), members[i].end());
  }
}

void SharedState::read_for_removing(std::span<const std::uint64_t> rows, StoreAsker& asker,
                                    Reading& reading) const {
  std::vector<std::uint64_t> leaders;
  std::vector<std::uint64_t> unknown;
  {
    const SharedLock lock(mutex_);
    leaders = state_.leaders_among(rows);
    unknown = state_.unknown_sizes(rows, reading.rows);
  }
  read_sizes(unknown, reading);
  read_clusters(leaders, asker, reading);
}

AskedName SharedState::read_name(std::string_view name, const StoreAsker& asker,
                                 const Reading& reading) const {
  AskedName asked{.name = std::string(name), .label = cut_label(name)};
  if (name.empty()) return asked;
  asked.by_id = asker.named(asked.label, false, reading.sealed);
  asked.by_url = asker.named(asked.label, true, reading.sealed);
  asked.number = row_in_name(name);
  if (asked.number && *asked.number <= reading.sealed.rows_to) {
    asked.by_number = read_row(rows_, *asked.number, reading.sealed.index->folder());
  }
  return asked;
}

}  // namespace facsim
