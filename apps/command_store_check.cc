// SPDX-License-Identifier: Apache-2.0
// facsim store check: verifies that a store is undamaged.
#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/read_inputs.h"
#include "apps/store_commands.h"
#include "apps/summary_output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/files/name_text.h"
#include "facsim/seen/check_store.h"

namespace facsim {
namespace {

std::string found_text(const StoreCheck& found) {
  return pages_text(found.pages) + ", " + human_count(found.representatives) +
         " of them first of their kind, " + human_count(found.clusters) +
         (found.clusters == 1 ? " cluster" : " clusters") + " of two and more, " +
         (found.has_index ? human_count(found.segments) +
                                (found.segments == 1 ? " segment" : " segments") + " of an index"
                          : std::string("no index yet")) +
         "; no damage found";
}

OrderedJson checked_json(const StoreCollection& collection, const StoreCheck& found,
                         OrderedJson faults) {
  return {{"store", text_of_name(collection.folder)},
          {"collection", collection.name},
          {"faults", found.faults},
          {"pages", found.pages},
          {"representatives", found.representatives},
          {"clusters", found.clusters},
          {"entries", found.entries},
          {"segments", found.segments},
          {"has_index", found.has_index},
          {"sealed_to", found.sealed_to},
          {"told", std::move(faults)}};
}

OrderedJson check_one(const StoreCollection& collection, const Settings& settings) {
  OrderedJson faults = OrderedJson::array();
  if (!collection.has_rows) {
    const std::string fault = collection.folder + ": " + kLostRows;
    print_message(fault);
    faults.push_back(text_of_name(fault));
    return checked_json(collection, {.faults = 1}, std::move(faults));
  }
  WatchedRun watched(settings);
  const StoreCheck found = check_store(
      collection.folder, {.memory_bytes = settings.limits.memory_bytes / 8,
                          .tell =
                              [&](const Sentence& told) {
                                const std::string fault = told.in(program_words);
                                watched.finish();
                                print_message(fault);
                                faults.push_back(text_of_name(fault));
                              },
                          .check =
                              [&](const char* stage, std::uint64_t pages) {
                                throw_if_interrupted();
                                if (pages == 0) return;
                                watched.hooks().progress({.stage = stage, .pages = pages});
                              }});
  watched.finish();
  if (found.faults == 0 && !settings.json) {
    tell_store(collection.folder + ": " + found_text(found), {}, settings);
  }
  return checked_json(collection, found, std::move(faults));
}

}  // namespace

void run_store_check(const Settings& settings) {
  require_store_words(settings, StoreWords::one);
  const std::string& store = settings.inputs[1];
  OrderedJson checked = OrderedJson::array();
  std::uint64_t faults = 0;
  for (const StoreCollection& collection : collections_meant(store, settings)) {
    checked.push_back(check_one(collection, settings));
    faults += checked.back()["faults"].get<std::uint64_t>();
  }
  if (settings.json) tell_store({}, of_collections(store, std::move(checked)), settings);
  if (faults == 0) return;
  throw Error{ErrorCode::damaged,
              std::to_string(faults) + (faults == 1 ? " fault" : " faults") +
                  "; what is wrong with pages.idx or names 'facsim store rebuild' makes again, for "
                  "rows 'facsim store restore' brings back a backup",
              store};
}

}  // namespace facsim
