// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adds fingerprints from files to an index of fingerprints.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/input/fingerprint_files.h"
#include "facsim/known/index_changes.h"

namespace facsim {

// Adds every fingerprint of the files and commits them as one segment of `next`; returns how many.
// Fingerprints without an id are named by numbers, which continue those that the index gave before.
// `may_be_empty`: adding none is not an error; otherwise require_entries() throws. `warn` is called
// for lines that are not fingerprints. Throws as for_each_fingerprint() does.
std::uint64_t add_fingerprints(IndexWriter& writer, Manifest next,
                               std::vector<FingerprintInput> inputs,
                               const IndexChangeOptions& options, bool may_be_empty,
                               const std::function<void(const std::string&)>& warn,
                               Scratch& scratch);

}  // namespace facsim
