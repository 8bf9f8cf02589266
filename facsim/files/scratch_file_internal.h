// SPDX-License-Identifier: Apache-2.0
#pragma once
// A scratch file on disk. Private to this room.
//
// Appended bytes are collected in a buffer that grows up to kScratchBufferBytes as needed: a sort
// may have hundreds of these files. read() also covers the buffer.

#include <atomic>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/sentence.h"
#include "facsim/files/packed_input.h"

namespace facsim {

inline constexpr std::size_t kScratchBufferBytes = std::size_t{256} << 10;
[[nodiscard]] inline Sentence scratch_remedy() { return "give " + Named::tmp + " a larger folder"; }

class DiskScratchFile final : public ScratchFile {
 public:
  // `path` is for messages; appended bytes are added to `written`, which must outlive this.
  DiskScratchFile(FileHandle file, std::string path, std::atomic<std::uint64_t>& written);

  void append(std::span<const std::byte> bytes) override;
  void read(std::uint64_t offset, std::span<std::byte> into) const override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

 private:
  FileHandle file_;
  std::string path_;
  std::atomic<std::uint64_t>* written_;
  std::uint64_t on_disk_ = 0;
  std::vector<std::byte> buffer_;  // the bytes after those on disk
};

}  // namespace facsim
