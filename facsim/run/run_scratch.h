// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scratch for one run: a folder that is removed with it, or memory if no folder is named.

#include <cstdint>
#include <optional>
#include <string>

#include "facsim/base/memory_scratch.h"
#include "facsim/files/temp_folder.h"

namespace facsim {

class RunScratch {
 public:
  // `tmp` as in RunLimits. Throws what TempFolder throws.
  explicit RunScratch(const std::string& tmp) {
    if (!tmp.empty()) folder_.emplace(tmp);
  }
  [[nodiscard]] Scratch& get() noexcept {
    return folder_ ? static_cast<Scratch&>(*folder_) : static_cast<Scratch&>(memory_);
  }
  // Bytes written to a disk so far.
  [[nodiscard]] std::uint64_t bytes_written() const noexcept {
    return folder_ ? folder_->bytes_written() : 0;
  }

 private:
  std::optional<TempFolder> folder_;
  MemoryScratch memory_;
};

}  // namespace facsim
