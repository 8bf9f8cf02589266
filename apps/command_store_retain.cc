// SPDX-License-Identifier: Apache-2.0
// facsim store retain: deletes pages that are old, or of a host or crawl.
#include <algorithm>
#include <chrono>

#include "apps/interrupt.h"
#include "apps/read_inputs.h"
#include "apps/store_commands.h"
#include "apps/summary_output.h"
#include "apps/values.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/files/name_text.h"
#include "facsim/report/utc_time.h"
#include "facsim/run/unix_time.h"

namespace facsim {
namespace {

SeenFilter filter_of(const Settings& settings) {
  const StoreAsked& asked = settings.store;
  SeenFilter filter{.host = asked.host,
                    .crawl = asked.crawl,
                    .before_ms = asked.before_ms,
                    .by_last_seen = asked.by_last_seen};
  if (asked.age) {
    const std::chrono::milliseconds age = *asked.age;
    const std::int64_t born = unix_ms() - age.count();
    filter.before_ms = std::min(filter.before_ms.value_or(born), born);
  }
  if (asked.by_last_seen && !filter.before_ms) {
    throw Error{ErrorCode::invalid_argument, "--by is for --age or --before; give one of them"};
  }
  if (!filter.host.empty() || !filter.crawl.empty() || filter.before_ms) return filter;
  throw Error{ErrorCode::invalid_argument,
              "store retain needs --age, --before, --host or --crawl: which pages to delete"};
}

}  // namespace

void run_store_retain(const Settings& settings) {
  require_store_words(settings, StoreWords::one);
  require_tmp(settings);
  const SeenFilter filter = filter_of(settings);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  SeenStore store =
      open_store(folder, settings, settings.dry_run ? Opening::asks : Opening::changes);
  WatchedRun watched(settings);
  const auto check = [&](std::uint64_t rows) {
    throw_if_interrupted();
    watched.hooks().progress({.stage = "rows", .pages = rows});
  };
  const std::uint64_t pages = store.erase(filter, {.dry_run = settings.dry_run, .check = check});
  watched.finish();
  tell_store(
      folder + ": " + pages_text(pages) + (settings.dry_run ? " would be deleted" : " deleted"),
      {{"store", text_of_name(folder)},
       {"pages", pages},
       {"dry_run", settings.dry_run},
       {"before",
        filter.before_ms ? OrderedJson(utc_time_text(*filter.before_ms)) : OrderedJson(nullptr)},
       {"by", filter.by_last_seen ? "last_seen" : "first_seen"},
       {"host", text_or_null(filter.host)},
       {"crawl", text_or_null(filter.crawl)}},
      settings);
}

}  // namespace facsim
