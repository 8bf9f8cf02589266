// SPDX-License-Identifier: Apache-2.0
#pragma once
// The progress of a run, and the durations of its stages.

#include <cstdint>
#include <string>

namespace facsim {

struct ProgressState {
  // What the run does now, in a word or two for a person: read, look up, match, read again, verify,
  // write; other commands have other stages. More may be added.
  std::string stage;
  std::uint64_t pages = 0;        // done in this stage; while it reads, records
  std::uint64_t bytes = 0;        // done in this stage, as stored on the disk
  std::uint64_t bytes_total = 0;  // 0: unknown
  std::uint64_t pages_total = 0;  // 0: unknown
};

// A completed stage of a run.
struct StageTime {
  std::string name;  // as in ProgressState
  double seconds = 0;
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
};

}  // namespace facsim
