// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_settings.h"

#include <array>
#include <charconv>
#include <random>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/known/page_manifest.h"
#include "facsim/seen/store_keys.h"

namespace facsim {
namespace {

constexpr std::array kAllKinds{Kind::exact, Kind::content, Kind::layout, Kind::partial};

std::string new_store_name() {
  std::random_device draw;
  return hex(RecipeId{std::uint64_t{draw()} << 32 | draw()});
}

std::string text_of(Kinds kinds) {
  std::string text;
  for (const Kind kind : kAllKinds) {
    if (kinds.has(kind)) text.append(text.empty() ? "" : ",").append(name_of(kind));
  }
  return text;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    words.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

[[noreturn]] void throw_damaged_setting(std::string_view key, const std::string& folder) {
  throw Error{ErrorCode::damaged,
              "the store's '" + std::string(key) + "' cannot be read; restore a backup", folder};
}

int setting_number(std::string_view text, std::string_view key, const std::string& folder) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) throw_damaged_setting(key, folder);
  return number;
}

Kinds kinds_in(const std::string& text, const std::string& folder) {
  Kinds kinds;
  for (const std::string& word : words_of(text)) {
    const std::optional<Kind> kind = kind_named(word);
    if (!kind) throw_damaged_setting(kStoreKindsKey, folder);
    kinds.add(*kind);
  }
  return kinds;
}

SeenPolicy policy_in(const std::string& text, const std::string& folder) {
  const std::vector<std::string> words = words_of(text);
  const auto exact = seen_action_named(words.front());
  const auto content = words.size() == 3 ? seen_action_named(words[1]) : std::nullopt;
  if (!exact || !content) throw_damaged_setting(kStorePolicyKey, folder);
  return {*exact, *content,
          static_cast<std::uint32_t>(setting_number(words[2], kStorePolicyKey, folder))};
}

ReadyProfile require_own_profile(const RowStore& rows, const std::string& recipe_hex,
                                 const std::string& folder, const std::string& jieba_tables) {
  if (std::optional<ReadyProfile> judge = own_profile(rows, jieba_tables)) {
    return std::move(*judge);
  }
  throw Error{ErrorCode::invalid_argument,
              "the store's pages were judged by recipe '" +
                  rows.value(kStoreRecipeNameKey).value_or("") + "' (" + recipe_hex +
                  "), which is none that the program has by name; open it with its own, or make a "
                  "store by another one: " +
                  Named::store_rebuild_new,
              folder};
}

void require_same(bool is_same, const Sentence& what, const std::string& folder) {
  if (!is_same) throw Error{ErrorCode::invalid_argument, what, folder};
}

KeptSettings known_settings(const RowStore& rows, const std::string& folder,
                            const SeenStoreOptions& options) {
  const std::string recipe_hex = rows.value(kStoreRecipeKey).value_or("");
  KeptSettings settings{
      .store = rows.value(kStoreNameKey).value_or(""),
      .judge = options.judge ? *options.judge
                             : require_own_profile(rows, recipe_hex, folder, options.jieba_tables),
      .max_distance =
          setting_number(rows.value(kStoreDistanceKey).value_or(""), kStoreDistanceKey, folder),
      .seen_kinds = kinds_in(rows.value(kStoreKindsKey).value_or(""), folder),
      .keep_history = rows.value(kStoreHistoryKey).value_or("") == "yes",
      .policy = policy_of(rows, folder)};
  const std::string names_text = rows.value(kStoreNamesKey).value_or("");
  if (names_text != "on" && names_text != "off") throw_damaged_setting(kStoreNamesKey, folder);
  const bool names = names_text == "on";
  settings.judge.profile.thresholds.names = names;
  const Recipe& recipe = settings.judge.profile.recipe;
  require_same(hex(recipe.id()) == recipe_hex,
               "the store's pages were judged by recipe '" +
                   rows.value(kStoreRecipeNameKey).value_or("") + "' (" + recipe_hex +
                   "), not by '" + recipe.name + "' (" + hex(recipe.id()) +
                   "); open it with its own",
               folder);
  const std::string profile = rows.value(kStoreProfileKey).value_or("");
  require_same(
      settings.judge.profile.name == profile,
      "the store judges by profile '" + profile + "', not by '" + settings.judge.profile.name +
          "'; open it with its own, or write another store with '" + Named::store_rebuild + "'",
      folder);
  require_same(!options.max_distance || *options.max_distance == settings.max_distance,
               "the store looks " + std::to_string(settings.max_distance) + " bits far, not " +
                   std::to_string(options.max_distance.value_or(0)),
               folder);
  require_same(
      !options.seen_kinds || text_of(*options.seen_kinds) == text_of(settings.seen_kinds),
      "the store's pages of kind " + text_of(settings.seen_kinds) + " are seen, not others",
      folder);
  require_same(!options.names || *options.names == names,
               std::string("the store was begun with names ") + (names ? "on" : "off") +
                   "; open it so, or begin another store",
               folder);
  require_same(!options.keep_history || *options.keep_history == settings.keep_history,
               settings.keep_history
                   ? "the store was begun with a history of its pages; open it with one"
                   : "the store was begun without a history of its pages; open it without one, or "
                     "begin another store",
               folder);
  return settings;
}

KeptSettings new_settings(const SeenStoreOptions& options) {
  KeptSettings settings{
      .store = new_store_name(),
      .judge = options.judge ? *options.judge : ready_profile(),
      .seen_kinds = options.seen_kinds.value_or(Kinds{Kind::exact, Kind::content}),
      .keep_history = options.keep_history.value_or(false)};
  if (options.names) settings.judge.profile.thresholds.names = *options.names;
  settings.max_distance = options.max_distance.value_or(usual_distance(settings.judge.profile));
  return settings;
}

void keep(RowStore& rows, const KeptSettings& settings) {
  const Profile& profile = settings.judge.profile;
  const std::pair<std::string_view, std::string> values[] = {
      {kStoreNameKey, settings.store},
      {kStoreProfileKey, profile.name},
      {kStoreRecipeKey, hex(profile.recipe.id())},
      {kStoreRecipeNameKey, profile.recipe.name},
      {kStoreDistanceKey, std::to_string(settings.max_distance)},
      {kStoreKindsKey, text_of(settings.seen_kinds)},
      {kStoreNamesKey, profile.thresholds.names ? "on" : "off"},
      {kStoreHistoryKey, settings.keep_history ? "yes" : "no"},
      {kStorePolicyKey, policy_text(settings.policy)},
  };
  RowChange change;
  for (const auto& [key, value] : values) {
    if (rows.value(key) != value) change.keys.push_back({std::string(key), value});
  }
  if (!change.keys.empty()) rows.wait(rows.submit(std::move(change)));
}

}  // namespace

