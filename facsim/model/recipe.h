// SPDX-License-Identifier: Apache-2.0
#pragma once
// A recipe is everything that decides the bits and nothing else; a profile is a named choice of
// recipe, channels and thresholds.
//
// A recipe's id is a hash of its text form, so any change that could change a bit makes another
// id. Thresholds are never part of it: they can be changed without making strangers of old data.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace facsim {

enum class RecipeId : std::uint64_t {};
[[nodiscard]] std::string hex(RecipeId id);  // 16 hexadecimal digits

// Which text of a page is fingerprinted.
enum class TextPart { main, all };

struct Recipe {
  std::string name = "balanced";
  TextPart text = TextPart::main;
  std::uint32_t fallback_units_min = 20;  // a shorter main text falls back to the visible text
  std::uint32_t shingle_size = 5;         // units in a shingle (Broder, SEQUENCES 1997)
  std::uint64_t seed = 0;
  std::uint32_t version = 1;  // raised whenever code changes the bits

  // `name = value` lines of all that decides the bits, in a fixed order.
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] RecipeId id() const;
};

// How far a pair must agree, and of which kind it then is.
struct Thresholds {
  double resemblance_min = 0.8;  // content: at or above
  double containment_min = 0.5;  // layout or partial: at or above, on either side
  double layout_min = 0.8;       // the L of the kinds' table: layouts at or above are "the same"
};

struct Profile {
  std::string name = "balanced";
  Recipe recipe;
  bool use_bands = true;         // candidates through bands of the sketch
  int max_distance = 3;          // candidates through fingerprints within so many bits; -1: none
  std::uint32_t units_min = 20;  // shorter texts are merged only when exactly equal
  Thresholds thresholds;
};

// Throws Error{invalid_argument} that lists the known names.
[[nodiscard]] Profile profile_named(std::string_view name);
[[nodiscard]] std::span<const std::string_view> profile_names() noexcept;
[[nodiscard]] Recipe recipe_named(std::string_view name);
[[nodiscard]] std::span<const std::string_view> recipe_names() noexcept;

}  // namespace facsim
