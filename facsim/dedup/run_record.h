// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of the summary that dedup and recluster share: settings, stages, summary.json.

#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/dedup_options.h"
#include "facsim/model/summary.h"
#include "facsim/run/run.h"

namespace facsim {

// Describes the settings of a run.
void describe_run(const std::vector<std::string>& inputs, const DedupOptions& options,
                  Summary& summary);
// Describes the settings that recluster can change: keep policy, kinds and thresholds.
void describe_choice(const Profile& profile, const Policy& policy, Summary& summary);

// Returns the warning for a smaller min_containment without a bound for removal: it reports more
// pages, and removes none.
[[nodiscard]] std::vector<Sentence> warnings_of_bound(const Thresholds& thresholds,
                                                      const Policy& policy);

// Adds warnings, stages, limits, peak memory and scratch so far.
void note_run(const Run& run, std::uint64_t scratch_bytes, Summary& summary);

// Writes summary.json into `folder`, which will become `output`. Its outputs are the names
// `written`, summary.json itself, and the `earlier` files that still exist.
void write_summary(std::vector<std::string> written, const std::vector<std::string>& earlier,
                   const std::string& output, const std::string& folder, Summary& summary);

}  // namespace facsim
