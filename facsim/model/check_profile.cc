// SPDX-License-Identifier: Apache-2.0
// Checks that a profile can be used.
#include <string>

#include "facsim/base/error.h"
#include "facsim/model/profile.h"

namespace facsim {
namespace {

constexpr std::uint32_t kBandsMost = 16;

void require(bool holds, const std::string& sentence) {
  if (!holds) throw Error{ErrorCode::invalid_argument, "profile: " + sentence};
}

// Refuses NaN too, because no comparison with it is true.
void require_share(const char* name, double value) {
  require(value >= 0 && value <= 1,
          std::string(name) + " = " + std::to_string(value) + ": it must be a share, 0 to 1");
}

}  // namespace

void check_profile(const Profile& profile) {
  check_recipe(profile.recipe, "recipe '" + profile.recipe.name + "'");
  require(profile.bands <= kBandsMost, "bands = " + std::to_string(profile.bands) +
                                           ": it must be 0 to " + std::to_string(kBandsMost));
  const int bits = static_cast<int>(profile.recipe.fingerprint.bits);
  require(profile.max_distance >= -1 && profile.max_distance <= bits,
          "max_distance = " + std::to_string(profile.max_distance) + ": it must be -1 (none) to " +
              std::to_string(bits) + ", the bits of a fingerprint");
  const Thresholds& limits = profile.thresholds;
  require_share("min_resemblance", limits.min_resemblance);
  require_share("min_agreement", limits.min_agreement);
  require_share("min_resemblance_with_agreement", limits.min_resemblance_with_agreement);
  require_share("min_containment", limits.min_containment);
  require_share("min_containment_to_remove", limits.min_containment_to_remove);
  require_share("min_layout", limits.min_layout);
  require_share("grey_zone", limits.grey_zone);
}

}  // namespace facsim
