// SPDX-License-Identifier: Apache-2.0
// facsim eval: how well the measures, channels and profiles do on pages whose truth is known.
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "apps/command_eval.h"
#include "apps/commands.h"
#include "apps/inputs.h"
#include "apps/output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/eval/evaluate.h"
#include "facsim/files/byte_sink.h"
#include "facsim/page/idf_builder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

constexpr int kDistanceMost = 16;

std::vector<double> usual_thresholds() {
  std::vector<double> thresholds = {0.62, 0.82};
  for (int i = 10; i <= 20; ++i) thresholds.push_back(i / 20.0);
  return thresholds;
}

template <class Value>
std::vector<Value> sorted(std::vector<Value> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

[[noreturn]] void throw_usage(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what + " (see 'facsim help eval')");
}

void check_usage(const Settings& settings) {
  const EvalSettings& given = settings.eval;
  const int truths = (given.pairs.empty() ? 0 : 1) + (given.clusters.empty() ? 0 : 1) +
                     (given.exact ? 1 : 0) + (given.synthesize ? 1 : 0);
  if (truths != 1) {
    throw_usage("say one of --pairs FILE, --clusters FILE, --exact and --synthesize, not " +
                std::string(truths == 0 ? "none" : "several"));
  }
  if (settings.inputs.empty()) {
    throw_usage("no input given; name files, folders, or - for standard input");
  }
  if (given.label_min && given.pairs.empty()) {
    throw_usage("--label-min cuts the labels of --pairs, which is not given");
  }
  if (given.resemblance_floor && !given.exact && given.clusters.empty()) {
    throw_usage("--resemblance-floor is for --exact and --clusters");
  }
  if (!given.sketches.empty() && given.synthesize) {
    throw_usage("--sketches is for --exact, --clusters and --pairs");
  }
  if (!settings.output.empty() && !given.synthesize) {
    throw_usage("-o is for --synthesize; results go to standard output, --csv and --html");
  }
}

// All named profiles, or the one that was named.
std::vector<ReadyProfile> chosen_profiles(const Settings& settings) {
  std::vector<ReadyProfile> profiles;
  for (const NamedProfile& known : named_profiles()) {
    if (settings.profile_given && known.name != settings.profile) continue;
    Settings named = settings;
    named.profile = known.name;
    profiles.push_back(named.judged_by());
  }
  return profiles;
}

EvalOptions eval_options(const Settings& settings) {
  const EvalSettings& given = settings.eval;
  EvalOptions options;
  options.truth = given.exact              ? Truth::exact
                  : given.clusters.empty() ? Truth::pairs
                                           : Truth::clusters;
  options.labels = given.clusters.empty() ? given.pairs : given.clusters;
  options.label_min = given.label_min;
  options.distances = given.distances;
  if (options.distances.empty()) {
    for (int distance = 0; distance <= kDistanceMost; ++distance) {
      options.distances.push_back(distance);
    }
  }
  options.distances = sorted(std::move(options.distances));
  options.thresholds = sorted(given.thresholds.empty() ? usual_thresholds() : given.thresholds);
  options.agreement_pairs_max = given.agreement_pairs;
  options.sketches = given.sketches;
  options.read = settings.read;
  options.judge = settings.judged_by();
  options.policy = settings.policy;
  options.limits = settings.limits;
  options.profiles = chosen_profiles(settings);
  // A floor that nobody chose makes room for a threshold below it.
  double floor = 0.5;
  for (const ReadyProfile& profile : options.profiles) {
    floor = std::min(floor, profile.profile.thresholds.min_resemblance);
  }
  options.resemblance_floor = given.resemblance_floor.value_or(floor);
  return options;
}

// Whole or not at all: written part_path, then renamed.
void write_file(const std::string& name, const std::string& text) {
  // A link stays one: what it leads to is written.
  const std::string path = fs::is_symlink(name) ? fs::weakly_canonical(name).string() : name;
  const std::string part_path = path + ".part-" + std::to_string(::getpid());
  const auto sink = create_bytes(part_path, Packing::none);
  try {
    sink->write(text);
    sink->close();
    fs::rename(part_path, path);
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    fs::remove(part_path, ignored);
    throw Error(ErrorCode::io, error.code().message(), path);
  } catch (...) {
    std::error_code ignored;
    fs::remove(part_path, ignored);
    throw;
  }
}

}  // namespace

void run_eval(const Settings& settings) {
  check_usage(settings);
  require_tmp(settings);
  if (settings.eval.synthesize) return run_eval_synthesize(settings);
  for (const std::string& file : {settings.eval.csv, settings.eval.html}) {
    if (!file.empty()) require_new(file, settings.folder.force);
  }
  WatchedRun watched(settings);
  const Evaluation evaluation = evaluate(settings.inputs, eval_options(settings), watched.hooks());
  watched.finish();
  for (const std::string& warning : evaluation.warnings) print_warning(warning);
  if (!settings.eval.csv.empty()) write_file(settings.eval.csv, to_csv(evaluation.report));
  if (!settings.eval.html.empty()) write_file(settings.eval.html, to_html(evaluation.report));
  Output output;
  output.write(settings.json ? to_json(evaluation.report) : to_text(evaluation.report));
  output.finish();
}

}  // namespace facsim
