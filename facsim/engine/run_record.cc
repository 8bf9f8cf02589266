// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/run_record.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "facsim/engine/matches_file.h"
#include "facsim/engine/option_names.h"
#include "facsim/engine/revisit_rows.h"
#include "facsim/engine/skipped_rows.h"
#include "facsim/files/byte_sink.h"
#include "facsim/input/report_names.h"

namespace facsim {
namespace {

// No input may have such a name.
constexpr bool is_report(std::string_view name) {
  return std::find(kReportNames.begin(), kReportNames.end(), name) != kReportNames.end();
}
static_assert(is_report(kSkippedName) && is_report(kRevisitsName) && is_report(kMatchesName));

}  // namespace

const std::vector<std::string> kResultReports(kReportNames.begin(), kReportNames.end());

void StageClock::end(std::string name, std::uint64_t pages, std::uint64_t bytes) {
  const auto now = std::chrono::steady_clock::now();
  summary_.stages.push_back(
      {std::move(name), std::chrono::duration<double>(now - began_).count(), pages, bytes});
  summary_.seconds = std::chrono::duration<double>(now - start_).count();
  began_ = now;
}

void describe_choice(const DedupOptions& options, Summary& summary) {
  summary.mode = name_of(options.mode);
  summary.keep = name_of(options.keep);
  if (options.keep == Keep::field) summary.keep += ":" + options.keep_field;
  summary.remove.clear();
  for (int kind = 0; kind < kKindCount; ++kind) {
    if (options.remove.has(static_cast<Kind>(kind))) {
      summary.remove.emplace_back(name_of(static_cast<Kind>(kind)));
    }
  }
  summary.resemblance_min = options.profile.thresholds.resemblance_min;
  summary.refuse_templates = options.refuse_templates;
  summary.removal_containment_min = options.profile.thresholds.removal_containment_min;
  summary.agreement_min = options.profile.thresholds.agreement_min;
  summary.containment_min = options.profile.thresholds.containment_min;
  summary.threads = std::max(1, options.threads);
  summary.memory_limit_bytes = options.memory_bytes;
}

void note_resources(const TempFolder& temp, Summary& summary) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  summary.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  summary.scratch_bytes = temp.bytes_written();
}

void write_summary(const Summary& summary, const std::string& folder) {
  const auto sink = create_bytes(folder + "/summary.json", Packing::none);
  sink->write(to_json(summary));
  sink->close();
}

}  // namespace facsim
