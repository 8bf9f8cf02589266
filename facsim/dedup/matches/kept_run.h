// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run that goes into a sink and can be judged again: what recluster.h does for a result folder,
// for those who hold the answer in memory.
//
// Its pairs lie in a file in a folder of its own (matches_file.h), 100 bytes a page, which goes
// with this object; in a forked process it stays, for it is the parent's. One thread at a time.

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
  // `tmp` is an existing folder. With Matches::none nothing is kept, and no folder is made. Throws
  // Error{not_found, io, no_space}. `part`: where the pages are a part of a whole.
  explicit KeptRun(const std::string& tmp, Matches which = Matches::all, PartOfRun part = {});
  ~KeptRun();
  KeptRun(const KeptRun&) = delete;
  KeptRun& operator=(const KeptRun&) = delete;

  // As the functions of dedup.h, once.
  [[nodiscard]] Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                              const RunHooks& hooks = {});
  [[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                              const DedupOptions& options, const RunHooks& hooks = {});

  // Tells `sink` what the run would have said with these options; what it promises and costs is
  // said in recluster.h. `mode` and `apply` mean nothing here, there are no files. Throws
  // Error{not_found} where nothing was kept, Error{invalid_argument} as recluster() does, and for
  // a text of decisions that is none.
  [[nodiscard]] Summary recluster(const ReclusterOptions& given, DedupSink& sink,
                                  const RunHooks& hooks = {}) const;

  // The same as the files of a result folder, for those who read one (review/review_run.h): rows
  // and matches.facsim, and `summary`, the text of a summary.json, as it is; decisions where there
  // are any. `folder` is there. Throws also Error{no_space, io}.
  void write_result(const ReclusterOptions& given, const std::string& summary,
                    const std::string& folder, const RunHooks& hooks = {}) const;

 private:
  // Behind reading.
  [[nodiscard]] Summary judge_and_tell(RunSteps& steps, DedupSink& sink);

  Matches which_;
  PartOfRun part_;
  std::unique_ptr<TempFolder> folder_;
  pid_t owner_;
};

}  // namespace facsim
