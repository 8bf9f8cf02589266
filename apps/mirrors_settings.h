// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings of mirrors.

#include <cstdint>
#include <string>

#include "facsim/mirrors/mirror_options.h"

namespace facsim {

struct MirrorsSettings {
  std::uint64_t support_min = MirrorOptions().support_min;
  double precision_min = MirrorOptions().precision_min;
  double share_min = MirrorOptions().share_min;
  std::string rules;      // a file to write, or empty
  std::string nutch;      // a file to write, or empty
  std::string normalize;  // a file of rules to read, or empty
};

}  // namespace facsim
