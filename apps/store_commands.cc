// SPDX-License-Identifier: Apache-2.0
#include "apps/store_commands.h"

#include <algorithm>
#include <filesystem>

#include "apps/commands.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "facsim/base/error.h"
#include "facsim/files/name_text.h"
#include "facsim/seen/store_folder.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

// True if an index exists. An index is only created after the rows.
bool has_index(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(index_folder(folder), ignored);
}

}  // namespace

bool is_store(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_directory(rows_folder(folder), ignored);
}

void require_store_words(const Settings& settings, StoreWords count) {
  const std::size_t given = settings.inputs.size() - 1;
  const bool is_good = count == StoreWords::one           ? given == 1
                       : count == StoreWords::two         ? given == 2
                       : count == StoreWords::one_or_more ? given >= 1
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

std::vector<StoreCollection> collections_meant(const std::string& store, const Settings& settings) {
  const std::string wanted = collection_folder(store, settings);
  std::vector<StoreCollection> found;
  // The service and `store load` create a collection with its rows; if they are missing, they were
  // removed.
  const auto add = [&](const std::string& name, bool is_known) {
    const std::string folder = collection_folder(store, name);
    const bool has_rows = is_store(folder);
    if (has_rows || is_known) found.push_back({name, folder, has_rows});
  };
  const std::string of_default(kDefaultCollection);
  const bool is_default_known = has_index(collection_folder(store, of_default));
  const std::vector<std::string> named = collections_in(store);
  if (settings.is_given("--collection")) {
    const std::string& name = settings.store.collection;
    add(name, name == of_default ? is_default_known : std::ranges::binary_search(named, name));
  } else {
    add(of_default, is_default_known);
    for (const std::string& name : named) add(name, true);
  }
  if (!found.empty()) return found;
  if (!settings.is_given("--collection")) require_store(wanted);
  throw Error{ErrorCode::not_found, "there is no collection '" + settings.store.collection + "'",
              store};
}

void require_rows(const StoreCollection& collection) {
  if (!collection.has_rows) throw Error{ErrorCode::damaged, kLostRows, collection.folder};
}

bool begins_store(const std::string& folder) {
  if (is_store(folder)) return false;
  if (has_index(folder)) throw Error{ErrorCode::damaged, kLostRows, folder};
  require_store_folder(folder);
  return true;
}

void require_store(const std::string& folder) {
  if (is_store(folder)) return;
  if (has_index(folder)) throw Error{ErrorCode::damaged, kLostRows, folder};
  const std::filesystem::path path(folder);
  const std::string store = path.parent_path().parent_path().string();
  const std::string name = path.filename().string();
  if (is_store(store) && folder == collection_folder(store, name)) {
    throw Error{ErrorCode::not_found,
                "there is no collection '" + name + "'; begin it with 'facsim store load " + store +
                    " --collection " + name + " INPUT...'",
                store};
  }
  throw Error{ErrorCode::not_found,
              "there is no store; begin one with 'facsim store load " + folder + " INPUT...'",
              folder};
}

bool names_judge(const Settings& settings) {
  return settings.is_given("--profile") || settings.recipe.has_value();
}

SeenStore open_store(const std::string& folder, const Settings& settings, Opening opening) {
  if (opening != Opening::begins) require_store(folder);
  SeenStoreOptions options;
  if (names_judge(settings)) options.judge = settings.judged_by();
  options.max_distance = settings.max_distance;
  options.names = settings.names;
  if (settings.store.keep_history) options.keep_history = true;
  options.limits = settings.limits;
  options.must_exist = opening != Opening::begins;
  options.read_when_full = opening == Opening::asks;
  options.new_index = opening == Opening::renews;
  if (!settings.quiet)
    options.warn = [](const Sentence& said) { print_message(said.in(program_words)); };
  try {
    return SeenStore::open(folder, std::move(options));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::busy) throw;
    throw Error{ErrorCode::busy,
                error.sentence() +
                    "; ask the service that has it, or stop that first (dump, stats and backup "
                    "work beside it)"};
  }
}

SeenFigures make_index_now(const std::string& folder, const Settings& settings) {
  SeenStore store = open_store(folder, settings, Opening::renews);
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

OrderedJson of_collections(const std::string& store, OrderedJson each) {
  if (each.size() == 1) return std::move(each.front());
  return {{"store", text_of_name(store)}, {"collections", std::move(each)}};
}

}  // namespace facsim
