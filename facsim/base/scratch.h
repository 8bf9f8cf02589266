// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place to spill to: anonymous files that vanish when closed. An interface for the core.
//
// The core does no input or output, so data that exceeds its memory budget goes through this
// interface; files/temp_folder.h has the one that writes to --tmp, tests use one in memory.

#include <cstdint>
#include <memory>
#include <span>

namespace facsim {

class ScratchFile {
 public:
  virtual ~ScratchFile() = default;
  // Adds the bytes at the end. Throws Error{no_space, io}.
  virtual void append(std::span<const std::byte> bytes) = 0;
  // Fills `into` from `offset`; all of it must have been appended before. Callable from several
  // threads at once, as long as none appends.
  virtual void read(std::uint64_t offset, std::span<std::byte> into) const = 0;
  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;
};

class Scratch {
 public:
  virtual ~Scratch() = default;
  // Creates an empty file; its space is freed when it is destroyed. Callable from any thread.
  [[nodiscard]] virtual std::unique_ptr<ScratchFile> create() = 0;
};

}  // namespace facsim
