// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder that vanishes with its object, and scratch files inside it.
//
// A full disk throws Error{no_space} from append(), with the folder and the remedy. What was
// appended before stays readable. create() may be called from any thread.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "facsim/base/scratch.h"
#include "facsim/files/folder_claim.h"

namespace facsim {

class TempFolder final : public Scratch {
 public:
  // Makes `parent`/facsim-XXXXXX (parent must exist), and removes those there whose process was
  // killed. Throws Error{not_found, io, no_space}.
  explicit TempFolder(const std::string& parent);
  ~TempFolder() override;  // removes the folder and all in it
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Scratch files are unlinked as soon as they are made: nothing is left if the program is killed.
  [[nodiscard]] std::unique_ptr<ScratchFile> create() override;

  // Bytes that went into scratch files so far.
  [[nodiscard]] std::uint64_t bytes_written() const noexcept { return bytes_written_; }

 private:
  std::string path_;
  FolderClaim claim_;
  std::atomic<std::uint64_t> bytes_written_ = 0;
};

}  // namespace facsim
