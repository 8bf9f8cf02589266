// SPDX-License-Identifier: Apache-2.0
#pragma once
// Descriptions of collections as JSON.

#include <string>

#include "facsim/serve/collections.h"

namespace facsim {

[[nodiscard]] std::string collection_json(const Collection& collection);
// [{...}, ...]
[[nodiscard]] std::string collections_json(const Collections& collections);

}  // namespace facsim
