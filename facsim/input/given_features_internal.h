// SPDX-License-Identifier: Apache-2.0
#pragma once
// Features that the writer of a record computed: a list of texts, of [text, weight] pairs, or both;
// or a map from text to weight. Private to this room.

#include <simdjson.h>

#include <string>
#include <vector>

#include "facsim/model/page.h"

namespace facsim {

struct GivenFeatures {
  std::vector<GivenFeature> features;
  std::string why_not;  // not empty: why the first bad feature is unusable; none is used then
};

// Weights must be finite and above zero, unless `any_weight` is set.
[[nodiscard]] GivenFeatures given_features(const simdjson::dom::element& value, bool any_weight);

}  // namespace facsim
