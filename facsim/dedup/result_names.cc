// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/result_names.h"

#include <algorithm>
#include <string_view>

#include "facsim/input/report_names.h"

namespace facsim {
namespace {

// No input may have such a name.
constexpr bool is_report(std::string_view name) {
  return std::find(kReportNames.begin(), kReportNames.end(), name) != kReportNames.end();
}
static_assert(is_report(kSkippedName) && is_report(kRevisitsName) && is_report(kMatchesName) &&
              is_report(kDecisionsName));

}  // namespace

const std::vector<std::string> kResultReports(kReportNames.begin(), kReportNames.end());

}  // namespace facsim
