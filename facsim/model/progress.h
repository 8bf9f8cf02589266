// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a run has come, and how long its stages took.

#include <cstdint>
#include <string>

namespace facsim {

struct ProgressState {
  // What the run does now, a word or two for a person: read, look up, match, read again, verify,
  // write; other commands have others. More may come.
  std::string stage;
  std::uint64_t pages = 0;        // done in this stage; while it reads, records
  std::uint64_t bytes = 0;        // done in this stage, as they lie on the disk
  std::uint64_t bytes_total = 0;  // 0: unknown
  std::uint64_t pages_total = 0;  // 0: unknown
};

// A stage of a run that is over.
struct StageTime {
  std::string name;  // as in ProgressState
  double seconds = 0;
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
};

}  // namespace facsim
