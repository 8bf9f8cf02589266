// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kept pages of a result of `facsim dedup`: its inputs, read again, without what it removed.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "apps/settings.h"
#include "facsim/read_pages.h"

namespace facsim {

// Where the removed pages of a result stand.
class RemovedPages {
 public:
  // Reads duplicates.jsonl of the folder. Throws Error{not_found, damaged, io}.
  explicit RemovedPages(const std::string& folder);
  [[nodiscard]] bool has(const PageName& page) const;

 private:
  std::unordered_map<std::string, std::unordered_set<std::uint64_t>> offsets_;  // by file
};

// What the run read, with its fields; of its pages those that it removed are still among them.
// Throws Error{not_found} where an input is gone, with what else can be named.
[[nodiscard]] std::unique_ptr<PageReader> inputs_of_run(const std::string& folder,
                                                        const PageReaderOptions& options);

}  // namespace facsim
