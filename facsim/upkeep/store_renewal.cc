// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/store_renewal.h"

#include <string>
#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/known/page_manifest.h"
#include "facsim/page/analysis.h"
#include "facsim/seen/facts_bytes.h"
#include "facsim/seen/row_writer.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/store_settings.h"

namespace facsim {
namespace {

std::string bytes_of_hash(const Hash128& hash) {
  return bytes_of_number(hash.high) + bytes_of_number(hash.low);
}

// The keys under which NewFacts has the number of the row that was added last.
std::string text_key(const StoredPage& page) { return "t" + bytes_of_hash(page.facts.digest); }
std::string names_key(const StoredPage& page) {
  return "n" + bytes_of_hash(hash128(bytes_of_number(page.id.size()) + page.id + page.url));
}
std::string names_and_text_key(const StoredPage& page) { return names_key(page) + text_key(page); }

bool has_names(const StoredPage& page) { return !page.id.empty() || !page.url.empty(); }

bool reads_same_text(const Recipe& a, const Recipe& b) {
  return a.judges_all_text() == b.judges_all_text() &&
         a.fallback_units_min == b.fallback_units_min &&
         a.titled_fallback_units_min == b.titled_fallback_units_min;
}

RowStore open_to_read(const std::string& store, std::uint64_t memory_bytes) {
  return RowStore::open(rows_folder(store), {.read_only = true, .memory_bytes = memory_bytes});
}

// Removes the facts that need the text, for a page whose text was not found.
void forget_text(StoredPage& page) {
  PageFacts kept;
  kept.digest = page.facts.digest;
  kept.units = page.facts.units;
  kept.has_text = page.facts.has_text;
  page.facts = kept;
  page.anchors.clear();
}

void write_settings(const ReadyProfile& judge, const StoreRenewalOptions& options,
                    RowWriter& writer) {
  const Profile& profile = judge.profile;
  writer.add_key(kStoreProfileKey, profile.name);
  writer.add_key(kStoreRecipeKey, hex(profile.recipe.id()));
  writer.add_key(kStoreRecipeNameKey, profile.recipe.name);
  writer.add_key(kStoreDistanceKey,
                 std::to_string(options.max_distance.value_or(usual_distance(profile))));
}

bool is_of_settings(std::string_view key) {
  return key == kStoreProfileKey || key == kStoreRecipeKey || key == kStoreRecipeNameKey ||
         key == kStoreDistanceKey;
}

}  // namespace

NewFacts::NewFacts(const std::string& folder, const Recipe& recipe,
                   const std::optional<Recipe>& before, std::uint64_t memory_bytes)
    : recipe_(recipe),
      recipe_id_(recipe.id()),
      reads_same_text_(before && reads_same_text(*before, recipe)),
      rows_(RowStore::open(
          folder, {.durability = Durability::none, .create = true, .memory_bytes = memory_bytes})) {
}

void NewFacts::add(std::span<const std::string> facts) {
  RowChange change;
  for (const std::string& each : facts) {
    const StoredPage page = decode_facts(each, recipe_, recipe_id_);
    if (!page.facts.has_text) continue;
    ++last_;
    change.rows.push_back({last_, encode_row(page)});
    const std::string number = bytes_of_number(last_);
    change.keys.push_back({names_and_text_key(page), number});
    if (has_names(page) && !reads_same_text_) change.keys.push_back({names_key(page), number});
    change.keys.push_back({text_key(page), number});
  }
  if (!change.rows.empty()) rows_.wait(rows_.submit(std::move(change)));
}

std::optional<StoredPage> NewFacts::page_under(std::string_view key) const {
  const std::optional<std::string> number = rows_.value(key);
  if (!number) return std::nullopt;
  const std::uint64_t row = number_of(*number);
  return std::get<StoredPage>(decode_row(rows_.row(row).value_or(""), row, "pages read again"));
}

std::optional<StoredPage> NewFacts::find(const StoredPage& page) const {
  std::optional<StoredPage> found = page_under(names_and_text_key(page));
  if (!found && has_names(page) && !reads_same_text_) found = page_under(names_key(page));
  if (!found) found = page_under(text_key(page));
  return found;
}

std::optional<Recipe> recipe_of_store(const std::string& store) {
  const RowStore rows = open_to_read(store, StoreRenewalOptions().memory_bytes);
  std::optional<ReadyProfile> judge = own_profile(rows);
  if (!judge) return std::nullopt;
  return std::move(judge->profile.recipe);
}

StoreRenewal renew_store(const std::string& store, const std::string& folder,
                         const ReadyProfile& judge, const NewFacts* read,
                         const StoreRenewalOptions& options,
                         const std::function<void(const StoredPage& page)>& missing) {
  require_indexable(judge.profile.recipe, "store rebuild");
  const RowStore rows = open_to_read(store, options.memory_bytes / 2);
  RowStore renewed = RowStore::open(
      rows_folder(folder),
      {.durability = Durability::none, .create = true, .memory_bytes = options.memory_bytes / 2});
  RowWriter writer(renewed, options.check);
  StoreRenewal counts;
  rows.for_each_row(1, [&](std::uint64_t number, std::string_view bytes) {
    auto content = decode_row(bytes, number, store);
    StoredPage* const page = std::get_if<StoredPage>(&content);
    if (page == nullptr || read == nullptr) {
      counts.pages += page == nullptr ? 0 : 1;
      writer.add_row(number, bytes);
      return true;
    }
    ++counts.pages;
    if (std::optional<StoredPage> found = read->find(*page)) {
      page->facts = found->facts;
      page->anchors = std::move(found->anchors);
      if (!page->bytes) page->bytes = found->bytes;
    } else {
      if (missing) missing(*page);
      ++counts.not_found;
      forget_text(*page);
    }
    writer.add_row(number, encode_row(*page));
    return true;
  });
  rows.for_each_key("", "", [&](std::string_view key, std::string_view value) {
    if (!is_of_settings(key)) writer.add_key(key, value);
    return true;
  });
  write_settings(judge, options, writer);
  writer.finish();
  return counts;
}

}  // namespace facsim
