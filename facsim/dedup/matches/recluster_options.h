// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is chosen anew where a run is judged again; what is not given stays as dedup was asked for
// it.

#include <optional>
#include <string>
#include <vector>

#include "facsim/folder_options.h"
#include "facsim/model/policy.h"
#include "facsim/run_options.h"

namespace facsim {

struct ReclusterOptions {
  std::optional<double> min_resemblance;
  std::optional<double> min_agreement;  // of a run that asked for agreement
  std::optional<double> min_containment;
  std::optional<double> min_containment_to_remove;
  std::optional<bool> names;
  std::optional<std::vector<KeepKey>> keep;
  std::optional<Kinds> remove;
  // A file of what people said of pairs (decisions.h), on top of what an earlier one said; empty:
  // none. Of a result folder alone.
  std::string decisions;
  // What such a file says, for those who hold it. Of a run in memory alone (kept_run.h).
  std::string decisions_text;
  std::optional<Mode> mode;  // another than the run's only with `apply`
  // Default: as the result has them. Lines alone, where there were tables, only with `apply`.
  std::optional<RowFiles> rows;

  bool apply = false;  // read the inputs again and copy them without what goes now

  RunLimits limits;
};

}  // namespace facsim
