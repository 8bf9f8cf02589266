// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/collections.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/sync_folder.h"
#include "facsim/model/read_options.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOthersFolder = "/collections";
constexpr std::string_view kMaking = ".making-";
constexpr std::string_view kRemoved = ".removed-";
// Limits the wait for requests that use a collection which is being removed.
constexpr std::chrono::seconds kUsersWait{30};
constexpr std::chrono::milliseconds kUsersLook{2};

[[noreturn]] void throw_not_there(std::string_view name) {
  throw Error{ErrorCode::not_found, "there is no collection '" + std::string(name) +
                                        "'; make it by PUT /v1/collections/" + std::string(name)};
}

void rename_folder(const std::string& from, const std::string& to, const std::string& parent) {
  std::error_code failure;
  fs::rename(from, to, failure);
  if (failure) throw Error{ErrorCode::io, "cannot be renamed: " + failure.message(), from};
  sync_folder_of(parent);
}

void remove_folder(const std::string& folder) {
  std::error_code failure;
  fs::remove_all(folder, failure);
  if (failure) throw Error{ErrorCode::io, "cannot be removed: " + failure.message(), folder};
}

// Requires that the collection has the requested settings; unset settings match any value.
void require_same(const CollectionWish& wish, const Collection& there) {
  const SeenSettings& own = there.settings;
  const auto require = [&](bool is_same, const std::string& what) {
    if (is_same) return;
    throw Error{ErrorCode::already_exists,
                "collection '" + there.name + "' is there with " + what +
                    "; a collection keeps what it was made with: make one of another name"};
  };
  require(wish.profile.value_or(own.profile) == own.profile, "profile '" + own.profile + "'");
  require(wish.recipe.value_or(own.recipe) == own.recipe, "recipe '" + own.recipe + "'");
  require(wish.max_distance.value_or(own.max_distance) == own.max_distance,
          "max_distance " + std::to_string(own.max_distance));
  require(wish.names.value_or(own.names) == own.names, own.names ? "names" : "no names");
  require(wish.keep_history.value_or(own.keep_history) == own.keep_history,
          own.keep_history ? "keep_history" : "no keep_history");
}

// Fills in the defaults for unset settings.
CollectionWish with_usual(CollectionWish wish, const CollectionWish& usual) {
  if (!wish.profile) wish.profile = usual.profile;
  if (!wish.max_distance) wish.max_distance = usual.max_distance;
  if (!wish.names) wish.names = usual.names;
  if (!wish.keep_history) wish.keep_history = usual.keep_history;
  return wish;
}

bool has_pages(const SeenStore& store) {
  const SeenFigures figures = store.figures();
  return figures.front_pages > 0 || figures.sealed > 0;
}

}  // namespace

Collections::Collections(std::string folder, Options options)
    : folder_(std::move(folder)), options_(std::move(options)) {
  CollectionWish first = options_.usual;
  if (!options_.recipe.empty()) first.recipe = options_.recipe;
  const std::string name(kDefaultCollection);
  collections_[name] = open(name, folder_, first);
  open_others();
}

void Collections::open_others() {
  const std::vector<std::string> names = collections_in(folder_);
  const std::string parent = folder_ + kOthersFolder;
  if (names.size() >= kCollectionsMax) {
    throw Error{ErrorCode::unsupported,
                "more than " + std::to_string(kCollectionsMax) + " collections", parent};
  }
  std::error_code ignored;  // no such folder: there are no leftovers
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kMaking) || name.starts_with(kRemoved)) {
      remove_folder(entry.path().string());
    }
  }
  for (const std::string& name : names) {
    // It keeps its original settings, and if its rows are gone, no new store hides that.
    collections_[name] = open(name, folder_of(name), {}, Opening::must_exist);
  }
}

std::string Collections::folder_of(std::string_view name) const {
  return folder_ + kOthersFolder + "/" + std::string(name);
}

std::shared_ptr<Collection> Collections::open(const std::string& name, const std::string& folder,
                                              const CollectionWish& wish, Opening opening) const {
  SeenStoreOptions options = options_.store;
  options.must_exist = opening == Opening::must_exist;
  options.jieba_tables = options_.jieba;
  if (wish.profile || wish.recipe) {
    options.judge =
        ready_profile(wish.profile.value_or("balanced"), wish.recipe.value_or(""), options_.jieba);
  }
  if (wish.max_distance) options.max_distance = wish.max_distance;
  if (wish.names) options.names = wish.names;
  if (wish.keep_history) options.keep_history = wish.keep_history;
  if (wish.policy) options.policy = wish.policy;
  const auto trouble = std::make_shared<Trouble>();
  options.warn = [trouble, warn = options.warn](const Sentence& sentence) {
    trouble->set(sentence.plain());
    if (warn) warn(sentence);
  };
  SeenStore store = SeenStore::open(folder, std::move(options));
  trouble->set("");  // forgets what was reported while opening
  SeenSettings settings = store.settings();
  ReadOptions reading;
  ask_for_fields(store.recipe(), reading);
  return std::make_shared<Collection>(
      Collection{name, std::move(store), std::move(settings), reading.extra_fields, trouble});
}

