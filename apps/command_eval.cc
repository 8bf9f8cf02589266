// SPDX-License-Identifier: Apache-2.0
// facsim eval: measures the quality of measures, channels and profiles on pages whose truth is
// known.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>

#include "apps/command_eval.h"
#include "apps/commands.h"
#include "apps/output.h"
#include "apps/read_inputs.h"
#include "apps/values.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/eval/evaluate.h"
#include "facsim/files/byte_sink.h"
#include "facsim/page/idf_builder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

template <class Value>
std::vector<Value> sorted(std::vector<Value> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

[[noreturn]] void throw_eval_usage(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what + " (see 'facsim help eval')");
}

// Sources of the truth, as bits in the order of their flags.
constexpr unsigned kPairs = 1;
constexpr unsigned kClusters = 2;
constexpr unsigned kExact = 4;
constexpr unsigned kSynthesize = 8;
constexpr std::array<std::string_view, 4> kTruthFlags = {"--pairs", "--clusters", "--exact",
                                                         "--synthesize"};
constexpr unsigned kMeasured = kPairs | kClusters | kExact;

// Flags that are only valid with some sources of the truth.
struct FlagOfTruths {
  std::string_view flag;
  unsigned truths;
};
constexpr std::array kFlagsOfTruths = {
    FlagOfTruths{"--label-min", kPairs},
    FlagOfTruths{"--resemblance-floor", kClusters | kExact},
    FlagOfTruths{"--agreement-pairs", kClusters | kExact},
    FlagOfTruths{"--distances", kMeasured},
    FlagOfTruths{"--thresholds", kMeasured},
    FlagOfTruths{"--sketches", kMeasured},
    FlagOfTruths{"--json", kMeasured},
    FlagOfTruths{"--csv", kMeasured},
    FlagOfTruths{"--html", kMeasured},
    FlagOfTruths{"--output", kSynthesize},
    FlagOfTruths{"--seed", kSynthesize},
};

std::vector<std::string> flags_of_truths(unsigned truths) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kTruthFlags.size(); ++i) {
    if ((truths >> i & 1U) != 0) names.emplace_back(kTruthFlags[i]);
  }
  return names;
}

void check_eval_usage(const Settings& settings) {
  unsigned asked = 0;
  for (std::size_t i = 0; i < kTruthFlags.size(); ++i) {
    if (settings.is_given(kTruthFlags[i])) asked |= 1U << i;
  }
  if (!std::has_single_bit(asked)) {
    throw_eval_usage("say one of --pairs FILE, --clusters FILE, --exact and --synthesize, not " +
                     std::string(asked == 0 ? "none" : "several"));
  }
  if (settings.inputs.empty()) {
    throw_eval_usage("no input given; name files, folders, or - for standard input");
  }
  for (const FlagOfTruths& known : kFlagsOfTruths) {
    if ((known.truths & asked) != 0 || !settings.is_given(known.flag)) continue;
    throw_eval_usage(std::string(known.flag) + " is for " +
                     words_with_and(flags_of_truths(known.truths)));
  }
}

// All named profiles, or only the one that the user named.
std::vector<ReadyProfile> chosen_profiles(const Settings& settings) {
  std::vector<ReadyProfile> profiles;
  for (const NamedProfile& known : named_profiles()) {
    if (settings.is_given("--profile") && known.name != settings.profile) continue;
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
  options.distances = given.distances.empty() ? usual_distances() : given.distances;
  options.distances = sorted(std::move(options.distances));
  options.thresholds = sorted(given.thresholds.empty() ? usual_thresholds() : given.thresholds);
  options.agreement_pairs_max = given.agreement_pairs.value_or(options.agreement_pairs_max);
  options.sketches = given.sketches;
  options.read = settings.read;
  options.judge = settings.judged_by();
  options.policy = settings.policy;
  options.limits = settings.limits;
  options.profiles = chosen_profiles(settings);
  // If the user set no floor, it is lowered to the smallest threshold.
  double floor = options.resemblance_floor;
  for (const ReadyProfile& profile : options.profiles) {
    floor = std::min(floor, profile.profile.thresholds.min_resemblance);
  }
  options.resemblance_floor = given.resemblance_floor.value_or(floor);
  return options;
}

// Writes a whole file or none: first to part_path, which is then renamed.
void write_file(const std::string& name, const std::string& text) {
  // A symbolic link stays one; its target is written.
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
  check_eval_usage(settings);
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