std::string policy_text(const SeenPolicy& policy) {
  return std::string(name_of(policy.exact)) + ',' + std::string(name_of(policy.content)) + ',' +
         std::to_string(policy.follow_first);
}

SeenSettings KeptSettings::shown() const {
  const Profile& profile = judge.profile;
  return {.profile = profile.name,
          .recipe = profile.recipe.name,
          .recipe_id = hex(profile.recipe.id()),
          .max_distance = max_distance,
          .seen_kinds = seen_kinds,
          .names = profile.thresholds.names,
          .keep_history = keep_history,
          .policy = policy};
}

std::optional<ReadyProfile> own_profile(const RowStore& rows, const std::string& jieba_tables) {
  const std::string profile = rows.value(kStoreProfileKey).value_or("balanced");
  const std::string recipe_hex = rows.value(kStoreRecipeKey).value_or("");
  for (const std::string& name : {std::string(), rows.value(kStoreRecipeNameKey).value_or("")}) {
    try {
      ReadyProfile judge = ready_profile(profile, name, jieba_tables);
      if (hex(judge.profile.recipe.id()) == recipe_hex) return judge;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument) throw;
    }
  }
  return std::nullopt;
}

SeenPolicy policy_of(const RowStore& rows, const std::string& folder) {
  return policy_in(rows.value(kStorePolicyKey).value_or(""), folder);
}

KeptSettings settle_settings(RowStore& rows, const std::string& folder,
                             const SeenStoreOptions& options) {
  const bool is_new = !rows.value(kStoreNameKey);
  KeptSettings settings = is_new ? new_settings(options) : known_settings(rows, folder, options);
  if (options.policy) settings.policy = *options.policy;
  keep(rows, settings);
  return settings;
}

}  // namespace facsim
