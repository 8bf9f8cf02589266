// SPDX-License-Identifier: Apache-2.0
// facsim store backup and restore: copy a store into another folder, whole or not at all.
#include <filesystem>
#include <vector>

#include "apps/interrupt.h"
#include "apps/read_inputs.h"
#include "apps/store_commands.h"
#include "apps/summary_output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/files/name_text.h"
#include "facsim/result/result_folder.h"
#include "facsim/seen/store_copy.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

void require_free_folder(const std::string& folder) {
  require_folder_name(folder);
  std::error_code ignored;
  const bool is_free =
      !fs::exists(fs::symlink_status(folder, ignored)) || fs::is_empty(folder, ignored);
  if (is_free) return;
  throw Error{ErrorCode::already_exists, "is there already; name a new folder", folder};
}

struct Copied {
  std::uint64_t collections = 0;
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
};

// `behind` is called with each folder after its rows are written.
Copied copy_all(const std::string& from, const std::string& to, bool may_link,
                const Settings& settings,
                const std::function<void(const std::string& folder)>& behind = {}) {
  const std::vector<StoreCollection> collections = collections_meant(from, settings);
  for (const StoreCollection& collection : collections) require_rows(collection);
  require_free_folder(to);
  ResultFolder result(to, false);
  WatchedRun watched(settings);
  Copied copied;
  for (const StoreCollection& collection : collections) {
    const std::string folder = collection_folder(result.path(), collection.name);
    fs::create_directories(folder);
    const StoreCopy copy =
        copy_store(collection.folder, folder,
                   {.may_link = may_link,
                    .memory_bytes = settings.limits.memory_bytes / 8,
                    .check = [&](std::uint64_t rows) {
                      throw_if_interrupted();
                      if (rows > 0) {
                        watched.hooks().progress({.stage = "copy", .pages = copied.pages + rows});
                      }
                    }});
    ++copied.collections;
    copied.pages += copy.pages;
    copied.bytes += copy.bytes;
    if (behind) behind(folder);
  }
  result.commit({});
  watched.finish();
  return copied;
}

void tell_copied(const std::string& verb, const std::string& from, const std::string& to,
                 const Copied& copied, const Settings& settings) {
  const std::string collections =
      copied.collections == 1 ? "" : " of " + std::to_string(copied.collections) + " collections";
  tell_store(to + ": " + pages_text(copied.pages) + collections + ", " + human_bytes(copied.bytes) +
                 ", every byte read",
             {{"verb", verb},
              {"from", text_of_name(from)},
              {"to", text_of_name(to)},
              {"collections", copied.collections},
              {"pages", copied.pages},
              {"bytes", copied.bytes}},
             settings);
}

}  // namespace

void run_store_backup(const Settings& settings) {
  require_store_words(settings, StoreWords::two);
  const std::string& from = settings.inputs[1];
  const std::string& to = settings.inputs[2];
  tell_copied("backup", from, to, copy_all(from, to, true, settings), settings);
}

// The restored store must not share files with the backup, which would otherwise change with it.
void run_store_restore(const Settings& settings) {
  require_store_words(settings, StoreWords::two);
  require_tmp(settings);
  const std::string& from = settings.inputs[1];
  const std::string& to = settings.inputs[2];
  const Copied copied = copy_all(from, to, false, settings, [&](const std::string& folder) {
    make_index_now(folder, settings);
  });
  tell_copied("restore", from, to, copied, settings);
}

}  // namespace facsim
