// SPDX-License-Identifier: Apache-2.0
#pragma once
// The default place of the page of `facsim report`.

namespace facsim {

// Without -o, the page is written to the current folder under this name.
constexpr const char* kReportName = "report.html";

}  // namespace facsim
