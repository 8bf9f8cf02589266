// SPDX-License-Identifier: Apache-2.0
// Returns the figures of `facsim eval` for files and a truth.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "bind.h"
#include "facsim/eval/evaluate.h"
#include "labels.h"
#include "rows.h"
#include "watched.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

struct EvalAsked {
  std::string truth;
  std::string labels;
  std::optional<double> label_min;
  std::optional<double> resemblance_floor;
  std::vector<int> distances;
  std::vector<double> thresholds;
};

EvalOptions options_of(const EvalAsked& asked, std::vector<ReadyProfile> profiles) {
  EvalOptions options;
  options.truth = asked.truth == "exact"      ? Truth::exact
                  : asked.truth == "clusters" ? Truth::clusters
                                              : Truth::pairs;
  options.labels = asked.labels;
  options.label_min = asked.label_min;
  options.distances = asked.distances.empty() ? usual_distances() : asked.distances;
  options.thresholds = asked.thresholds.empty() ? usual_thresholds() : asked.thresholds;
  std::sort(options.distances.begin(), options.distances.end());
  std::sort(options.thresholds.begin(), options.thresholds.end());
  // If the caller set no floor, it is lowered to the smallest threshold.
  double floor = options.resemblance_floor;
  for (const ReadyProfile& profile : profiles) {
    floor = std::min(floor, profile.profile.thresholds.min_resemblance);
  }
  options.resemblance_floor = asked.resemblance_floor.value_or(floor);
  options.profiles = std::move(profiles);
  return options;
}

nb::dict dict_of_evaluation(const Evaluation& evaluation) {
  nb::dict dict;
  dict["json"] = label(to_json(evaluation.report));
  dict["text"] = label(to_text(evaluation.report));
  dict["csv"] = label(to_csv(evaluation.report));
  dict["html"] = label(to_html(evaluation.report));
  nb::list warnings;
  for (const std::string& warning : evaluation.warnings) warnings.append(label(warning));
  dict["warnings"] = warnings;
  return dict;
}

}  // namespace

void bind_evaluate(nb::module_& module) {
  module.def(
      "evaluate",
      [](const std::vector<std::string>& inputs, const RowFields& fields, const ReadyProfile& judge,
         std::vector<ReadyProfile> profiles, std::string truth, std::string labels,
         std::optional<double> label_min, std::optional<double> resemblance_floor,
         std::vector<int> distances, std::vector<double> thresholds, std::uint64_t memory_bytes,
         int threads, std::string tmp, nb::handle progress) {
        EvalOptions options =
            options_of({std::move(truth), std::move(labels), label_min, resemblance_floor,
                        std::move(distances), std::move(thresholds)},
                       std::move(profiles));
        options.read = named_read_options_of(fields);
        options.judge = judge;
        options.limits = {.threads = threads, .memory_bytes = memory_bytes, .tmp = std::move(tmp)};
        std::atomic<bool> cancelled = false;
        Watched watched(cancelled);
        const RunHooks hooks = watched.hooks(progress);
        return dict_of_evaluation(watched.run([&] { return evaluate(inputs, options, hooks); }));
      },
      nb::kw_only(), nb::arg("inputs"), nb::arg("fields"), nb::arg("judge"), nb::arg("profiles"),
      nb::arg("truth"), nb::arg("labels"), nb::arg("label_min").none(),
      nb::arg("resemblance_floor").none(), nb::arg("distances"), nb::arg("thresholds"),
      nb::arg("memory_bytes"), nb::arg("threads"), nb::arg("tmp"), nb::arg("progress").none());
}

}  // namespace facsim::python
