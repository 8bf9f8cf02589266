// SPDX-License-Identifier: Apache-2.0
#include "apps/serve_store.h"

#include <vector>

#include "apps/program_words.h"
#include "apps/store_commands.h"
#include "facsim/base/error.h"
#include "facsim/seen.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/store_settings.h"
#include "facsim/store/row_store.h"
#include "facsim/store/writer_lock.h"

namespace facsim {
namespace {

constexpr std::uint64_t kLookMemory = std::uint64_t{32} << 20;

// The options as Collections uses them: the settings apply to the default collection only.
SeenStoreOptions store_options_of(bool is_default, const Settings& settings) {
  SeenStoreOptions options;
  options.jieba_tables = settings.jieba;
  if (!is_default) return options;
  if (settings.is_given("--profile") || settings.recipe) options.judge = settings.judged_by();
  options.max_distance = settings.max_distance;
  options.names = settings.names;
  if (settings.serve.keep_history) options.keep_history = true;
  return options;
}

// The holder of the store's lock; empty if it is free.
std::string holder_of(const std::string& folder) {
  try {
    const WriterLock lock(rows_folder(folder),
                          {.command = "facsim serve --check-config", .noun = "store"});
    return {};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::busy) throw;
    return error.without_remedy().in(program_words);
  }
}

}  // namespace

std::string store_state(const std::string& folder, const Settings& settings) {
  const bool is_new = begins_store(folder);
  std::vector<std::string> names = collections_in(folder);
  if (!is_new) names.insert(names.begin(), std::string(kDefaultCollection));
  std::uint64_t count = 0;
  for (const std::string& name : names) {
    const std::string own = collection_folder(folder, name);
    if (!is_store(own)) throw Error{ErrorCode::damaged, kLostRows, own};
    const std::string holder = holder_of(own);
    if (!holder.empty()) return "a program has the store now: " + holder;
    RowStore rows =
        RowStore::open(rows_folder(own), {.read_only = true, .memory_bytes = kLookMemory});
    (void)settle_settings(rows, own, store_options_of(name == kDefaultCollection, settings));
    ++count;
  }
  if (is_new) return folder + ": there is no store; a new one would be begun there";
  return folder + ": a store that can be opened, of " + std::to_string(count) +
         (count == 1 ? " collection" : " collections");
}

}  // namespace facsim
