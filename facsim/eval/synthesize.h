// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes graded edits of given pages as a corpus with its truth: documents.jsonl and pairs.tsv.
//
// The pages themselves are written too, each before its edits, and a pair for every edit: id of the
// page, id of the edit, the share that was left unchanged, the name of the edit and its degree. New
// words and hosts come from the nearby page that shares least with it. The output depends only on
// the pages, their order, the recipe and the seed. Memory: some 64 pages and their edits.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/input/record_reader.h"
#include "facsim/ready_profile.h"
#include "facsim/run/run.h"

namespace facsim {

struct SynthesisOptions {
  std::uint64_t seed = 0;
  bool force = false;  // write into a folder that is not empty
  ReadOptions read;    // with the fields that the recipe reads
  ReadyProfile judge;  // its recipe defines the units
  RunLimits limits;
};

struct SynthesisReport {
  std::uint64_t pages = 0;      // edited pages
  std::uint64_t too_short = 0;  // pages too short to be edited
  std::uint64_t too_large = 0;
  std::uint64_t documents = 0;
  std::uint64_t pairs = 0;
  std::vector<std::string> warnings;
};

// Larger pages are left out, because forty times their size would be written.
inline constexpr std::size_t kSynthesisPageBytesMax = std::size_t{4} << 20;

// Creates the folder `output`, whole or not at all. Throws Error; {invalid_argument} if no page can
// be edited.
[[nodiscard]] SynthesisReport synthesize(const std::vector<std::string>& inputs,
                                         const std::string& output, const SynthesisOptions& options,
                                         const RunHooks& hooks = {});

}  // namespace facsim
