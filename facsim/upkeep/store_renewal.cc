// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/store_renewal.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/known/page_manifest.h"
#include "facsim/seen/facts_bytes.h"
#include "facsim/seen/row_names.h"
#include "facsim/seen/row_writer.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/store_settings.h"

namespace facsim {
namespace {

constexpr std::size_t kNamesAtOnce = 1U << 18;
constexpr std::uint64_t kDigestSeed = 3;

std::uint64_t digest_hash(const Hash128& digest) {
  return combine(combine(kDigestSeed, digest.low), digest.high);
}

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
    if (!page.id.empty()) names_.push_back({id_name_hash(page.id), last_});
    if (!page.url.empty()) names_.push_back({url_name_hash(page.url), last_});
    names_.push_back({digest_hash(page.facts.digest), last_});
  }
  if (!change.rows.empty()) rows_.wait(rows_.submit(std::move(change)));
  if (names_.size() >= kNamesAtOnce) put_names();
}

void NewFacts::put_names() {
  if (!names_.empty()) rows_.put_names(names_);
  names_.clear();
}

std::optional<StoredPage> NewFacts::find(const StoredPage& page) {
  put_names();
  std::vector<std::uint64_t> rows;
  if (!page.id.empty()) rows_.find_names(id_name_hash(page.id), rows);
  if (!page.url.empty()) rows_.find_names(url_name_hash(page.url), rows);
  rows_.find_names(digest_hash(page.facts.digest), rows);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  constexpr int kSameText = 1;
  constexpr int kSameNames = 2;
  std::optional<StoredPage> best;
  int best_fit = 0;
  for (const std::uint64_t row : rows) {
    auto content = decode_row(rows_.row(row).value_or(""), row, "pages read again");
    StoredPage& found = std::get<StoredPage>(content);
    const bool has_text = found.facts.digest == page.facts.digest;
    const bool has_names = found.id == page.id && found.url == page.url;
    const bool is_named = !page.id.empty() || !page.url.empty();
    if (!has_text && (reads_same_text_ || !has_names || !is_named)) continue;
    const int fit = (has_text ? kSameText : 0) + (has_names ? kSameNames : 0);
    if (fit < best_fit) continue;
    best_fit = fit;
    best = std::move(found);
  }
  return best;
}

std::optional<Recipe> recipe_of_store(const std::string& store) {
  const RowStore rows = open_to_read(store, StoreRenewalOptions().memory_bytes);
  std::optional<ReadyProfile> judge = own_profile(rows);
  if (!judge) return std::nullopt;
  return std::move(judge->profile.recipe);
}

StoreRenewal renew_store(const std::string& store, const std::string& folder,
                         const ReadyProfile& judge, NewFacts* read,
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
