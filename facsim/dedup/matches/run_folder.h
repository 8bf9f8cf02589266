// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the working directory of a run. Rows name inputs as the command did, often by relative
// paths.

#include <string>
#include <vector>

namespace facsim {

// Derives it from the absolute paths of matches.facsim. Empty if no input is relative, or if there
// is no such file, a damaged one or one of another version. Cost: that file is read once.
[[nodiscard]] std::string run_folder(const std::string& result,
                                     const std::vector<std::string>& inputs);

}  // namespace facsim
