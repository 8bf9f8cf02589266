// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/recipe.h"

#include <array>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::array<std::string_view, 3> kProfileNames = {"compact", "balanced", "strict"};
constexpr std::array<std::string_view, 2> kRecipeNames = {"balanced", "all-text"};

std::string listed(std::span<const std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

[[noreturn]] void throw_unknown(std::string_view what, std::string_view name,
                                std::span<const std::string_view> known,
                                std::string_view why = {}) {
  std::string message = "unknown ";
  message.append(what).append(" '").append(name).append("'");
  if (!why.empty()) message.append(" (").append(why).append(")");
  message.append("; choose one of: ").append(listed(known));
  throw Error{ErrorCode::invalid_argument, message};
}

}  // namespace

std::string hex(RecipeId id) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  auto rest = static_cast<std::uint64_t>(id);
  for (std::size_t i = text.size(); i-- > 0; rest >>= 4) text[i] = digits[rest & 15U];
  return text;
}

// The name is left out on purpose: a recipe under another name makes the same bits.
std::string Recipe::to_text() const {
  std::string lines;
  const auto line = [&lines](std::string_view field, std::string_view value) {
    lines.append(field).append(" = ").append(value).append("\n");
  };
  line("text", text == TextPart::main ? "main" : "all");
  line("fallback_units_min", std::to_string(fallback_units_min));
  line("extraction", "html5, blocks by text and link density");
  line("units", "nfkc, case folded, runs of letters marks digits, scripts without spaces singly");
  line("shingle_size", std::to_string(shingle_size));
  line("features", "singles+pairs, 1 + ln tf");
  line("fingerprint", "simhash 64");
  line("sketch", "64x8");
  line("layout", "tag.class 64x8");
  line("hash", "xxh3-64");
  line("digest", "xxh3-128 nfc");
  line("seed", std::to_string(seed));
  line("version", std::to_string(version));
  return lines;
}

RecipeId Recipe::id() const { return RecipeId{hash64(to_text())}; }

Profile profile_named(std::string_view name) {
  Profile profile;
  profile.name = name;
  if (name == "balanced") return profile;
  if (name == "compact") {
    profile.use_bands = false;
    return profile;
  }
  if (name == "strict") {
    profile.thresholds.resemblance_min = 0.9;
    return profile;
  }
  throw_unknown("profile", name, kProfileNames,
                name == "thorough" ? "it needs agreement and anchors as candidates, which this "
                                     "version does not have"
                                   : "");
}

std::span<const std::string_view> profile_names() noexcept { return kProfileNames; }

Recipe recipe_named(std::string_view name) {
  Recipe recipe;
  recipe.name = name;
  if (name == "balanced") return recipe;
  if (name == "all-text") {
    recipe.text = TextPart::all;
    return recipe;
  }
  throw_unknown("recipe", name, kRecipeNames);
}

std::span<const std::string_view> recipe_names() noexcept { return kRecipeNames; }

}  // namespace facsim
