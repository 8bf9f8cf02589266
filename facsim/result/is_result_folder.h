// SPDX-License-Identifier: Apache-2.0
#pragma once
// Distinguishes results of earlier runs from other folders.

#include <string>
#include <string_view>

namespace facsim {

// True if `path` is a folder with a result of facsim: a summary.json (not a link) that begins as
// report/summary writes it, with version, profile and recipe. False for any other, missing or
// unreadable folder. Cost: one open, and one read of at most 1 KB if the file exists.
[[nodiscard]] bool is_result_folder(const std::string& path);

// True if `name` is that of a hidden folder for an unfinished result: .OUT.facsim-XXXXXX.
[[nodiscard]] bool is_unfinished_result(std::string_view name) noexcept;

}  // namespace facsim
