// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shows the progress of a run: one line that is rewritten on a terminal, JSON lines for programs,
// nothing when piped.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include "facsim/model/progress.h"

namespace facsim {

enum class ProgressStyle { none, line, json };

// Prints to `stream` at most five times a second. A line for people never appears in the first two
// seconds of a run and is cut to the width of the terminal; a program also gets the last state of
// every stage, however short. This is the only part of the library that writes to a stream, because
// that is its purpose. One thread.
class Progress {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // `now` is the clock; tests provide their own.
  Progress(ProgressStyle style, std::FILE* stream, Clock now = std::chrono::steady_clock::now);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(const ProgressState& state);
  void finish();  // wipes the line; writes the last state of the last stage for a program

  // Returns the line that update() would show for a state `seconds` into its stage.
  [[nodiscard]] static std::string line(const ProgressState& state, double seconds);
  // {"stage","pages","bytes","bytes_total","pages_total","seconds","seconds_left"}
  [[nodiscard]] static std::string json(const ProgressState& state, double seconds);

 private:
  void show_line();
  void show_json();
  [[nodiscard]] double stage_seconds() const;

  ProgressStyle style_;
  std::FILE* stream_;
  Clock now_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point stage_started_;
  std::chrono::steady_clock::time_point updated_;
  std::chrono::steady_clock::time_point printed_;
  ProgressState state_;   // the last one given
  bool pending_ = false;  // state_ was not printed yet
  bool shown_ = false;    // a line is on the terminal
};

}  // namespace facsim
