// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/option_names.h"

#include <array>

namespace facsim {
namespace {

using namespace std::string_view_literals;

constexpr std::array kKeepNames = {"first"sv,  "last"sv,   "longest"sv,   "shortest-url"sv,
                                   "newest"sv, "oldest"sv, "canonical"sv, "field"sv};
constexpr std::array kScopeNames = {"all"sv, "host"sv, "file"sv};
constexpr std::array kClusteringNames = {"leader"sv, "single"sv};
constexpr std::array kModeNames = {"remove"sv, "annotate"sv, "report"sv};
constexpr std::array kMatchesNames = {"all"sv, "leaders"sv, "none"sv};

template <class Value, std::size_t n>
std::optional<Value> value_named(const std::array<std::string_view, n>& names,
                                 std::string_view name) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Value>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Keep keep) noexcept { return kKeepNames[static_cast<std::size_t>(keep)]; }
std::string_view name_of(Scope scope) noexcept {
  return kScopeNames[static_cast<std::size_t>(scope)];
}
std::string_view name_of(Mode mode) noexcept { return kModeNames[static_cast<std::size_t>(mode)]; }
std::string_view name_of(Matches matches) noexcept {
  return kMatchesNames[static_cast<std::size_t>(matches)];
}

std::string_view name_of(Clustering clustering) noexcept {
  return kClusteringNames[static_cast<std::size_t>(clustering)];
}

std::optional<Keep> keep_named(std::string_view name) noexcept {
  return value_named<Keep>(kKeepNames, name);
}
std::optional<Scope> scope_named(std::string_view name) noexcept {
  return value_named<Scope>(kScopeNames, name);
}
std::optional<Mode> mode_named(std::string_view name) noexcept {
  return value_named<Mode>(kModeNames, name);
}
std::optional<Matches> matches_named(std::string_view name) noexcept {
  return value_named<Matches>(kMatchesNames, name);
}

std::optional<Clustering> clustering_named(std::string_view name) noexcept {
  return value_named<Clustering>(kClusteringNames, name);
}

}  // namespace facsim