std::shared_ptr<Collection> Collections::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = collections_.find(name);
  if (found == collections_.end()) throw_not_there(name);
  return found->second;
}

bool Collections::has(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return collections_.contains(name);
}

std::vector<std::shared_ptr<Collection>> Collections::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Collection>> all;
  for (const auto& [name, collection] : collections_) all.push_back(collection);
  return all;
}

// Returns the collection if it exists; otherwise reserves its name until it is created.
std::shared_ptr<Collection> Collections::reserve(const std::string& name,
                                                 const CollectionWish& wish) {
  const std::lock_guard lock(mutex_);
  if (changing_.contains(name)) {
    throw Error{ErrorCode::busy, "the collection is being made or removed; try again"};
  }
  if (const auto found = collections_.find(name); found != collections_.end()) {
    require_same(wish, *found->second);
    return found->second;
  }
  if (collections_.size() + changing_.size() >= kCollectionsMax) {
    throw Error{ErrorCode::already_exists,
                "there are " + std::to_string(kCollectionsMax) +
                    " collections, and there may not be more; remove one"};
  }
  changing_.insert(name);
  return nullptr;
}

Collections::Made Collections::make(const std::string& name, const CollectionWish& wish) {
  if (!is_collection_name(name)) {
    throw Error{ErrorCode::invalid_argument,
                "a collection's name has 1 to 64 characters of a-z 0-9 _ -"};
  }
  if (wish.recipe && wish.recipe->ends_with(".toml")) {
    throw Error{ErrorCode::invalid_argument,
                "the recipe of a collection is one of '" + Named::recipe_list + "', not a file"};
  }
  if (const auto there = reserve(name, wish)) {
    const bool is_other = wish.policy && *wish.policy != there->store.settings().policy;
    if (is_other) there->store.set_policy(*wish.policy);
    return {there, false};
  }
  const auto settle = [&](std::shared_ptr<Collection> made) {
    const std::lock_guard lock(mutex_);
    changing_.erase(name);
    if (made) collections_[name] = made;
    return made;
  };
  const std::string parent = folder_ + kOthersFolder;
  const std::string hidden = folder_of(std::string(kMaking) + name);
  bool is_mine = false;
  try {
    std::error_code failed;
    if (fs::exists(folder_of(name), failed)) {
      throw Error{ErrorCode::already_exists,
                  "a folder of that name is there, which the next start of the service opens",
                  folder_of(name)};
    }
    is_mine = true;
    fs::create_directories(parent, failed);
    if (failed) throw Error{ErrorCode::io, "cannot be made: " + failed.message(), parent};
    sync_folder_of(folder_);  // each time, because the previous attempt may have failed
    remove_folder(hidden);
    (void)open(name, hidden, with_usual(wish, options_.usual));
    rename_folder(hidden, folder_of(name), parent);
    return {settle(open(name, folder_of(name), {})), true};
  } catch (...) {
    // Otherwise the name would remain taken, but the collection could not be opened before the next
    // start.
    std::error_code ignored;
    if (is_mine) fs::rename(folder_of(name), hidden, ignored);
    fs::remove_all(hidden, ignored);
    settle(nullptr);
    throw;
  }
}

void Collections::remove(const std::string& name, bool is_forced) {
  if (name == kDefaultCollection) {
    throw Error{ErrorCode::invalid_argument,
                "the collection 'default' is the store itself and cannot be removed"};
  }
  std::shared_ptr<Collection> leaving = find(name);
  // Not under the lock, which all requests need: the store may be in the middle of a long change.
  if (!is_forced && has_pages(leaving->store)) {
    throw Error{ErrorCode::already_exists,
                "collection '" + name + "' has pages; remove it with ?force=true"};
  }
  {
    const std::lock_guard lock(mutex_);
    const auto found = collections_.find(name);
    if (found == collections_.end() || found->second != leaving) throw_not_there(name);
    collections_.erase(found);
    changing_.insert(name);
  }
  const auto settle = [&](bool is_back) {
    const std::lock_guard lock(mutex_);
    changing_.erase(name);
    if (is_back) collections_[name] = std::move(leaving);
  };
  const auto until = std::chrono::steady_clock::now() + kUsersWait;
  while (leaving.use_count() > 1) {
    if (std::chrono::steady_clock::now() > until) {
      settle(true);
      throw Error{ErrorCode::busy, "requests are still at the collection; try again"};
    }
    std::this_thread::sleep_for(kUsersLook);
  }
  leaving.reset();  // closes it
  try {
    const std::string hidden = folder_of(std::string(kRemoved) + name);
    remove_folder(hidden);
    rename_folder(folder_of(name), hidden, folder_ + kOthersFolder);
    remove_folder(hidden);
  } catch (...) {
    settle(false);
    throw;
  }
  settle(false);
}

}  // namespace facsim
