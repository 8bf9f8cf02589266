// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies the rows of a store to another folder: for backups, and to make a store of a backup.
//
// A copy is of one moment and is itself a store: its index is made when it is opened. Only rows and
// keys are copied, since everything else is derived from them.
//
// If no program has the store open, a copy may link the files of the rows instead of writing them
// again: this takes some milliseconds, and no space on the disk until the store changes. If a
// program has it open, or its disk cannot be written, the rows are read and written again: 1 to 2
// us a row.

#include <cstdint>
#include <functional>
#include <string>

namespace facsim {

struct StoreCopyOptions {
  bool may_link = true;
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  // Called with 0 while every byte is read, and now and then with the number of rows written or
  // pages counted so far; may throw.
  std::function<void(std::uint64_t rows)> check = {};
};

struct StoreCopy {
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;  // of the copy on the disk, including linked files
  bool is_linked = false;
};

// Copies the rows of `store` into `folder`, which must exist and have no rows, and reads every byte
// of the copy. Throws Error{not_found} if the store does not exist; {damaged, unsupported} if its
// rows cannot be read; {already_exists, io, no_space}; and what options.check throws.
StoreCopy copy_store(const std::string& store, const std::string& folder,
                     const StoreCopyOptions& options = {});

}  // namespace facsim
