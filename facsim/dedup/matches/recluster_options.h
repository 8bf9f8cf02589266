// SPDX-License-Identifier: Apache-2.0
#pragma once
// Choices for judging a run again; the others are those of dedup.

#include <optional>
#include <string>
#include <vector>

#include "facsim/folder_options.h"
#include "facsim/model/policy.h"
#include "facsim/run_options.h"

namespace facsim {

struct ReclusterOptions {
  std::optional<double> min_resemblance;
  std::optional<double> min_agreement;  // for a run that measured agreement
  std::optional<double> min_containment;
  std::optional<double> min_containment_to_remove;
  std::optional<bool> names;
  std::optional<std::vector<KeepKey>> keep;
  std::optional<Kinds> remove;
  // A file of people's decisions on pairs (decisions.h), in addition to an earlier one; empty:
  // none.
  std::string decisions;
  std::string decisions_text;  // the content of such a file, for callers that have it
  std::optional<Mode> mode;    // a mode other than the run's only with `apply`
  // Default: as in the result. Changing from tables to lines alone needs `apply`.
  std::optional<RowFiles> rows;

  bool apply = false;  // read the inputs again and copy them without the pages now removed

  RunLimits limits;
};

}  // namespace facsim
