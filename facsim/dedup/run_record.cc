// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/run_record.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "facsim/base/version.h"
#include "facsim/files/byte_sink.h"
#include "facsim/report/summary_text.h"
#include "facsim/result/result_names.h"
#include "facsim/run/peak_memory.h"

namespace facsim {

void describe_run(const std::vector<std::string>& inputs, const DedupOptions& options,
                  Summary& summary) {
  const Profile& profile = options.judge.profile;
  summary.inputs = inputs;
  summary.version = kVersion;
  summary.profile = profile.name;
  summary.recipe = profile.recipe.name;
  summary.recipe_id = hex(profile.recipe.id());
  summary.recipe_toml = to_toml(profile.recipe);
  describe_choice(profile, options.policy, summary);
  summary.scope = name_of(options.policy.scope);
  summary.clustering = name_of(options.policy.clustering);
  summary.text = profile.recipe.parts.front().part == TextPart::all ? "all" : "main";
  summary.shingle_size = profile.recipe.sketch.shingle_size;
  summary.units_min = static_cast<std::uint32_t>(profile.units_min);
  summary.max_distance = profile.max_distance;
  summary.text_field = options.read.text_field;
  summary.html_field = options.read.html_field;
  summary.id_field = options.read.id_field;
  summary.url_field = options.read.url_field;
  summary.status_field = options.read.status_field;
  summary.judged_statuses = options.read.judged_statuses;
  summary.count_by = options.read.count_field;
  summary.page_bytes_max = options.read.page_bytes_max;
  summary.follow = options.read.follow;
}

void describe_choice(const Profile& profile, const Policy& policy, Summary& summary) {
  summary.keep = text_of(policy.keep);
  summary.remove.clear();
  for (int kind = 0; kind < kKindCount; ++kind) {
    if (policy.remove.has(static_cast<Kind>(kind))) {
      summary.remove.emplace_back(name_of(static_cast<Kind>(kind)));
    }
  }
  summary.min_resemblance = profile.thresholds.min_resemblance;
  summary.refuse_templates = policy.refuse_templates;
  summary.min_containment_to_remove = profile.thresholds.containment_to_remove();
  summary.min_agreement = profile.thresholds.min_agreement;
  summary.min_containment = profile.thresholds.min_containment;
  summary.names = profile.thresholds.names;
}

std::vector<Sentence> warnings_of_bound(const Thresholds& thresholds, const Policy& policy) {
  const double bound = thresholds.containment_to_remove();
  const bool removes_parts = policy.remove.has(Kind::layout) || policy.remove.has(Kind::partial);
  if (!removes_parts || thresholds.min_containment >= bound) return {};
  const auto share = [](double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", value);
    return std::string(text.data());
  };
  return {Sentence(Named::min_containment, share(thresholds.min_containment)) +
          " only reports more pages: of kind layout and partial a page is removed if " +
          share(bound) + " of it is in the other; " + Named::min_containment_to_remove +
          " sets that bound"};
}

void note_run(const Run& run, std::uint64_t scratch_bytes, Summary& summary) {
  summary.peak_memory_bytes = peak_memory_of_process();
  summary.scratch_bytes = scratch_bytes;
  summary.threads = run.threads();
  summary.memory_limit_bytes = run.memory_limit();
  summary.stages = run.stages();
  summary.seconds = run.seconds();
  summary.warnings = run.warnings();
}

void write_summary(std::vector<std::string> written, const std::vector<std::string>& earlier,
                   const std::string& output, const std::string& folder, Summary& summary) {
  written.emplace_back(kSummaryName);
  for (const std::string& name : earlier) {
    if (std::find(written.begin(), written.end(), name) == written.end()) written.push_back(name);
  }
  for (const std::string& name : written) {
    summary.outputs.emplace_back(name, (std::filesystem::path(output) / name).string());
  }
  const auto sink = create_bytes(folder + "/" + kSummaryName, Packing::none);
  sink->write(to_json(summary));
  sink->close();
}

}  // namespace facsim
