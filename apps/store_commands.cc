// SPDX-License-Identifier: Apache-2.0
#include "apps/store_commands.h"

#include <filesystem>

#include "apps/commands.h"
#include "apps/output.h"
#include "facsim/base/error.h"
#include "facsim/report/summary.h"
#include "facsim/seen/store_rows.h"

namespace facsim {

void require_store_words(const Settings& settings, Words count) {
  const std::size_t given = settings.inputs.size() - 1;
  const bool is_good = count == Words::one           ? given == 1
                       : count == Words::two         ? given == 2
                       : count == Words::one_or_more ? given >= 1
                                                     : given >= 2;
  if (is_good) return;
  const std::string& verb = settings.inputs.front();
  const Command* const command = own_verb_named(command_named(settings.command), verb);
  throw Error{ErrorCode::invalid_argument, "store " + verb + " needs " +
                                               std::string(command->usage) +
                                               " (see 'facsim help store " + verb + "')"};
}

std::string collection_folder(const std::string& store, const Settings& settings) {
  if (store.empty()) {
    throw Error{ErrorCode::invalid_argument, "the name of the store's folder is empty"};
  }
  return collection_folder(store, settings.store.collection);
}

void require_store(const std::string& folder) {
  std::error_code ignored;
  if (std::filesystem::is_directory(folder + "/rows", ignored)) return;
  throw Error{ErrorCode::not_found,
              "there is no store; begin one with 'facsim store load " + folder + " INPUT...'",
              folder};
}

bool names_judge(const Settings& settings) {
  return settings.is_given("--profile") || settings.recipe.has_value();
}

SeenStore open_store(const std::string& folder, const Settings& settings, bool must_exist) {
  if (must_exist) require_store(folder);
  SeenStoreOptions options;
  if (names_judge(settings)) options.judge = settings.judged_by();
  options.max_distance = settings.max_distance;
  if (settings.store.keep_history) options.keep_history = true;
  options.limits = settings.limits;
  options.must_exist = must_exist;
  if (!settings.quiet) options.warn = print_message;
  try {
    return SeenStore::open(folder, std::move(options));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::busy) throw;
    throw Error{ErrorCode::busy,
                std::string(error.what()) +
                    "; ask the service that has it, or stop that first (dump, stats and backup "
                    "work beside it)"};
  }
}

SeenFigures make_index_now(const std::string& folder, const Settings& settings) {
  SeenStore store = open_store(folder, settings, true);
  store.seal();
  return store.figures();
}

RowStore open_rows_to_read(const std::string& folder, const Settings& settings) {
  require_store(folder);
  return RowStore::open(folder + "/rows",
                        {.read_only = true, .memory_bytes = settings.limits.memory_bytes / 8});
}

void tell_store(const std::string& sentence, const OrderedJson& object, const Settings& settings) {
  if (!settings.json) {
    if (!settings.quiet) print_message(sentence);
    return;
  }
  Output output;
  output.write(json_line(object));
  output.finish();
}

std::string pages_text(std::uint64_t count) {
  return human_count(count) + (count == 1 ? " page" : " pages");
}

}  // namespace facsim
