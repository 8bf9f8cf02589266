// SPDX-License-Identifier: Apache-2.0
#pragma once
// A profile is a named choice of recipe, channels and thresholds.
//
// It has no id: what it adds to its recipe decides which pages are judged and how, not a bit of
// their fingerprints.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "facsim/model/recipe.h"

namespace facsim {

// How far a pair must agree, and of which kind it then is. All are shares, 0..1.
struct Thresholds {
  double min_resemblance = 0.8;  // content: at or above
  // Where both texts are at hand, content is an agreement at or above this instead; 0: it is not
  // asked.
  double min_agreement = 0;
  // And a resemblance at or above this: scattered words in one order are a template as often.
  double min_resemblance_with_agreement = 0;
  double min_containment = 0.5;  // layout or partial: at or above, on either side
  // A page of kind layout or partial is removed only if so much of it stands in the other; 0: as
  // min_containment.
  double min_containment_to_remove = 0;
  double min_layout = 0.8;  // the L of the kinds' table: layouts at or above are "the same"
  // Where only sketches are at hand and the resemblance that they suggest is so near to
  // min_resemblance (three standard errors of 64 bins at .8), texts decide if they can be read.
  double grey_zone = 0.15;
  // HTML pages of one site whose names tell them apart (page/names.h) are two: layout or partial at
  // most.
  bool names = true;

  [[nodiscard]] double containment_to_remove() const noexcept {
    return min_containment_to_remove > 0 ? min_containment_to_remove : min_containment;
  }
};

struct Profile {
  std::string name = "balanced";
  Recipe recipe;
  // Candidates through the first so many bands of the sketch, at most 16; an index has eight.
  std::uint32_t bands = 8;
  int max_distance = 3;  // candidates through fingerprints within so many bits; -1: none
  // Candidates through shared anchors, where the recipe has them: so many at least. An anchor that
  // more pages have than that is a phrase of everybody's and leads nowhere.
  std::uint32_t anchors_shared_min = 2;
  std::uint32_t anchor_pages_max = 50;
  std::uint32_t units_min = 20;  // shorter texts are merged only when exactly equal
  // Main texts up to this are short: where the titles of two pages of a site differ, what was not
  // judged must reach the threshold of resemblance too.
  std::uint32_t short_units_max = 499;
  Thresholds thresholds;
};

struct NamedProfile {
  std::string_view name;
  std::string_view about;  // one line
};
// Throws Error{invalid_argument} that lists the known names.
[[nodiscard]] Profile profile_named(std::string_view name);
[[nodiscard]] std::span<const NamedProfile> named_profiles() noexcept;

// Throws Error{invalid_argument} that names the first field which cannot be: bands, max_distance, a
// threshold that is no share, or what check_recipe() refuses of its recipe.
void check_profile(const Profile& profile);

// The same facts as TOML, for people.
[[nodiscard]] std::string to_toml(const Profile& profile);

}  // namespace facsim
