// SPDX-License-Identifier: Apache-2.0
#pragma once
// Telling results of earlier runs from other folders.

#include <string>
#include <string_view>

namespace facsim {

// Whether `path` is a folder that holds a result of ours: a summary.json (no link) that opens as
// report/summary writes it, with version, profile and recipe. Any other, missing or unreadable
// folder is none. Cost: one open, and one read of a few hundred bytes where the file is there.
[[nodiscard]] bool is_result_folder(const std::string& path);

// Whether a folder of this name, .OUT.facsim-XXXXXX, is one in which a result is or was made.
[[nodiscard]] bool is_unfinished_result(std::string_view name) noexcept;

}  // namespace facsim
