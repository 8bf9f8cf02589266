// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_asker.h"

#include <algorithm>
#include <utility>

#include "facsim/seen/read_page.h"
#include "facsim/seen/row_names.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

// The memory that an analyzer keeps from its largest page.
constexpr std::size_t kAskerKeptBytes = std::size_t{8} << 20;

}  // namespace

StoreAsker::StoreAsker(const ReadyProfile& judge, int max_distance, Kernel kernel,
                       const RowStore& rows)
    : recipe_id_(judge.profile.recipe.id()),
      recipe_(judge.profile.recipe),
      rows_(rows),
      analyzer_(analyzer_of_store(judge, kernel)),
      search_(judge, max_distance) {}

AskedPage StoreAsker::read(const Page& page) {
  return {.page = read_page(page, analyzer_, recipe_)};
}

void StoreAsker::look_up(std::span<AskedPage> pages, const SealedState& state) {
  search_.look_up(pages, state);
  look_up_names(pages, state);
}

void StoreAsker::look_up_names(std::span<AskedPage> pages, const SealedState& state) {
  hashes_.clear();
  hashed_.clear();
  const auto note = [this](std::uint64_t hash, std::uint64_t page) {
    hashes_.push_back(hash);
    hashed_.push_back(page);
  };
  for (std::size_t number = 0; number < pages.size(); ++number) {
    AskedPage& asked = pages[number];
    asked.named.clear();
    if (!asked.page.facts.has_text) continue;
    if (!asked.page.id.empty()) note(asked.found.keys.id, number);
    if (!asked.page.url.empty()) note(asked.found.keys.url, number);
  }
  std::vector<std::pair<std::uint64_t, std::uint64_t>> named;  // pages and rows
  find_row_names(*state.index, hashes_, [&](std::size_t hash, std::uint64_t row) {
    // The memtables have the later rows.
    if (row <= state.rows_to) named.emplace_back(hashed_[hash], row);
  });
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  for (const auto& [number, row] : named) add_named(pages[number], row, state);
}

void StoreAsker::add_named(AskedPage& page, std::uint64_t row, const SealedState& state) {
  // The index may still have names of erased rows.
  std::optional<StoredPage> named = read_row(rows_, row, state.index->folder());
  if (!named) return;
  const bool has_id = !page.page.id.empty() && named->id == page.page.id;
  const bool has_url = !page.page.url.empty() && named->url == page.page.url;
  if (has_id || has_url) page.named.push_back({row, std::move(*named)});
}

std::vector<NamedRow> StoreAsker::named(std::string_view name, bool is_url,
                                        const SealedState& state) const {
  std::vector<std::uint64_t> rows;
  const std::uint64_t hash = is_url ? url_name_hash(name) : id_name_hash(name);
  find_row_names(*state.index, {&hash, 1}, [&](std::size_t, std::uint64_t row) {
    if (row <= state.rows_to) rows.push_back(row);
  });
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<NamedRow> named;
  for (const std::uint64_t row : rows) {
    std::optional<StoredPage> page = read_row(rows_, row, state.index->folder());
    if (page && (is_url ? page->url : page->id) == name) named.push_back({row, std::move(*page)});
  }
  return named;
}

void StoreAsker::trim() {
  analyzer_.keep_at_most(kAskerKeptBytes);
  search_.trim();
}

}  // namespace facsim
