// SPDX-License-Identifier: Apache-2.0
#pragma once
// What dedup and recluster both say of a run: its settings, its stages, its summary.json.

#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/dedup_options.h"
#include "facsim/model/summary.h"
#include "facsim/run/run.h"

namespace facsim {

// What a run was asked for.
void describe_run(const std::vector<std::string>& inputs, const DedupOptions& options,
                  Summary& summary);
// The part of it that recluster can choose anew: keep policy, kinds and thresholds.
void describe_choice(const Profile& profile, const Policy& policy, Summary& summary);

// What to say where a smaller min_containment was asked for and nothing of the bound for removal:
// it reports more pages, and removes none.
[[nodiscard]] std::vector<Sentence> warnings_of_bound(const Thresholds& thresholds,
                                                      const Policy& policy);

// Warnings, stages, limits, peak memory and scratch, so far.
void note_run(const Run& run, std::uint64_t scratch_bytes, Summary& summary);

// Writes summary.json into `folder`, which will be `output`, with the names `written` and its own
// among the outputs, and those of `earlier` files that stay.
void write_summary(std::vector<std::string> written, const std::vector<std::string>& earlier,
                   const std::string& output, const std::string& folder, Summary& summary);

}  // namespace facsim
