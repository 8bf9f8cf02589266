// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder that is removed with its object, and scratch files inside it.
//
// If the disk is full, append() throws Error{no_space} with the folder and the remedy. Bytes
// appended before stay readable. create() may be called from any thread.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "facsim/base/scratch.h"
#include "facsim/files/folder_claim.h"

namespace facsim {

class TempFolder final : public Scratch {
 public:
  // Creates `parent`/facsim-XXXXXX (`parent` must exist), and removes such folders of killed
  // processes. Throws Error{not_found, io, no_space}.
  explicit TempFolder(const std::string& parent);
  ~TempFolder() override;  // removes the folder and all in it
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Scratch files are unlinked as soon as they are created: nothing remains if the program is
  // killed.
  [[nodiscard]] std::unique_ptr<ScratchFile> create() override;

  // Bytes written into scratch files so far.
  [[nodiscard]] std::uint64_t bytes_written() const noexcept { return bytes_written_; }

 private:
  std::string path_;
  FolderClaim claim_;
  std::atomic<std::uint64_t> bytes_written_ = 0;
};

}  // namespace facsim
