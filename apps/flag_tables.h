// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pieces of the one table of flags. Each file of flags defines one piece, and flags() joins
// them.
//
// The section of a flag decides where the help shows it. Within a section, the pieces follow the
// order of the declarations below.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/flags.h"
#include "facsim/dedup/folder_choice_names.h"
#include "facsim/model/choice_names.h"
#include "facsim/model/profile.h"

namespace facsim {

// Headings of the help, in order.
inline constexpr std::string_view kMeasuring = "What is measured, and what for true";
inline constexpr std::string_view kChoosing = "Which page is kept, and what becomes of the rest";
inline constexpr std::string_view kJudging = "What counts as a duplicate";
inline constexpr std::string_view kReading = "How the input is read";
inline constexpr std::string_view kPrinting = "What is printed";
inline constexpr std::string_view kRunning = "How it runs";
inline constexpr std::string_view kServing = "What is served, to whom, and how much of it";
inline constexpr std::array kSections = {kMeasuring, kChoosing, kJudging, kReading,
                                         kServing,   kPrinting, kRunning};

[[nodiscard]] std::span<const Flag> page_flags() noexcept;     // of dedup, or of several commands
[[nodiscard]] std::span<const Flag> reading_flags() noexcept;  // of commands that read pages
[[nodiscard]] std::span<const Flag> recluster_flags() noexcept;
[[nodiscard]] std::span<const Flag> index_flags() noexcept;  // of index and plan
[[nodiscard]] std::span<const Flag> eval_flags() noexcept;
[[nodiscard]] std::span<const Flag> show_flags() noexcept;
[[nodiscard]] std::span<const Flag> report_flags() noexcept;
[[nodiscard]] std::span<const Flag> serve_flags() noexcept;
[[nodiscard]] std::span<const Flag> store_flags() noexcept;
[[nodiscard]] std::span<const Flag> mirrors_flags() noexcept;
[[nodiscard]] std::span<const Flag> summary_flags() noexcept;

inline constexpr std::uint64_t kSizeMost = std::uint64_t{1} << 50;  // --memory, in bytes

inline constexpr std::uint64_t kWaitSecondsMost = 86'400;  // --wait

// Shared by several pieces: choices,
template <auto names>
[[nodiscard]] std::vector<std::string_view> words_of() {
  const std::span<const std::string_view> all = names();
  return {all.begin(), all.end()};
}
[[nodiscard]] std::vector<std::string_view> keep_words();
[[nodiscard]] std::vector<std::string_view> recipe_words();
[[nodiscard]] std::vector<std::string_view> profile_words();
inline constexpr Choices kAnyValue{};
inline constexpr Choices kKeeps{.words = keep_words, .is_list = true};
inline constexpr Choices kModes{words_of<mode_names>};
inline constexpr Choices kRowFiles{words_of<row_files_names>};
inline constexpr Choices kKinds{.words = words_of<kind_names>, .is_list = true};
[[nodiscard]] std::vector<std::string_view> on_or_off_words();
inline constexpr Choices kOnOrOff{on_or_off_words};
inline constexpr Choices kRecipes{.words = recipe_words, .or_file = true};

// functions that apply a flag,
void apply_threads(std::string_view name, std::string_view word, Settings& settings);
void apply_distance(std::string_view name, std::string_view word, Settings& settings);
void apply_keep(std::string_view name, std::string_view word, Settings& settings);
void apply_mode(std::string_view name, std::string_view word, Settings& settings);
void apply_rows(std::string_view name, std::string_view word, Settings& settings);
void apply_remove(std::string_view name, std::string_view word, Settings& settings);
void apply_names(std::string_view name, std::string_view word, Settings& settings);
void apply_recipe(std::string_view name, std::string_view word, Settings& settings);

// and defaults. Returns the value of the usual profile, followed by the profiles that have another:
// "0.8 (strict: 0.9)".
[[nodiscard]] std::string by_profile(std::string (*value)(const Profile& profile));

}  // namespace facsim
