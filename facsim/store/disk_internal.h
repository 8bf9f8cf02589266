// SPDX-License-Identifier: Apache-2.0
#pragma once
// The few disk operations of this room, each announced to the hook of step_hook.h.
//
// A file that must survive a power cut is written under a temporary name, synced, renamed, and then
// its folder is synced: before the rename the old file exists or none, after it the new one,
// complete. (Pillai et al., OSDI 2014, section 4, on what goes wrong without one of the four.)

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/files/packed_input.h"

namespace facsim {

[[nodiscard]] inline Sentence rebuild_remedy() {
  return "make it again (`" + Named::index_build + "`, `" + Named::dedup + "`)";
}

// Reports a step to the hook, if one is set.
void take_step(std::string_view verb, std::string_view name = {});

// The error for errno and `path`: Error{no_space} for a full disk, a quota or a file that may not
// grow, Error{not_found} if the path does not exist, Error{io} otherwise.
[[nodiscard]] Error disk_error(int error_number, const std::string& path, std::string_view doing);

// The last part of a path, and the part before it ("." if there is none).
[[nodiscard]] std::string_view file_name_of(std::string_view path) noexcept;
[[nodiscard]] std::string folder_of(std::string_view path);

// Waits until the names in the folder are on the disk.
void sync_folder(const std::string& folder);

// Removes the file; a file that does not exist is not an error.
void remove_file(const std::string& path);

// Fills `into` from `offset`. Returns the reason in words if that fails or the file is too short.
[[nodiscard]] std::optional<std::string> read_at(const FileHandle& file, std::uint64_t offset,
                                                 std::span<std::byte> into);

// The size of an open file. Throws Error{io} unless it is a plain file.
[[nodiscard]] std::uint64_t size_of(const FileHandle& file, const std::string& path);

// Temporaries have a hidden name beside the target, ".TARGET.PID-NUMBER.tmp", unique to the writer.
// target_of_temporary() returns TARGET, and nothing for any other name.
[[nodiscard]] std::optional<std::string_view> target_of_temporary(std::string_view name) noexcept;

// A file that appears under its name completely or not at all. One thread at a time.
//
// Appended bytes are written in pieces of the size of a huge page, each at a multiple of it: a file
// system with large folios (ext4 since Linux 6.16, XFS) caches such a piece as one, and a mapping
// of it takes one address translation instead of 512.
class NewFile {
 public:
  // Creates the temporary. Throws Error{not_found} if the folder does not exist, {no_space, io}.
  explicit NewFile(std::string target);
  ~NewFile();  // without commit(): removes the temporary
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // Write at the end, or over existing bytes.
  void append(std::span<const std::byte> bytes);
  void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::string& target() const noexcept { return target_; }

  // Syncs, renames, syncs the folder. An existing file of the target's name is replaced. If this
  // throws, is_in_place() is true if the rename happened: then only the folder was not synced.
  void commit();
  [[nodiscard]] bool is_in_place() const noexcept { return renamed_; }

 private:
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void write_pending();

  std::string target_;
  std::string temporary_;
  FileHandle file_;
  std::uint64_t size_ = 0;          // including pending_
  std::vector<std::byte> pending_;  // the end of the file: less than a piece
  bool renamed_ = false;
};

}  // namespace facsim
