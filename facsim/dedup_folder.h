// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies files without their near-duplicates, with the reason for every removal.
//
// The result folder appears whole or not at all. Except for the object `run` of summary.json, its
// files depend only on what the result of dedup() depends on, and on FolderOptions. The inputs are
// read once more to copy them.

#include <string>
#include <vector>

#include "facsim/dedup.h"
#include "facsim/folder_options.h"

namespace facsim {

// Deduplicates `inputs` ("-" is standard input) into the folder `output`. Throws Error.
[[nodiscard]] Summary dedup_to_folder(const std::vector<std::string>& inputs,
                                      const std::string& output, const DedupOptions& options,
                                      const FolderOptions& folder, const RunHooks& hooks = {});

}  // namespace facsim
