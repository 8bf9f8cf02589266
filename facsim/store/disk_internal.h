// SPDX-License-Identifier: Apache-2.0
#pragma once
// The few things that this room does to a disk, each announced to the hook of step_hook.h.
//
// A file that must survive a power cut is written under a name of its own, synced, renamed, and
// then its folder is synced: before the rename there is the old file or none, behind it the new
// one, whole. (Pillai et al., OSDI 2014, section 4, on what goes wrong without one of the four.)

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

// Tells the hook, if there is one.
void take_step(std::string_view verb, std::string_view name = {});

// What errno says about `path`: Error{no_space} for a full disk, a quota or a file that may not
// grow, Error{io} otherwise.
[[nodiscard]] Error disk_error(int error_number, const std::string& path, std::string_view doing);

// The last part of a path, and what stands before it ("." where nothing does).
[[nodiscard]] std::string_view file_name_of(std::string_view path) noexcept;
[[nodiscard]] std::string folder_of(std::string_view path);

// Waits until the names in the folder are on the disk.
void sync_folder(const std::string& folder);

// Removes the file; not being there is no error.
void remove_file(const std::string& path);

// Fills `into` from `offset`; the reason in words where that fails or the file ends before.
[[nodiscard]] std::optional<std::string> read_at(const FileHandle& file, std::uint64_t offset,
                                                 std::span<std::byte> into);

// The size of an open file; Error{io} where it is not a plain file.
[[nodiscard]] std::uint64_t size_of(const FileHandle& file, const std::string& path);

// A hidden name beside the target, ".TARGET.PID-NUMBER.tmp", which no other writer has.
// target_of_temporary() gives TARGET back, and nothing for any other name.
[[nodiscard]] std::optional<std::string_view> target_of_temporary(std::string_view name) noexcept;

// A file that appears under its name whole or not at all. One thread at a time.
//
// What is appended is written in pieces of a huge page, each at a multiple of its size: a file
// system with large folios (ext4 since Linux 6.16, XFS) keeps such a piece in memory as one, and a
// mapping of it takes one address translation instead of 512.
class NewFile {
 public:
  // Makes the temporary. Throws Error{not_found} if there is no such folder, {no_space, io}.
  explicit NewFile(std::string target);
  ~NewFile();  // without commit(): removes the temporary
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // At the end, or over bytes that are there.
  void append(std::span<const std::byte> bytes);
  void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::string& target() const noexcept { return target_; }

  // Syncs, renames, syncs the folder. What had the target's name is replaced. Where this throws,
  // is_in_place() says whether the rename happened: then only the folder was not synced.
  void commit();
  [[nodiscard]] bool is_in_place() const noexcept { return renamed_; }

 private:
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void write_pending();

  std::string target_;
  std::string temporary_;
  FileHandle file_;
  std::uint64_t size_ = 0;          // with what is pending
  std::vector<std::byte> pending_;  // the end of the file: less than a piece
  bool renamed_ = false;
};

}  // namespace facsim
