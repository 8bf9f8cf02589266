// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/collections.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"
#include "facsim/model/read_options.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

// That the store was opened by, which names no files.
Recipe own_recipe(const SeenSettings& settings) {
  Recipe recipe = ready_profile(settings.profile).profile.recipe;
  return hex(recipe.id()) == settings.recipe_id ? recipe : find_recipe(settings.recipe);
}

namespace fs = std::filesystem;

constexpr const char* kOthersFolder = "/collections";
constexpr std::string_view kMaking = ".making-";
constexpr std::string_view kRemoved = ".removed-";
// For requests that are at a collection that goes.
constexpr std::chrono::seconds kUsersWait{30};
constexpr std::chrono::milliseconds kUsersLook{2};

[[noreturn]] void throw_not_there(std::string_view name) {
  throw Error{ErrorCode::not_found, "there is no collection '" + std::string(name) +
                                        "'; make it by PUT /v1/collections/" + std::string(name)};
}

void sync_folder_of(const std::string& folder) {
  const FileHandle handle = open_own_folder(folder);
  if (handle.get() < 0 || ::fsync(handle.get()) != 0) {
    throw Error{ErrorCode::io, "the folder cannot be synced", folder};
  }
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

// What is wished for is what there is; what is not set is nobody's wish.
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
  require(wish.keep_history.value_or(own.keep_history) == own.keep_history,
          own.keep_history ? "keep_history" : "no keep_history");
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
  const std::string parent = folder_ + kOthersFolder;
  std::error_code failure;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, failure)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kMaking) || name.starts_with(kRemoved)) {
      remove_folder(entry.path().string());
    } else if (is_collection_name(name)) {
      names.push_back(name);
    }
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    throw Error{ErrorCode::io, "cannot be read: " + failure.message(), parent};
  }
  if (names.size() >= kCollectionsMax) {
    throw Error{ErrorCode::unsupported,
                "more than " + std::to_string(kCollectionsMax) + " collections", parent};
  }
  std::ranges::sort(names);
  for (const std::string& name : names) {
    collections_[name] = open(name, folder_of(name), options_.usual);
  }
}

std::string Collections::folder_of(std::string_view name) const {
  return folder_ + kOthersFolder + "/" + std::string(name);
}

std::shared_ptr<Collection> Collections::open(const std::string& name, const std::string& folder,
                                              const CollectionWish& wish) const {
  SeenStoreOptions options = options_.store;
  if (wish.profile || wish.recipe) {
    options.judge =
        ready_profile(wish.profile.value_or("balanced"), wish.recipe.value_or(""), options_.jieba);
  }
  if (wish.max_distance) options.max_distance = wish.max_distance;
  if (wish.keep_history) options.keep_history = wish.keep_history;
  if (wish.policy) options.policy = wish.policy;
  const std::optional<ReadyProfile> judge = options.judge;
  const auto trouble = std::make_shared<Trouble>();
  options.warn = [trouble, warn = options.warn](const std::string& sentence) {
    trouble->set(sentence);
    if (warn) warn(sentence);
  };
  SeenStore store = SeenStore::open(folder, std::move(options));
  trouble->set("");  // what opening said is over
  SeenSettings settings = store.settings();
  Recipe recipe = judge ? judge->profile.recipe : own_recipe(settings);
  ReadOptions reading;
  ask_for_fields(recipe, reading);
  const RecipeId recipe_id = recipe.id();
  return std::make_shared<Collection>(Collection{name, std::move(store), std::move(settings),
                                                 std::move(recipe), recipe_id, reading.extra_fields,
                                                 trouble});
}

std::shared_ptr<Collection> Collections::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = collections_.find(name);
  if (found == collections_.end()) throw_not_there(name);
  return found->second;
}

std::vector<std::shared_ptr<Collection>> Collections::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Collection>> all;
  for (const auto& [name, collection] : collections_) all.push_back(collection);
  return all;
}

// The collection, where it is there; else its name is taken until it is made.
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
                "the recipe of a collection is one of 'facsim recipe list', not a file"};
  }
  if (const auto there = reserve(name, wish)) {
    if (wish.policy) there->store.set_policy(*wish.policy);
    return {there, false};
  }
  const auto settle = [&](std::shared_ptr<Collection> made) {
    const std::lock_guard lock(mutex_);
    changing_.erase(name);
    if (made) collections_[name] = made;
    return made;
  };
  try {
    const std::string parent = folder_ + kOthersFolder;
    const std::string hidden = folder_of(std::string(kMaking) + name);
    fs::create_directories(parent);
    sync_folder_of(folder_);  // each time: the one before may have failed
    remove_folder(hidden);
    (void)open(name, hidden, wish);
    rename_folder(hidden, folder_of(name), parent);
    return {settle(open(name, folder_of(name), wish)), true};
  } catch (...) {
    settle(nullptr);
    throw;
  }
}

void Collections::remove(const std::string& name, bool is_forced) {
  if (name == kDefaultCollection) {
    throw Error{ErrorCode::invalid_argument,
                "the collection 'default' is the store itself and cannot be removed"};
  }
  std::shared_ptr<Collection> leaving;
  {
    const std::lock_guard lock(mutex_);
    const auto found = collections_.find(name);
    if (found == collections_.end()) throw_not_there(name);
    if (!is_forced && has_pages(found->second->store)) {
      throw Error{ErrorCode::already_exists,
                  "collection '" + name + "' has pages; remove it with ?force=true"};
    }
    leaving = std::move(found->second);
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
