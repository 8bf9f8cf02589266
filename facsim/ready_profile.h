// SPDX-License-Identifier: Apache-2.0
#pragma once
// A profile with the tables that its recipe needs, read from their files: how pages are judged.

#include "facsim/model/feature_tables.h"
#include "facsim/model/profile.h"

namespace facsim {

struct ReadyProfile {
  Profile profile;
  FeatureTables tables;
};

}  // namespace facsim
