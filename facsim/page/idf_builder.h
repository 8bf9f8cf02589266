// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts in how many documents each feature occurs, and so learns a table of idf (Spaerck Jones,
// Journal of Documentation 1972) from a corpus.
//
// The table depends only on the set of documents, not on their order, threads or memory: counts
// that do not fit are written to files, sorted, and merged at the end.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "facsim/features/feature_maker.h"

namespace facsim {

// The counts of one thread.
class IdfCounter {
 public:
  // Runs are written to files in the existing folder `tmp`, which the caller removes; `name`
  // distinguishes counters. About `memory_bytes` are held in memory.
  IdfCounter(std::string tmp, std::string name, std::uint64_t memory_bytes);

  // Adds one document: its distinct features, as returned by FeatureMaker. Throws Error{io,
  // no_space}.
  void add(std::span<const TextFeature> features);

  [[nodiscard]] std::uint64_t documents() const noexcept { return documents_; }

 private:
  friend struct IdfMerge;
  void spill();

  std::string tmp_;
  std::string name_;
  std::uint64_t memory_bytes_;
  std::uint64_t used_bytes_ = 0;
  std::uint64_t documents_ = 0;
  std::unordered_map<std::string, std::uint64_t> counts_;
  std::vector<std::string> runs_;
};

struct IdfReport {
  std::uint64_t documents = 0;
  std::uint64_t features = 0;  // in the table
  std::uint64_t rare = 0;      // left out, because fewer than `documents_min` documents have them
};

// Throws Error{already_exists} if the file exists and `overwrite` is false; Error{not_found} if its
// folder is missing.
void require_new(const std::string& path, bool overwrite);

// Writes `# facsim idf 1 documents=N`, then `feature<TAB>idf` in byte order, where idf = ln(1 + N /
// documents that have it) with six decimals. The file appears completely or not at all. Throws
// Error{invalid_argument} if there are no documents, Error{already_exists, io, no_space}.
[[nodiscard]] IdfReport write_idf(std::span<IdfCounter> counters, const std::string& path,
                                  std::uint64_t documents_min, bool overwrite);

}  // namespace facsim
