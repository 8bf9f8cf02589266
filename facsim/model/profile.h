// SPDX-License-Identifier: Apache-2.0
#pragma once
// A profile is a named choice of recipe, channels and thresholds.
//
// A profile has no id: what it adds to its recipe decides which pages are judged and how, but not a
// bit of their fingerprints.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "facsim/model/recipe.h"

namespace facsim {

// How far a pair must agree, and its kind then. All are shares, 0..1.
struct Thresholds {
  double min_resemblance = 0.8;  // content: at or above
  // If both texts are available, an agreement at or above this means content, in place of the
  // resemblance; 0: agreement is not used.
  double min_agreement = 0;
  // The resemblance that is required in addition: scattered words in one order are as often a
  // template.
  double min_resemblance_with_agreement = 0;
  double min_containment = 0.5;  // layout or partial: at or above, on either side
  // A page of kind layout or partial is removed only if this share of it is in the other; 0: the
  // same as min_containment.
  double min_containment_to_remove = 0;
  double min_layout = 0.8;  // the L of the kinds' table: layouts at or above are "the same"
  // If only sketches are available and their resemblance is within this distance of min_resemblance
  // (three standard errors of 64 bins at .8), the texts decide if they can be read.
  double grey_zone = 0.15;
  // True if HTML pages of one site whose names tell them apart (page/names.h) are different pages:
  // layout or partial at most.
  bool names = true;

  [[nodiscard]] double containment_to_remove() const noexcept {
    return min_containment_to_remove > 0 ? min_containment_to_remove : min_containment;
  }
};

struct Profile {
  std::string name = "balanced";
  Recipe recipe;
  // The number of bands of the sketch that suggest candidates, from the first; at most 16; an index
  // has eight.
  std::uint32_t bands = 8;
  int max_distance = 3;  // fingerprints within this distance suggest candidates; -1: none
  // The least number of shared anchors that suggests a candidate, if the recipe has anchors. An
  // anchor in more than anchor_pages_max pages is a common phrase and is ignored.
  std::uint32_t anchors_shared_min = 2;
  std::uint32_t anchor_pages_max = 50;
  std::uint32_t units_min = 20;  // shorter texts are merged only if exactly equal
  // Main texts up to this length are short: if the titles of two such pages of a site differ, the
  // text that was not judged must reach the resemblance threshold too.
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

// Throws Error{invalid_argument} that names the first invalid field: bands, max_distance, a
// threshold outside 0..1, or what check_recipe() refuses in its recipe.
void check_profile(const Profile& profile);

// The same settings as TOML, for people.
[[nodiscard]] std::string to_toml(const Profile& profile);

}  // namespace facsim
