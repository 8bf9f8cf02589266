// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the page of `facsim report` goes.

namespace facsim {

// Without -o, in the folder in which the program was started.
constexpr const char* kReportName = "report.html";

}  // namespace facsim
