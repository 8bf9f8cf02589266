// SPDX-License-Identifier: Apache-2.0
// facsim plan: shows which design an index would get, and what the others cost.
#include <array>
#include <cstdio>

#include "apps/commands.h"
#include "apps/json.h"
#include "apps/output.h"
#include "facsim/base/error.h"
#include "facsim/known/calibrate.h"

namespace facsim {
namespace {

std::string cell(const char* format, double value) {
  std::array<char, 48> text{};
  (void)std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

OrderedJson plan_json(const Plan& plan, bool is_chosen) {
  return {{"design", plan.design.name},
          {"tables", plan.design.tables.size()},
          {"bytes_a_fingerprint", plan.bytes_a_fingerprint},
          {"probes", plan.probes},
          {"candidates", plan.candidates},
          {"single_us", plan.single_us},
          {"batched_us", plan.batched_us},
          {"build_seconds", plan.build_seconds},
          {"chosen", is_chosen}};
}

std::string row(const Plan& plan, std::string_view mark) {
  std::string line = cell("%10.2f", plan.bytes_a_fingerprint) + cell("%10.0f", plan.probes) +
                     cell("%13.0f", plan.candidates) + cell("%12.2f", plan.single_us) +
                     cell("%12.2f", plan.batched_us) + cell("%12.1f", plan.build_seconds) + "  ";
  return line + plan.design.name + std::string(mark) + "\n";
}

}  // namespace

void run_plan(const Settings& settings) {
  if (!settings.inputs.empty()) {
    throw Error{ErrorCode::invalid_argument, "plan takes no input, '" + settings.inputs.front() +
                                                 "' is one too many; say --count and --k"};
  }
  if (settings.count == 0) {
    throw Error{ErrorCode::invalid_argument, "say how many fingerprints there are with --count N"};
  }
  const int distance = settings.index_distance();
  const MachineCosts costs = settings.usual_costs ? usual_costs() : calibrate();
  const PlanChoice choice = plan({.count = settings.count,
                                  .max_distance = distance,
                                  .memory_bytes = settings.plan_memory,
                                  .ordinals = !settings.no_ids},
                                 costs);
  Output output;
  std::vector<Plan> others;
  if (!settings.design.empty()) {
    others.push_back(price(design_named(settings.design, distance), settings.count, costs));
  }
  if (settings.json) {
    OrderedJson all = {{"count", settings.count},
                       {"max_distance", distance},
                       {"reason", choice.reason},
                       {"designs", OrderedJson::array()}};
    for (std::size_t i = 0; i < choice.pareto.size(); ++i) {
      all["designs"].push_back(plan_json(choice.pareto[i], i == choice.chosen));
    }
    for (const Plan& other : others) all["designs"].push_back(plan_json(other, false));
    output.write(json_line(all));
  } else {
    output.write(
        "   bytes/fp    probes   candidates   single us  batched us     build s  design\n");
    for (std::size_t i = 0; i < choice.pareto.size(); ++i) {
      output.write(row(choice.pareto[i], i == choice.chosen ? "  <- chosen" : ""));
    }
    for (const Plan& other : others) output.write(row(other, "  (asked for)"));
    output.write(choice.reason + "\n");
  }
  output.finish();
}

}  // namespace facsim
