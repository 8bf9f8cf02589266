// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings that a client requests for a new collection. Unset ones take the service's defaults.

#include <optional>
#include <string>

#include "facsim/model/seen_answer.h"

namespace facsim {

struct CollectionWish {
  std::optional<std::string> profile = {};
  std::optional<std::string> recipe = {};  // a name
  std::optional<int> max_distance = {};
  std::optional<bool> names = {};
  std::optional<bool> keep_history = {};
  std::optional<SeenPolicy> policy = {};
};

}  // namespace facsim
