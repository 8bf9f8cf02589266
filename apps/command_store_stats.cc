// SPDX-License-Identifier: Apache-2.0
// facsim store stats: prints what a store contains and how much space it takes.
#include <algorithm>
#include <charconv>
#include <filesystem>

#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/store_commands.h"
#include "apps/store_figures.h"
#include "apps/watched_run.h"
#include "facsim/files/name_text.h"
#include "facsim/report/utc_time.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/uncrawled_book.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/manifest.h"
#include "facsim/upkeep/copy_figures.h"

namespace facsim {
namespace {

struct Stats {
  std::uint64_t representatives = 0;
  std::uint64_t too_short = 0;
  std::int64_t first_ms = 0;
  std::int64_t last_ms = 0;
  CopyFigures copies;
  UncrawledFigures uncrawled;
};

Stats read_stats(const RowStore& rows, const std::string& folder, const Settings& settings) {
  Stats stats;
  std::uint64_t pages = 0;
  WatchedRun watched(settings);
  const auto each = [&](const StoredPage& page) {
    if (pages == 0) stats.first_ms = page.first_seen_ms;
    if (++pages % 4096 == 0) {
      throw_if_interrupted();
      watched.hooks().progress({.stage = "rows", .pages = pages});
    }
    if (page.is_representative()) ++stats.representatives;
    if (!page.facts.has_fingerprint) ++stats.too_short;
    stats.first_ms = std::min(stats.first_ms, page.first_seen_ms);
    stats.last_ms = std::max(stats.last_ms, page.first_seen_ms);
  };
  rows.for_each_key(kLastSeenPrefix, kLastSeenPrefix, [&](std::string_view, std::string_view met) {
    stats.last_ms = std::max(stats.last_ms, static_cast<std::int64_t>(number_of(met)));
    return true;
  });
  stats.copies = figures_of_copies(rows, folder, {.top = settings.store.top, .each = each});
  stats.uncrawled = read_uncrawled(rows, folder).figures(settings.store.top);
  watched.finish();
  return stats;
}

OrderedJson hosts_json(const Stats& stats, std::uint64_t most) {
  OrderedJson found = OrderedJson::array();
  for (const HostFigures& each : stats.copies.hosts) {
    if (found.size() >= most) break;
    found.push_back({{"host", each.host}, {"pages", each.pages}});
  }
  return found;
}

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t bytes = 0;
  std::error_code failed;
  for (std::filesystem::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    std::error_code gone;  // a service may remove it while it is measured
    const std::uint64_t size = at->is_regular_file(gone) ? at->file_size(gone) : 0;
    if (!gone) bytes += size;
  }
  return bytes;
}

OrderedJson index_json(const std::string& folder) {
  if (!is_index_folder(folder)) return nullptr;
  const Manifest manifest = read_manifest(folder);
  std::uint64_t entries = 0;
  for (const SegmentEntry& segment : manifest.segments) {
    entries += segment.entries - (segment.tombstones ? segment.tombstones->count : 0);
  }
  return {{"entries", entries}, {"segments", manifest.segments.size()}};
}

OrderedJson number_json(std::string_view digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  return is_number ? OrderedJson(number) : OrderedJson(nullptr);
}

OrderedJson stats_json(const StoreCollection& collection, const Settings& settings) {
  require_rows(collection);
  const std::string& folder = collection.folder;
  const RowStore rows = open_rows_to_read(folder, settings);
  const Stats stats = read_stats(rows, folder, settings);
  const auto setting = [&rows](std::string_view key) -> OrderedJson {
    const std::optional<std::string> value = rows.value(key);
    return value ? OrderedJson(*value) : OrderedJson(nullptr);
  };
  const std::uint64_t row_bytes = bytes_below(rows_folder(folder));
  const std::uint64_t index_bytes = bytes_below(index_folder(folder));
  const auto moment = [&stats](std::int64_t ms) {
    return stats.copies.pages == 0 ? OrderedJson(nullptr) : OrderedJson(utc_time_text(ms));
  };
  return {{"store", text_of_name(folder)},
          {"collection", collection.name},
          {"name", setting(kStoreNameKey)},
          {"profile", setting(kStoreProfileKey)},
          {"recipe", setting(kStoreRecipeNameKey)},
          {"recipe_id", setting(kStoreRecipeKey)},
          {"max_distance", number_json(rows.value(kStoreDistanceKey).value_or(""))},
          {"pages", stats.copies.pages},
          {"representatives", stats.representatives},
          {"too_short", stats.too_short},
          {"clusters", stats.copies.clusters},
          {"largest_cluster", stats.copies.largest},
          {"first_seen", moment(stats.first_ms)},
          {"last_seen", moment(stats.last_ms)},
          {"last_row", rows.last_row()},
          {"index", index_json(index_folder(folder))},
          {"row_bytes", row_bytes},
          {"index_bytes", index_bytes},
          {"bytes_per_page", stats.copies.pages == 0
                                 ? OrderedJson(nullptr)
                                 : OrderedJson((row_bytes + index_bytes) / stats.copies.pages)},
          {"page_bytes", stats.copies.bytes},
          {"pages_without_bytes", stats.copies.pages_without_bytes},
          {"hosts_in_all", stats.copies.hosts.size()},
          {"pages_without_host", stats.copies.without_host.pages},
          {"hosts", hosts_json(stats, settings.store.hosts)},
          {"largest_clusters", largest_clusters_json(stats.copies)},
          {"hosts_by_copies", hosts_by_copies_json(stats.copies, settings.store.top)},
          {"saved", saved_json(stats.copies, settings.store.top)},
          {"uncrawled", uncrawled_members(stats.uncrawled)}};
}

void print_stats(const OrderedJson& stats, Output& output) {
  for (const auto& [name, value] : stats.items()) {
    if (value.is_array() || name == "saved" || name == "uncrawled") continue;
    output.write(name + "\t" + (value.is_string() ? value.get<std::string>() : value.dump()) +
                 "\n");
  }
  for (const OrderedJson& host : stats["hosts"]) {
    output.write("host\t" + without_controls(host["host"].get<std::string>(), ' ') + "\t" +
                 host["pages"].dump() + "\n");
  }
  output.write(copies_text(stats));
}

}  // namespace

void run_store_stats(const Settings& settings) {
  require_store_words(settings, StoreWords::one);
  const std::string& store = settings.inputs[1];
  OrderedJson all = OrderedJson::array();
  for (const StoreCollection& collection : collections_meant(store, settings)) {
    all.push_back(stats_json(collection, settings));
  }
  Output output;
  if (settings.json) {
    output.write(json_line(of_collections(store, std::move(all))));
  } else {
    for (const OrderedJson& stats : all) print_stats(stats, output);
  }
  output.finish();
}

}  // namespace facsim
