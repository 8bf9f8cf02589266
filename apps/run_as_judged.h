// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a finished run read its inputs and judged its pages, for those who look at them again.

#include <string>

#include "apps/settings.h"
#include "facsim/model/read_options.h"
#include "facsim/model/recipe.h"
#include "facsim/ready_profile.h"
#include "facsim/report/read_run.h"

namespace facsim {

// The run's recipe. A result of another version of the recipes still says what it decided by; that
// its bits are others now is found when somebody measures by them (judging_of). `where` names it in
// errors. Throws Error{invalid_argument, unsupported}.
[[nodiscard]] Recipe recipe_of(const RunFacts& run, const std::string& where);

// The fields that the run read, and those of its recipe.
[[nodiscard]] ReadOptions read_options_of(const RunFacts& run, const Recipe& recipe);

// As the run judged. Throws Error{unsupported} where this program makes the recipe otherwise, and
// where a table of its recipe is not there any more.
[[nodiscard]] ReadyProfile judging_of(const RunFacts& run, const Recipe& recipe,
                                      const Settings& settings);

}  // namespace facsim
