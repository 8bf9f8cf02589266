// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the pages for an index: it finds their files first, then reads them.

#include <atomic>
#include <string>
#include <vector>

#include "facsim/corpus/inputs.h"
#include "facsim/corpus/scan.h"
#include "facsim/run_options.h"

namespace facsim {

class IndexPages {
 public:
  // Finds what `words` name, including "-", whose temporary file is deleted with this object. If an
  // index in `folder` lies in one of them, or is named itself, its files are skipped. `cancelled`
  // must outlive this. Throws what find_inputs() throws.
  IndexPages(const std::vector<std::string>& words, ReadOptions read, RunLimits limits,
             const std::atomic<bool>* cancelled, const std::string& folder = {});
  [[nodiscard]] const std::vector<InputFile>& files() const noexcept { return found_.files; }

  // Reads `corpus.files`, which are files() or the same under other names. Throws what scan()
  // throws.
  void read(Corpus& corpus, const ReadyProfile& judge, const RunHooks& hooks, Scratch& scratch);
  // The counts of what was read, and the warnings about it.
  [[nodiscard]] const ReadCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

 private:
  ReadOptions read_;
  RunLimits limits_;
  SpooledStdin standard_input_;
  InputFiles found_;
  ReadCounts counts_;
  std::vector<std::string> warnings_;
};

}  // namespace facsim
