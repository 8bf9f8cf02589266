// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steps of a run over files that were found. The owner of a result folder has a word in it.

#include <span>
#include <string>
#include <vector>

#include "facsim/dedup/dedup.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/files/temp_folder.h"

namespace facsim {

// What the owner of a result folder does beside what a sink is told. Does nothing by default.
class FolderOwner {
 public:
  virtual ~FolderOwner() = default;
  // The inputs were added to the index before, so that every page repeats itself.
  virtual void has_old_inputs() {}
  // All pages were compared; what is told next are decisions.
  virtual void compared(std::span<const InputFile> /*files*/, Run& /*run*/) {}
  // Which pairs the run shall list; nothing is listed against an index or by single linkage.
  [[nodiscard]] virtual Matches wants_matches() const { return Matches::none; }
  virtual void write_matches(const RunMatches& /*matches*/, const Run& /*run*/) {}
  // Whether copies without the removed pages are made.
  [[nodiscard]] virtual bool leaves_out_removed() const { return false; }
};

// `inputs` is how the user named the files. `against` was opened before the inputs were read.
[[nodiscard]] Summary dedup_files(const std::vector<std::string>& inputs, InputFiles found,
                                  DedupSink& sink, FolderOwner& owner, const DedupOptions& options,
                                  Against* against, const TempFolder& temp, Run& run);

}  // namespace facsim
