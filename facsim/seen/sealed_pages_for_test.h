// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings of sealed pages that tests start from.

#include <string>

#include "facsim/model/profile.h"
#include "facsim/seen/sealed_pages.h"

namespace facsim {

// An index "idx" in `folder`, with the profile balanced.
inline SealedPages::Options sealed_options_for_test(const std::string& folder) {
  SealedPages::Options options;
  options.folder = folder + "/idx";
  options.store = "test";
  options.profile = profile_named("balanced");
  options.max_distance = options.profile.max_distance;
  options.limits.tmp = folder;
  return options;
}

}  // namespace facsim
