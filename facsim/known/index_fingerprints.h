// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints from files become entries of an index of fingerprints.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/input/fingerprint_files.h"
#include "facsim/known/index_changes.h"

namespace facsim {

// Adds every fingerprint of the files and commits them as one segment of `next`; says how many.
// Those without an id are called by their numbers, which go on from those that the index gave
// before. `may_be_empty`: also none, where require_entries() throws otherwise. `warn` hears of
// lines that are no fingerprints. Throws as for_each_fingerprint() does.
std::uint64_t add_fingerprints(IndexWriter& writer, Manifest next,
                               std::vector<FingerprintInput> inputs,
                               const IndexChangeOptions& options, bool may_be_empty,
                               const std::function<void(const std::string&)>& warn,
                               Scratch& scratch);

}  // namespace facsim
