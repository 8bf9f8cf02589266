// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a finished run read its inputs and judged its pages, for commands that look at them again.

#include <string>

#include "apps/settings.h"
#include "facsim/model/read_options.h"
#include "facsim/model/recipe.h"
#include "facsim/ready_profile.h"
#include "facsim/report/read_run.h"

namespace facsim {

// The run's recipe. A result made by another version of the recipes can still be read; that its
// bits differ now is detected when pages are measured (judging_of). `where` names the recipe in
// errors. Throws Error{invalid_argument, unsupported}.
[[nodiscard]] Recipe recipe_of(const RunFacts& run, const std::string& where);

// The fields that the run read, and those that its recipe needs.
[[nodiscard]] ReadOptions read_options_of(const RunFacts& run, const Recipe& recipe);

// The profile by which the run judged. Throws Error{unsupported} if this program implements the
// recipe differently, or if a table of the recipe is missing.
[[nodiscard]] ReadyProfile judging_of(const RunFacts& run, const Recipe& recipe,
                                      const Settings& settings);

}  // namespace facsim
