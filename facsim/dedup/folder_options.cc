// SPDX-License-Identifier: Apache-2.0
#include "facsim/folder_options.h"

#include <array>

#include "facsim/dedup/folder_choice_names.h"
#include "facsim/model/named_values.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;

constexpr std::array kModeNames = {"remove"sv, "annotate"sv, "report"sv, "revisit"sv};
constexpr std::array kMatchesNames = {"all"sv, "leaders"sv, "none"sv};
constexpr std::array kRowFilesNames = {"jsonl"sv, "parquet"sv};

}  // namespace

std::string_view name_of(Mode mode) noexcept { return kModeNames[static_cast<std::size_t>(mode)]; }
std::string_view name_of(Matches matches) noexcept {
  return kMatchesNames[static_cast<std::size_t>(matches)];
}
std::string_view name_of(RowFiles rows) noexcept {
  return kRowFilesNames[static_cast<std::size_t>(rows)];
}

std::span<const std::string_view> mode_names() noexcept { return kModeNames; }
std::span<const std::string_view> matches_names() noexcept { return kMatchesNames; }
std::span<const std::string_view> row_files_names() noexcept { return kRowFilesNames; }

std::optional<Mode> mode_named(std::string_view name) noexcept {
  return value_named<Mode>(kModeNames, name);
}
std::optional<Matches> matches_named(std::string_view name) noexcept {
  return value_named<Matches>(kMatchesNames, name);
}
std::optional<RowFiles> row_files_named(std::string_view name) noexcept {
  return value_named<RowFiles>(kRowFilesNames, name);
}

}  // namespace facsim
