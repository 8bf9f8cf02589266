// SPDX-License-Identifier: Apache-2.0
#pragma once
// A segment: one immutable file of named sections with checksums.
//
// What is in a section belongs to whoever wrote it (index/); this room promises that the bytes are
// those that were written, or says which are not. docs/formats/segment.md has the format. A file
// that was cut, grown, of a newer version or with counts that cannot be is refused when it is
// opened; a flipped bit anywhere is found by verify(), padding included. Every byte is covered by
// an XXH3-64, which guards against faults of disks and memory and not against forgers.
//
// Cost: opening reads the header and 64 bytes a section, whatever the size of the file. A mapped
// section is read from the disk when it is touched. A loaded one lies in memory, in huge pages
// where the system grants them, and was verified on its way: 0.2 s a GiB, beside what the disk
// takes and what the system takes to clear so much memory.
//
// A file that another program cuts while it is mapped kills the process that touches the missing
// pages (SIGBUS). Nothing of ours does that: segments are replaced by rename and removed by unlink,
// and both leave open files as they are. Where the files lie on a disk that others write to, or
// that may fail while it is read, load them. verify() reads, it does not touch the mapping.

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

// What the manifest notes about a file, so that no other is taken for it. The digest depends on
// every byte.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::uint64_t digest = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

class NewFile;

// Writes a segment from front to back. Nothing stands under `path` before commit(); destroyed
// without it, or after an Error, the writer leaves nothing behind. Memory: one block. One thread at
// a time.
class SegmentWriter {
 public:
  // Throws Error{not_found} if the folder is not there, {no_space, io}, and {invalid_argument} for
  // a kind that is no name.
  SegmentWriter(std::string path, std::string_view kind, RecipeId recipe = RecipeId{0});
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;

  // Begins a section; the one before ends. Throws Error{invalid_argument} for a name that is used
  // already or is none.
  void begin(std::string_view name);
  // Adds bytes to the current section. Throws Error{no_space, io} with the path.
  void write(std::span<const std::byte> bytes);
  // A section of these bytes.
  void add(std::string_view name, std::span<const std::byte> bytes);
  // Writes what is left, waits for the disk, and puts the file in its place: there now even if the
  // power fails. No call is allowed afterwards.
  FileStamp commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

enum class Residence {
  mapped,  // pages come and go as the system likes
  loaded,  // in anonymous memory from the start to the end
};

struct SegmentDamage {
  std::string section;  // or "padding", "block checksums"
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  // the fault lies somewhere in these
  std::string what;
};

// May be called after each piece that was read, with bytes so far and in all.
using VerifyProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// A segment that is open. Immutable, so `const` calls from any thread; spans live as long as it.
class Segment {
 public:
  // Throws Error{not_found, io, damaged, unsupported}; loading says {damaged} at the first block
  // that is.
  [[nodiscard]] static Segment open(const std::string& path,
                                    Residence residence = Residence::mapped);

  // Makes a mapped segment a loaded one, before it is shared. Throws as open() does.
  void load();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const std::string& kind() const noexcept { return kind_; }
  [[nodiscard]] RecipeId recipe() const noexcept { return recipe_; }
  [[nodiscard]] FileStamp stamp() const noexcept { return stamp_; }
  // In the order in which they were written.
  [[nodiscard]] std::span<const SectionInfo> sections() const noexcept { return sections_; }

  [[nodiscard]] std::optional<std::span<const std::byte>> find(std::string_view name) const;
  // The same, but throws Error{damaged} where there is none.
  [[nodiscard]] std::span<const std::byte> section(std::string_view name) const;
  // A section of whole values; Error{damaged} where the last is not whole. The values themselves
  // are as foreign as the file.
  template <class T>
  [[nodiscard]] std::span<const T> section_of(std::string_view name) const {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 64);
    const std::span<const std::byte> bytes = section(name);
    if (bytes.size() % sizeof(T) != 0) throw_not_whole(name, sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  // Of a mapped segment: the values of these sections are read one by one and seldom twice, so
  // reading one brings no others along. Names of sections that are not there say nothing.
  void expect_single_reads(std::span<const std::string_view> names) const noexcept;
  // Begins to read a part of each of these sections, from one share of it to another (0 to 1), for
  // whoever does read one value after the other. Of a loaded segment nothing.
  void read_ahead(std::span<const std::string_view> names, double from, double to) const noexcept;

  // Reads the whole file and lists every block that is not what was written. None: all is well.
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
  // Reads everything behind the header: sections into memory + offset, or into one buffer where
  // memory is null.
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
