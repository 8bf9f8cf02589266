// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/policy.h"

#include <algorithm>
#include <array>

#include "facsim/base/error.h"
#include "facsim/base/nearest.h"
#include "facsim/model/choice_names.h"
#include "facsim/model/named_values.h"
#include "facsim/model/page.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;

constexpr std::array kKeepNames = {"first"sv,        "last"sv,   "longest"sv,
                                   "shortest-url"sv, "newest"sv, "oldest"sv,
                                   "canonical"sv,    "field"sv,  "input"sv};
constexpr std::array kScopeNames = {"all"sv, "host"sv, "file"sv};
constexpr std::array kClusteringNames = {"leader"sv, "single"sv};

constexpr std::string_view kFieldPrefix = "field:";

[[noreturn]] void throw_bad_key(const std::string& word) {
  std::vector<std::string_view> known(kKeepNames.begin(), kKeepNames.end());
  std::erase(known, name_of(Keep::field));
  known.emplace_back("field:NAME");
  std::string list;
  for (const std::string_view name : known) list.append(list.empty() ? "" : ", ").append(name);
  throw Error(ErrorCode::invalid_argument,
              "'" + word + "' is not one of: " + list + suggestion(word, known));
}

// Returns the text up to the next comma that ends a key, without the backslashes that escape
// others.
std::string next_word(std::string_view& text) {
  std::string word;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != ','; ++at) {
    const bool is_protected =
        text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == ',' || text[at + 1] == '\\');
    word += text[is_protected ? ++at : at];
  }
  text.remove_prefix(at);
  return word;
}

KeepKey key_of(const std::string& word) {
  if (word.starts_with(kFieldPrefix)) {
    if (word.size() > kFieldPrefix.size()) return {Keep::field, word.substr(kFieldPrefix.size())};
    throw Error(ErrorCode::invalid_argument, "the name of the field is missing; write field:NAME");
  }
  const std::optional<Keep> keep = keep_named(word);
  if (!keep || *keep == Keep::field) throw_bad_key(word);
  return *keep;
}

}  // namespace

std::string_view name_of(Keep keep) noexcept { return kKeepNames[static_cast<std::size_t>(keep)]; }
std::string_view name_of(Scope scope) noexcept {
  return kScopeNames[static_cast<std::size_t>(scope)];
}
std::string_view name_of(Clustering clustering) noexcept {
  return kClusteringNames[static_cast<std::size_t>(clustering)];
}

std::span<const std::string_view> keep_names() noexcept { return kKeepNames; }
std::span<const std::string_view> scope_names() noexcept { return kScopeNames; }
std::span<const std::string_view> clustering_names() noexcept { return kClusteringNames; }

std::optional<Keep> keep_named(std::string_view name) noexcept {
  return value_named<Keep>(kKeepNames, name);
}
std::optional<Scope> scope_named(std::string_view name) noexcept {
  return value_named<Scope>(kScopeNames, name);
}
std::optional<Clustering> clustering_named(std::string_view name) noexcept {
  return value_named<Clustering>(kClusteringNames, name);
}

std::vector<KeepKey> keep_keys_of(std::string_view text) {
  std::vector<KeepKey> keys;
  for (;;) {
    keys.push_back(key_of(next_word(text)));
    if (text.empty()) break;
    text.remove_prefix(1);  // the comma; a key must follow
  }
  check_keep(keys);
  return keys;
}

std::string text_of(std::span<const KeepKey> keys) {
  std::string text;
  for (const KeepKey& key : keys) {
    if (!text.empty()) text += ',';
    text += name_of(key.by);
    if (key.by != Keep::field) continue;
    text += ':';
    for (const char c : key.field) {
      if (c == ',' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

std::vector<std::string> fields_of(std::span<const KeepKey> keys) {
  std::vector<std::string> fields;
  for (const KeepKey& key : keys) {
    if (key.by != Keep::field || std::ranges::find(fields, key.field) != fields.end()) continue;
    fields.push_back(key.field);
  }
  return fields;
}

void check_keep(std::span<const KeepKey> keys) {
  if (keys.empty()) {
    throw Error(ErrorCode::invalid_argument, "policy.keep has no key; give one, such as first");
  }
  for (const KeepKey& key : keys) {
    require_named("policy.keep", key.by, keep_names());
    if (key.by == Keep::field && key.field.empty()) {
      throw Error(ErrorCode::invalid_argument, "policy.keep: a field has no name");
    }
  }
  if (fields_of(keys).size() <= kKeepFieldsMax) return;
  throw Error(ErrorCode::invalid_argument, "keep: more than " + std::to_string(kKeepFieldsMax) +
                                               " fields; name at most so many");
}

}  // namespace facsim
