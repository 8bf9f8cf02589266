// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a store in another folder: backups, and stores that are made of them.
//
// A copy is of one moment and is itself a store: its index is made when it is opened. Rows and keys
// are all that is copied, since all else is made of them.
//
// Where nobody has the store open, a copy may link the files of the rows instead of writing them
// again: some milliseconds, and no room on the disk before the store changes. Beside a program that
// has it open, or from a disk that cannot be written, the rows are read and written again: 1 to 2
// us a row.

#include <cstdint>
#include <functional>
#include <string>

namespace facsim {

struct StoreCopyOptions {
  bool may_link = true;
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  // Called with the rows so far every some thousand, and while every byte is read; may throw.
  std::function<void(std::uint64_t rows)> check = {};
};

struct StoreCopy {
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;  // of the copy on the disk; linked ones count
  bool is_linked = false;
};

// Copies the rows of `store` into `folder`, which is there and has no rows, and reads every byte of
// the copy. Throws Error{not_found} where there is no store; {damaged, unsupported} where its rows
// cannot be read, {already_exists, io, no_space}, and what options.check throws.
StoreCopy copy_store(const std::string& store, const std::string& folder,
                     const StoreCopyOptions& options = {});

}  // namespace facsim
