// SPDX-License-Identifier: Apache-2.0
// facsim store rebuild: builds the index again from the rows, or the store again by another recipe.
#include <filesystem>
#include <optional>

#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/read_inputs.h"
#include "apps/store_commands.h"
#include "apps/store_feed.h"
#include "apps/summary_output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/name_text.h"
#include "facsim/result/result_folder.h"
#include "facsim/seen/store_rows.h"
#include "facsim/upkeep/store_renewal.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScratchFolder = "/.scratch";
constexpr const char* kMissingFile = "missing.jsonl";

// Builds the index again, with its names.
void rebuild_index(const std::string& folder, const Settings& settings) {
  const SeenFigures figures = make_index_now(folder, settings);
  tell_store(folder + ": index of " + pages_text(figures.sealed) + " that were first of their kind",
             {{"store", text_of_name(folder)},
              {"entries", figures.sealed},
              {"segments", figures.segments},
              {"rows_to", figures.sealed_to}},
             settings);
}

// Computes the facts of the inputs' pages by the new recipe. They are read as a store of that
// recipe would read them.
void read_facts_again(const std::string& scratch, const Settings& settings, NewFacts& facts) {
  SeenStore reader = SeenStore::open(scratch + "/reader",
                                     {.judge = settings.judged_by(), .limits = settings.limits});
  StoreFeed feed(settings, settings.judged_by().profile.recipe);
  (void)feed.run(reader, [&](const FedPages& fed) { facts.add(fed.facts); });
}

// The pages whose text was not found, one line each; the file is only created if there are some.
class MissingPages {
 public:
  explicit MissingPages(const std::string& folder) : path_(folder + "/" + kMissingFile) {}
  void add(const StoredPage& page) {
    if (!sink_) sink_ = create_bytes(path_, Packing::none);
    sink_->write(json_line({{"id", text_or_null(page.id)}, {"url", text_or_null(page.url)}}));
  }
  void finish() {
    if (sink_) sink_->close();
  }

 private:
  std::string path_;
  std::unique_ptr<ByteSink> sink_;
};

void tell_renewed(const StoreRenewal& renewed, const ReadyProfile& judge,
                  const Settings& settings) {
  std::string sentence = settings.output + ": " + pages_text(renewed.pages) + " by recipe " +
                         judge.profile.recipe.name;
  if (renewed.not_found > 0) {
    sentence += "; " + pages_text(renewed.not_found) +
                " not found in the inputs: known by id, URL and equal text alone (" + kMissingFile +
                " lists them)";
  }
  tell_store(sentence,
             {{"store", text_of_name(settings.output)},
              {"profile", judge.profile.name},
              {"recipe", judge.profile.recipe.name},
              {"recipe_id", hex(judge.profile.recipe.id())},
              {"pages", renewed.pages},
              {"not_found", renewed.not_found}},
             settings);
}

void require_inputs(bool are_given, bool are_needed) {
  if (are_needed && !are_given) {
    throw Error{ErrorCode::invalid_argument,
                "a store keeps no texts, so another recipe must read the pages again; name the "
                "inputs that have them"};
  }
  if (!are_needed && are_given) {
    throw Error{ErrorCode::invalid_argument,
                "the recipe stays, so nothing needs to be read again; name no inputs"};
  }
}

void renew(const std::string& folder, const Settings& settings) {
  const ReadyProfile judge = settings.judged_by();
  const std::optional<Recipe> before = recipe_of_store(folder);
  const bool is_another = !before || before->id() != judge.profile.recipe.id();
  require_inputs(settings.inputs.size() > 2, is_another);
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(settings.output, ignored)) &&
      !fs::is_empty(settings.output, ignored)) {
    throw Error{ErrorCode::already_exists, "is there already; name a new folder", settings.output};
  }
  ResultFolder result(settings.output, false);
  const std::string scratch = result.path() + kScratchFolder;
  fs::create_directories(scratch);
  std::optional<NewFacts> facts;
  if (is_another) {
    facts.emplace(scratch + "/facts", judge.profile.recipe, before,
                  settings.limits.memory_bytes / 8);
    read_facts_again(scratch, settings, *facts);
  }
  WatchedRun watched(settings);
  MissingPages missing(result.path());
  const StoreRenewal renewed =
      renew_store(folder, result.path(), judge, facts ? &*facts : nullptr,
                  {.max_distance = settings.max_distance,
                   .memory_bytes = settings.limits.memory_bytes / 8,
                   .check =
                       [&](std::uint64_t rows) {
                         throw_if_interrupted();
                         if (rows > 0) watched.hooks().progress({.stage = "copy", .pages = rows});
                       }},
                  [&](const StoredPage& page) { missing.add(page); });
  missing.finish();
  facts.reset();
  fs::remove_all(scratch);
  make_index_now(result.path(), settings);
  result.commit({});
  watched.finish();
  tell_renewed(renewed, judge, settings);
}

}  // namespace

void run_store_rebuild(const Settings& settings) {
  require_store_words(settings,
                      settings.output.empty() ? StoreWords::one : StoreWords::one_or_more);
  require_tmp(settings);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  require_store(folder);
  settings.output.empty() ? rebuild_index(folder, settings) : renew(folder, settings);
}

}  // namespace facsim
