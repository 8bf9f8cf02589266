// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which folder was a run made? Rows name inputs as the command did, often by relative paths.

#include <string>
#include <vector>

namespace facsim {

// Out of the absolute paths of matches.facsim. Empty where no input is relative, or where there is
// no such file, a damaged one or one of another version, for then nobody knows. Cost: that file is
// read once.
[[nodiscard]] std::string run_folder(const std::string& result,
                                     const std::vector<std::string>& inputs);

}  // namespace facsim
