// SPDX-License-Identifier: Apache-2.0
// facsim report: writes a result folder as one page for people.
#include "apps/commands.h"
#include "apps/read_inputs.h"
#include "apps/report_name.h"
#include "apps/review_output.h"
#include "facsim/base/error.h"
#include "facsim/dedup/matches/run_folder.h"
#include "facsim/known/read_again.h"
#include "facsim/report/read_run.h"

namespace facsim {

void run_report(const Settings& settings) {
  if (settings.inputs.size() != 1) {
    throw Error(ErrorCode::invalid_argument,
                "takes one folder that facsim dedup wrote (see 'facsim help report')", "report");
  }
  require_tmp(settings);
  const std::string& folder = settings.inputs.front();
  const std::string path = settings.output.empty() ? kReportName : settings.output;
  RunFacts run = read_run(folder);
  run.folder = run_folder(folder, run.inputs);
  require_page_outside(path, "-o",
                       {.output = folder, .inputs = inputs_of(run), .index = run.against});
  require_page_place(path, "-o", settings.folder.force);
  write_review_page(folder, path, settings);
}

}  // namespace facsim
