// SPDX-License-Identifier: Apache-2.0
#pragma once
// A segment: one immutable file of named sections with checksums.
//
// The contents of a section belong to its writer (index/); this room promises that the bytes are
// those that were written, or reports which are not. docs/formats/segment.md defines the format. A
// file that was truncated or extended, has a newer version, or contains impossible counts is
// refused when it is opened; verify() finds a flipped bit anywhere, padding included. Every byte is
// covered by an XXH3-64, which guards against faults of disks and memory and not against forgers.
//
// Cost: opening reads the header and 64 bytes a section, whatever the size of the file. A mapped
// section is read from the disk when it is accessed. A loaded one is in memory, in huge pages if
// the system grants them, and was verified while it was loaded: 0.2 s a GiB, plus the time to read
// the disk and the system's time to clear that much memory.
//
// If another program truncates a file while it is mapped, a process that accesses the missing pages
// is killed (SIGBUS). Our programs never do that: segments are replaced by rename and removed by
// unlink, and both leave open files as they are. Load files from a disk that others write to, or
// that may fail during reads. verify() reads the file and does not access the mapping.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "facsim/files/packed_input.h"
#include "facsim/model/recipe.h"
#include "facsim/store/section_info.h"

namespace facsim {

// The size and digest of a file that the manifest records, so that no other file is taken for it.
// The digest depends on every byte.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::uint64_t digest = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

class NewFile;

// Writes a segment from front to back. The file does not exist under `path` before commit();
// without it, or after an Error, the destructor removes everything written. Memory: one block. One
// thread at a time.
class SegmentWriter {
 public:
  // Throws Error{not_found} if the folder does not exist, {no_space, io}, and {invalid_argument}
  // for a kind that is not a valid name.
  SegmentWriter(std::string path, std::string_view kind, RecipeId recipe = RecipeId{0});
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;

  // Ends the current section and begins a new one. Throws Error{invalid_argument} for a name that
  // is already used or is not valid.
  void begin(std::string_view name);
  // Adds bytes to the current section. Throws Error{no_space, io} with the path.
  void write(std::span<const std::byte> bytes);
  // Adds a section with these bytes.
  void add(std::string_view name, std::span<const std::byte> bytes);
  // Writes the rest, waits for the disk, and renames the file into place: it then survives a power
  // cut. No call is allowed afterwards.
  FileStamp commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

enum class Residence {
  mapped,  // the system reads and evicts pages as it likes
  loaded,  // in anonymous memory for its whole life
};

struct SegmentDamage {
  std::string section;  // or "padding", "block checksums"
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  // the fault is somewhere within these
  std::string what;
};

// Called after each piece that was read, with the bytes so far and in total.
using VerifyProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// An open segment. Immutable: const calls are safe from any thread; spans are valid as long as it.
class Segment {
 public:
  // Throws Error{not_found, io, damaged, unsupported}; loading throws {damaged} at the first
  // damaged block.
  [[nodiscard]] static Segment open(const std::string& path,
                                    Residence residence = Residence::mapped);

  // Turns a mapped segment into a loaded one; must be called before it is shared. Throws as open().
  void load();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const std::string& kind() const noexcept { return kind_; }
  [[nodiscard]] RecipeId recipe() const noexcept { return recipe_; }
  [[nodiscard]] FileStamp stamp() const noexcept { return stamp_; }
  // The sections in the order in which they were written.
  [[nodiscard]] std::span<const SectionInfo> sections() const noexcept { return sections_; }

  [[nodiscard]] std::optional<std::span<const std::byte>> find(std::string_view name) const;
  // The same, but throws Error{damaged} if there is no such section.
  [[nodiscard]] std::span<const std::byte> section(std::string_view name) const;
  // A section of values of type T. Throws Error{damaged} if the last value is incomplete. The
  // values themselves are as untrusted as the file.
  template <class T>
  [[nodiscard]] std::span<const T> section_of(std::string_view name) const {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 64);
    const std::span<const std::byte> bytes = section(name);
    if (bytes.size() % sizeof(T) != 0) throw_not_whole(name, sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  // Advises the system that the values of these sections of a mapped segment are read one by one
  // and seldom twice, so that one read does not read others ahead. Unknown names are ignored.
  void expect_single_reads(std::span<const std::string_view> names) const noexcept;
  // Begins to read a part of each of these sections, from one share of it to another (0 to 1), for
  // callers that read sequentially. Does nothing for a loaded segment.
  void read_ahead(std::span<const std::string_view> names, double from, double to) const noexcept;

  // Reads the whole file and lists every block that is not what was written; empty if undamaged.
  [[nodiscard]] std::vector<SegmentDamage> verify(const VerifyProgress& progress = {}) const;

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::byte* begin) const noexcept;
  };
  using Mapping = std::unique_ptr<std::byte, Unmap>;
  using Report = std::function<void(SegmentDamage)>;

  Segment() = default;
  void advise(std::span<const std::string_view> names, double from, double to,
              std::uint64_t bytes_at_once, int advice) const noexcept;
  [[nodiscard]] static Mapping map_file(const FileHandle& file, std::size_t bytes,
                                        const std::string& path);
  [[nodiscard]] static Mapping map_memory(std::size_t bytes, const std::string& path);
  void read_frame();
  // Reads everything after the header: sections into memory + offset, or into one buffer if memory
  // is null.
  void read_all(std::byte* memory, const Report& report, const VerifyProgress& progress) const;
  void read_section(const SectionInfo& section, std::span<const std::uint64_t> checksums,
                    std::byte* memory, const Report& report,
                    const std::function<void(std::uint64_t)>& advance) const;
  void read_padding(std::uint64_t begin, std::uint64_t end, const Report& report) const;
  [[noreturn]] void throw_not_whole(std::string_view name, std::size_t value_bytes) const;

  std::string path_;
  FileHandle file_;
  Mapping memory_;
  bool is_loaded_ = false;
  std::string kind_;
  RecipeId recipe_{0};
  FileStamp stamp_;
  std::vector<SectionInfo> sections_;
  std::uint64_t table_offset_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t blocks_checksum_ = 0;
};

}  // namespace facsim
