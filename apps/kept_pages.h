// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kept pages of a result of `facsim dedup`: its inputs, read again, without the removed pages.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "apps/settings.h"
#include "facsim/read_pages.h"

namespace facsim {

// The places of the removed pages of a result.
class RemovedPages {
 public:
  // Reads duplicates.jsonl of the folder. Throws Error{not_found, damaged, io}.
  explicit RemovedPages(const std::string& folder);
  [[nodiscard]] bool has(const PageName& page) const;

 private:
  std::unordered_map<std::string, std::unordered_set<std::uint64_t>> offsets_;  // by file
};

// A reader of the inputs of a run, with the fields that the run used. It does not leave out the
// pages that the run removed. Throws Error{not_found} if an input is missing; the message says what
// to name instead.
[[nodiscard]] std::unique_ptr<PageReader> inputs_of_run(const std::string& folder,
                                                        const PageReaderOptions& options);

}  // namespace facsim
