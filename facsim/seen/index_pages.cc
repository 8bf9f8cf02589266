// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/index_pages.h"

#include <utility>

#include "facsim/run/run.h"

namespace facsim {

IndexPages::IndexPages(const std::vector<std::string>& words, ReadOptions read, RunLimits limits,
                       const std::atomic<bool>* cancelled)
    : read_(std::move(read)),
      limits_(std::move(limits)),
      standard_input_(limits_.tmp, cancelled),
      found_(find_inputs(words, read_, standard_input_)) {}

void IndexPages::read(Corpus& corpus, const ReadyProfile& judge, const RunHooks& hooks,
                      Scratch& scratch) {
  Run run(limits_, hooks, scratch);
  run.warn(found_.warnings);
  counts_ = scan(corpus, read_, judge, run);
  warnings_ = run.warnings();
}

}  // namespace facsim
