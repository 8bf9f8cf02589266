// SPDX-License-Identifier: Apache-2.0
#pragma once
// What dedup and recluster both say of a run: its settings, its stages, its summary.json.

#include <chrono>
#include <string>
#include <vector>

#include "facsim/engine/dedup.h"
#include "facsim/files/temp_folder.h"

namespace facsim {

// The files that a run may write beside the copies.
extern const std::vector<std::string> kResultReports;

// Measures the stages of a run, one after the other.
class StageClock {
 public:
  explicit StageClock(Summary& summary) : summary_(summary) {}
  void end(std::string name, std::uint64_t pages, std::uint64_t bytes);

 private:
  Summary& summary_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point began_ = start_;
};

// What recluster can choose anew: mode, keep policy, kinds and thresholds; and the limits.
void describe_choice(const DedupOptions& options, Summary& summary);

// Peak memory and scratch, so far.
void note_resources(const TempFolder& temp, Summary& summary);

void write_summary(const Summary& summary, const std::string& folder);

}  // namespace facsim
