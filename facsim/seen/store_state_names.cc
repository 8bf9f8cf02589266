// SPDX-License-Identifier: Apache-2.0
// The part of StoreState that finds pages by name or row, and pages that a change may remove.

#include <algorithm>
#include <utility>

#include "facsim/seen/store_state.h"

namespace facsim {
namespace {

void sort_once(std::vector<std::uint64_t>& rows) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

std::uint64_t cluster_of(std::uint64_t row, const StoredPage& page) {
  return page.is_representative() ? row : page.representative;
}

}  // namespace

const StoredPage* StoreState::page_in_memory(std::uint64_t row) const {
  const Memtable::Entry* const entry = newest_.entry(row);
  return entry == nullptr ? nullptr : &entry->page;
}

std::optional<StoredPage> StoreState::page_of(std::uint64_t row, const RowsRead& read) const {
  if (newest_.is_gone(row)) return std::nullopt;
  if (const StoredPage* const page = page_in_memory(row)) return *page;
  // A row that no memtable has any more may be about to be removed from the rows.
  const SealedState& sealed = newest_.sealed();
  if (row > sealed.rows_to) return std::nullopt;
  if (const auto found = read.pages.find(row); found != read.pages.end()) return found->second;
  return rows_.page_late(row, sealed.index->folder());
}

std::optional<StoredPage> StoreState::page_of(std::uint64_t row, const StoredPage& page) const {
  if (newest_.is_gone(row)) return std::nullopt;
  const StoredPage* const in_memory = page_in_memory(row);
  const bool is_there = in_memory != nullptr || row <= newest_.sealed().rows_to;
  return is_there ? std::optional(in_memory != nullptr ? *in_memory : page) : std::nullopt;
}

void StoreState::drop_hidden(View view, std::vector<const Memtable::Entry*>& found) const {
  std::erase_if(found, [&](const Memtable::Entry* entry) {
    return is_hidden(entry->row, view) || is_lost(*entry);
  });
}

std::vector<NamedRow> StoreState::named_by(const AskedName& name, bool is_url, View view) const {
  std::vector<NamedRow> named;
  for (const NamedRow& sealed : is_url ? name.by_url : name.by_id) {
    if (!is_hidden(sealed.row, view)) named.push_back(sealed);
  }
  std::vector<const Memtable::Entry*> found = newest_.find_name(name.label, is_url);
  drop_hidden(view, found);
  for (const Memtable::Entry* entry : found) named.push_back({entry->row, entry->page});
  return named;
}

std::vector<NamedRow> StoreState::named_here(const AskedName& name, View view) const {
  if (name.label.empty()) return {};
  std::vector<NamedRow> named = named_by(name, false, view);
  if (named.empty()) named = named_by(name, true, view);
  if (!named.empty() || !name.number || is_hidden(*name.number, view)) return named;
  RowsRead read;
  read.pages[*name.number] = name.by_number;
  std::optional<StoredPage> page = page_of(*name.number, read);
  if (page) named.push_back({*name.number, std::move(*page)});
  return named;
}

std::vector<std::uint64_t> StoreState::leaders_among(std::span<const AskedPage> pages) const {
  std::vector<std::uint64_t> leaders;
  if (options_.keep_history) return leaders;
  std::vector<const Memtable::Entry*> found;
  for (const AskedPage& asked : pages) {
    if (!asked.page.facts.has_text) continue;
    for (const NamedRow& row : asked.named) {
      if (row.page.is_representative() && may_lead(row.row)) leaders.push_back(row.row);
    }
    found.clear();
    newest_.find_names(asked, found);
    for (const Memtable::Entry* entry : found) {
      if (entry->page.is_representative() && may_lead(entry->row)) leaders.push_back(entry->row);
    }
  }
  sort_once(leaders);
  return leaders;
}

std::vector<std::uint64_t> StoreState::unknown_sizes(std::span<const AskedPage> pages) const {
  std::vector<std::uint64_t> unknown;
  std::vector<const Memtable::Entry*> found;
  for (const AskedPage& asked : pages) {
    if (!asked.page.facts.has_text) continue;
    for (const SealedMatch& sealed : asked.found.sealed) {
      if (sealed.match) add_if_unknown(sealed.row, unknown);
    }
    for (const NamedRow& row : asked.named) add_if_unknown(cluster_of(row.row, row.page), unknown);
    found.clear();
    newest_.find_names(asked, found);
    (void)newest_.find(asked, found);
    for (const Memtable::Entry* entry : found) {
      add_if_unknown(cluster_of(entry->row, entry->page), unknown);
    }
  }
  sort_once(unknown);
  return unknown;
}

std::vector<std::uint64_t> StoreState::unknown_sizes(std::span<const AskedName> names) const {
  std::vector<std::uint64_t> unknown;
  for (const AskedName& name : names) {
    for (const NamedRow& row : named_here(name, {.sees_all = true})) {
      add_if_unknown(cluster_of(row.row, row.page), unknown);
    }
  }
  sort_once(unknown);
  return unknown;
}

std::vector<std::uint64_t> StoreState::unknown_sizes(std::span<const std::uint64_t> rows,
                                                     const RowsRead& read) const {
  std::vector<std::uint64_t> unknown;
  for (const std::uint64_t row : rows) {
    const StoredPage* page = page_in_memory(row);
    if (const auto sealed = read.pages.find(row); page == nullptr && sealed != read.pages.end()) {
      page = sealed->second ? &*sealed->second : nullptr;
    }
    if (page != nullptr) add_if_unknown(cluster_of(row, *page), unknown);
  }
  sort_once(unknown);
  return unknown;
}

std::vector<std::uint64_t> StoreState::leaders_among(std::span<const AskedName> names) const {
  std::vector<std::uint64_t> leaders;
  for (const AskedName& name : names) {
    for (const NamedRow& row : named_here(name, {.sees_all = true})) {
      if (row.page.is_representative() && may_lead(row.row)) leaders.push_back(row.row);
    }
  }
  sort_once(leaders);
  return leaders;
}

std::vector<std::uint64_t> StoreState::leaders_among(std::span<const std::uint64_t> rows) const {
  std::vector<std::uint64_t> leaders;
  for (const std::uint64_t row : rows) {
    const StoredPage* const page = page_in_memory(row);
    if ((page == nullptr || page->is_representative()) && may_lead(row)) leaders.push_back(row);
  }
  sort_once(leaders);
  return leaders;
}

}  // namespace facsim
