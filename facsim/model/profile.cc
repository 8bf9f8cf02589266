// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/profile.h"

#include <array>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::array kProfiles = {
    NamedProfile{"compact", "fingerprints within a distance alone: billions of pages, half found"},
    NamedProfile{"balanced", "bands of the sketch as well, resemblance .8: most corpora"},
    NamedProfile{"strict", "the same from resemblance .9 on: only what is nearly equal"},
    NamedProfile{
        "thorough",
        "agreement .82 decides, parts of pages are found: mirrors, plagiarism, quotations"},
};

}  // namespace

Profile profile_named(std::string_view name) {
  Profile profile;
  profile.name = name;
  if (name == "balanced") return profile;
  if (name == "compact") {
    profile.bands = 0;
    return profile;
  }
  if (name == "strict") {
    profile.thresholds.min_resemblance = 0.9;
    return profile;
  }
  if (name == "thorough") {
    profile.recipe = recipe_named("thorough");
    profile.bands = 16;
    profile.max_distance = 8;
    profile.thresholds.min_agreement = 0.82;
    profile.thresholds.min_resemblance_with_agreement = 0.5;
    profile.thresholds.min_resemblance = 0.62;
    profile.thresholds.min_containment_to_remove = 0.9;
    return profile;
  }
  std::string message = "unknown profile '";
  message.append(name).append("'");
  message += "; choose one of: ";
  for (const NamedProfile& known : kProfiles) {
    if (&known != kProfiles.data()) message += ", ";
    message += known.name;
  }
  throw Error{ErrorCode::invalid_argument, message};
}

std::span<const NamedProfile> named_profiles() noexcept { return kProfiles; }

}  // namespace facsim
