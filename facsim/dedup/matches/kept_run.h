// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run into a sink that can be judged again: what recluster.h does for a result folder, for
// callers that hold the answer in memory.
//
// Its pairs are in a file in a folder of its own (matches_file.h), 100 bytes per page, which is
// deleted with this object, but not in a forked process, since it belongs to the parent. One thread
// at a time.

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "facsim/dedup/candidate_keys.h"
#include "facsim/dedup/matches/recluster_options.h"
#include "facsim/dedup_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/files/temp_folder.h"
#include "facsim/page_source.h"

namespace facsim {

class RunSteps;

class KeptRun {
 public:
  // `tmp` is an existing folder. With Matches::none no pairs are saved and no folder is created.
  // Throws Error{not_found, io, no_space}. `part`: facts about the whole set, if the pages are a
  // part of it.
  explicit KeptRun(const std::string& tmp, Matches which = Matches::all, PartOfRun part = {});
  ~KeptRun();
  KeptRun(const KeptRun&) = delete;
  KeptRun& operator=(const KeptRun&) = delete;

  // Like the functions of dedup.h. Call once.
  [[nodiscard]] Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                              const RunHooks& hooks = {});
  [[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                              const DedupOptions& options, const RunHooks& hooks = {});

  // Reports to `sink` what the run would have reported with these options; promises and costs are
  // in recluster.h. `mode` and `apply` are ignored, since there are no files. Throws
  // Error{not_found} if no pairs were saved, Error{invalid_argument} as recluster() does, and for a
  // malformed text of decisions.
  [[nodiscard]] Summary recluster(const ReclusterOptions& given, DedupSink& sink,
                                  const RunHooks& hooks = {}) const;

  // Writes the same as the files of a result folder, for code that reads one (review/review_run.h):
  // rows and matches.facsim, `summary` unchanged, which is the text of a summary.json, and
  // decisions if there are any. `folder` must exist. Also throws Error{no_space, io}.
  void write_result(const ReclusterOptions& given, const std::string& summary,
                    const std::string& folder, const RunHooks& hooks = {}) const;

 private:
  // Call after reading.
  [[nodiscard]] Summary judge_and_tell(RunSteps& steps, DedupSink& sink);

  Matches which_;
  PartOfRun part_;
  std::unique_ptr<TempFolder> folder_;
  pid_t owner_;
};

}  // namespace facsim
