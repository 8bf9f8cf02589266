// SPDX-License-Identifier: Apache-2.0
// facsim store retain: pages that are old, or of a host or crawl, are deleted.
#include <algorithm>
#include <chrono>

#include "apps/inputs.h"
#include "apps/interrupt.h"
#include "apps/store_commands.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/files/name_text.h"
#include "facsim/model/host.h"
#include "facsim/report/utc_time.h"

namespace facsim {
namespace {

SeenFilter filter_of(const Settings& settings) {
  const StoreAsked& asked = settings.store;
  SeenFilter filter{.host = asked.host, .crawl = asked.crawl, .before_ms = asked.before_ms};
  if (asked.age) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    const std::int64_t born = (now - *asked.age).count();
    filter.before_ms = std::min(filter.before_ms.value_or(born), born);
  }
  if (!filter.host.empty() || !filter.crawl.empty() || filter.before_ms) return filter;
  throw Error{ErrorCode::invalid_argument,
              "store retain needs --age, --before, --host or --crawl: which pages to delete"};
}

std::uint64_t counted(const SeenStore& store, const SeenFilter& filter, WatchedRun& watched) {
  std::uint64_t fitting = 0;
  std::uint64_t pages = 0;
  store.visit([&](const SeenPage& page) {
    if (++pages % 4096 == 0) {
      throw_if_interrupted();
      watched.hooks().progress({.stage = "rows", .pages = pages});
    }
    const bool fits = (filter.host.empty() || host_of(page.url) == filter.host) &&
                      (filter.crawl.empty() || page.crawl == filter.crawl) &&
                      (!filter.before_ms || page.first_seen_ms < *filter.before_ms);
    if (fits) ++fitting;
    return true;
  });
  return fitting;
}

}  // namespace

void run_store_retain(const Settings& settings) {
  require_store_words(settings, Words::one);
  require_tmp(settings);
  const SeenFilter filter = filter_of(settings);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  SeenStore store = open_store(folder, settings, true);
  WatchedRun watched(settings);
  const std::uint64_t pages =
      settings.dry_run ? counted(store, filter, watched) : store.erase(filter);
  watched.finish();
  tell_store(
      folder + ": " + pages_text(pages) + (settings.dry_run ? " would be deleted" : " deleted"),
      {{"store", text_of_name(folder)},
       {"pages", pages},
       {"dry_run", settings.dry_run},
       {"before",
        filter.before_ms ? OrderedJson(utc_time_text(*filter.before_ms)) : OrderedJson(nullptr)},
       {"host", text_or_null(filter.host)},
       {"crawl", text_or_null(filter.crawl)}},
      settings);
}

}  // namespace facsim
