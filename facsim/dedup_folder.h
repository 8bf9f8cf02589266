// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files in, the same files without their near-duplicates out, with the reason for every removal.
//
// The result folder appears whole or not at all. All of its files but the object `run` of
// summary.json hang on what dedup() promises to hang on, and on FolderOptions. The inputs are read
// once more, to copy them.

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
