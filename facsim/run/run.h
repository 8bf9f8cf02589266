// SPDX-License-Identifier: Apache-2.0
#pragma once
// The context of one run, given to every step: what it may cost, who watches it, and what it
// reports.
//
// Nothing here changes an answer. A step uses run.threads(), spills to run.scratch(), reports its
// progress with run.progress(), checks for cancellation with run.throw_if_cancelled(), and reports
// what the user should know with run.warn(). One thread reports warnings, stages and progress; the
// rest is const.

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/sentence.h"
#include "facsim/model/progress.h"
#include "facsim/run_options.h"

namespace facsim {

class Run {
 public:
  // `hooks` and `scratch` must outlive this.
  Run(RunLimits limits, const RunHooks& hooks, Scratch& scratch);

  [[nodiscard]] int threads() const noexcept { return limits_.threads; }
  // What tables and pages may take: the limit, less what was reserved by set_aside().
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept { return memory_bytes_; }
  [[nodiscard]] std::uint64_t memory_limit() const noexcept { return limits_.memory_bytes; }
  [[nodiscard]] Kernel kernel() const noexcept { return limits_.kernel; }
  [[nodiscard]] Scratch& scratch() const noexcept { return scratch_; }
  [[nodiscard]] const std::atomic<bool>* cancelled() const noexcept { return hooks_.cancelled; }

  // Throws Error{cancelled} after the user has requested a stop.
  void throw_if_cancelled() const;
  void progress(const ProgressState& state) const {
    if (hooks_.progress) hooks_.progress(state);
  }

  // Ends a stage and records its duration, with the pages and bytes since the last one.
  void end_stage(std::string name, std::uint64_t pages, std::uint64_t bytes);
  [[nodiscard]] const std::vector<StageTime>& stages() const noexcept { return stages_; }
  // The time from the start to the end of the last stage.
  [[nodiscard]] double seconds() const noexcept { return seconds_; }

  void warn(const Sentence& warning) { warnings_.push_back(warning.in(words())); }
  void warn(const std::vector<Sentence>& warnings) {
    for (const Sentence& warning : warnings) warn(warning);
  }
  void warn(const std::vector<std::string>& warnings) {
    warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
  }
  [[nodiscard]] Words words() const noexcept { return hooks_.words; }
  // Warnings in the order in which they were added, in the words of the caller.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  // The callback for steps that wait.
  [[nodiscard]] const std::function<void(const std::string&)>& tell() const noexcept {
    return hooks_.tell;
  }
  // Passes the warnings so far to the hooks before an Error ends the run.
  void say_warnings() const;

  // Reserves memory for something outside the run's own tables, such as libraries that it loads. At
  // least half of the limit remains for the run.
  void set_aside(std::uint64_t bytes) noexcept;

 private:
  RunLimits limits_;
  std::uint64_t memory_bytes_;
  const RunHooks& hooks_;
  Scratch& scratch_;
  std::vector<std::string> warnings_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point stage_began_ = began_;
  std::vector<StageTime> stages_;
  double seconds_ = 0;
};

}  // namespace facsim
