// SPDX-License-Identifier: Apache-2.0
// facsim recluster: turns settings into options, writes the rows anew, and prints the outcome.
#include "apps/commands.h"
#include "apps/read_inputs.h"
#include "apps/summary_output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/dedup/matches/recluster.h"

namespace facsim {
namespace {

ReclusterOptions options_of(const Settings& settings) {
  ReclusterOptions options;
  options.min_resemblance = settings.min_resemblance;
  options.min_agreement = settings.min_agreement;
  options.min_containment = settings.min_containment;
  options.min_containment_to_remove = settings.min_containment_to_remove;
  options.names = settings.names;
  if (settings.is_given("--keep")) options.keep = settings.policy.keep;
  if (settings.is_given("--remove")) options.remove = settings.policy.remove;
  if (settings.is_given("--mode")) options.mode = settings.folder.mode;
  if (settings.is_given("--rows")) options.rows = settings.folder.rows;
  options.decisions = settings.decisions;
  options.apply = settings.apply;
  options.limits = settings.limits;
  return options;
}

}  // namespace

void run_recluster(const Settings& settings) {
  if (settings.inputs.size() != 1) {
    throw Error(ErrorCode::invalid_argument,
                "takes one folder that facsim dedup wrote (see 'facsim help recluster')",
                "recluster");
  }
  require_tmp(settings);
  WatchedRun watched(settings);
  const Summary summary = recluster(settings.inputs.front(), options_of(settings), watched.hooks());
  watched.finish();

  print_summary(summary, settings);
}

}  // namespace facsim
