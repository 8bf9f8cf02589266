// SPDX-License-Identifier: Apache-2.0
#include "facsim/result/result_names.h"

namespace facsim {

std::vector<std::string> report_names() { return {kReportNames.begin(), kReportNames.end()}; }

}  // namespace facsim
