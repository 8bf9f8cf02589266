// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where is the run, and how long will it take? One line that is rewritten on a terminal, JSON lines
// for programs, nothing when piped.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace facsim {

enum class ProgressStyle { none, line, json };

struct ProgressState {
  std::string stage;             // read, match, verify, write
  std::uint64_t pages = 0;       // done in this stage
  std::uint64_t bytes = 0;       // done in this stage, as they lie on the disk
  std::uint64_t bytes_total = 0; // 0: unknown
  std::uint64_t pages_total = 0; // 0: unknown
};

// Prints to `stream` at most five times a second and never in the first two seconds of a run. The
// only place of the library that writes to a stream, because that is its purpose. One thread.
class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* stream);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(const ProgressState& state);
  void finish();  // wipes the line

  // The line for a state `seconds` into its stage: what update() would show.
  [[nodiscard]] static std::string line(const ProgressState& state, double seconds);
  // {"stage","pages","bytes","bytes_total","pages_total","seconds","seconds_left"}
  [[nodiscard]] static std::string json(const ProgressState& state, double seconds);

 private:
  ProgressStyle style_;
  std::FILE* stream_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point stage_started_;
  std::chrono::steady_clock::time_point printed_;
  std::string stage_;
  bool shown_ = false;
};

}  // namespace facsim
