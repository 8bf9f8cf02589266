// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/profile.h"

#include <array>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::array kProfiles = {
    NamedProfile{"compact", "fingerprints within a distance alone: billions of pages, half found"},
    NamedProfile{"balanced", "bands of the sketch as well, resemblance .8: most corpora"},
    NamedProfile{"strict", "the same from resemblance .9 on: deleting with no regrets"},
};

}  // namespace

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
  std::string message = "unknown profile '";
  message.append(name).append("'");
  if (name == "thorough") {
    message += " (it needs agreement and anchors as candidates, which this version does not have)";
  }
  message += "; choose one of: ";
  for (const NamedProfile& known : kProfiles) {
    if (&known != kProfiles.data()) message += ", ";
    message += known.name;
  }
  throw Error{ErrorCode::invalid_argument, message};
}

std::span<const NamedProfile> named_profiles() noexcept { return kProfiles; }

}  // namespace facsim
