// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/policy.h"

#include <array>

#include "facsim/model/choice_names.h"
#include "facsim/model/named_values.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;

constexpr std::array kKeepNames = {"first"sv,  "last"sv,   "longest"sv,   "shortest-url"sv,
                                   "newest"sv, "oldest"sv, "canonical"sv, "field"sv};
constexpr std::array kScopeNames = {"all"sv, "host"sv, "file"sv};
constexpr std::array kClusteringNames = {"leader"sv, "single"sv};

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

}  // namespace facsim
