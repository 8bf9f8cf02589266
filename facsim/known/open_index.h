// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index folder opened for queries: all its segments as one, without deleted entries.
//
// Promise: it shows one state of the index, whatever writers do meanwhile. Answers are exact,
// nearest first; equal distances in the order of adding. Const calls are safe from any thread; a
// Search belongs to one thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/index/coded_tables.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/hamming_tables.h"
#include "facsim/index/key_table.h"
#include "facsim/index/name_table.h"
#include "facsim/known/page_sections.h"
#include "facsim/known/segment_sections.h"
#include "facsim/store/index_folder.h"

namespace facsim {

inline constexpr std::string_view kIdNames = "ids";

// The key table of a store's segment that leads from ids and URLs to rows (row_names.h).
inline constexpr std::string_view kRowNames = "names";
inline constexpr unsigned kRowNameBits = 40;
[[nodiscard]] constexpr std::uint64_t row_name_key(std::uint64_t hash) noexcept {
  return hash & ((std::uint64_t{1} << kRowNameBits) - 1);
}

struct OpenIndexOptions {
  Residence residence = Residence::mapped;
  Kernel kernel = best_kernel();
  // Reads each candidate page alone, for machines with less memory than pages. Without this the
  // system usually reads 128 KiB around it, which warms a cold index sooner if all of it fits.
  bool reads_candidates_singly = false;
};

struct IndexHit {
  std::uint32_t segment = 0;
  std::uint32_t distance = 0;
  std::uint64_t ordinal = 0;  // in its segment
  friend bool operator==(const IndexHit&, const IndexHit&) = default;
};

using IndexHitSink =
    std::function<void(std::size_t query, std::span<const IndexHit> hits, bool truncated)>;

// The opened content of one segment file. Immutable; states of an index share it.
struct OpenSegment {
  OpenSegment(std::shared_ptr<const Segment> segment, IndexKind kind,
              const OpenIndexOptions& options);
  OpenSegment(const OpenSegment&) = delete;  // its members refer to one another
  OpenSegment& operator=(const OpenSegment&) = delete;

  std::shared_ptr<const Segment> file;
  SegmentSource source;
  ReadyTables tables;
  HammingIndex hamming;
  NameTable ids;
  std::optional<PageSections> pages;  // in an index of pages
  std::optional<KeyTable> row_names;  // in the index of a store, if some rows have names
  std::optional<KeyTable> captures;   // from archives (known_captures.h)
};

class OpenIndex {
 public:
  // One segment of this state: a view of the open content.
  struct Part {
    Part(IndexPart files, std::shared_ptr<const OpenSegment> opened);

    [[nodiscard]] bool is_deleted(std::uint64_t ordinal) const noexcept {
      const std::uint64_t word = ordinal / 64;  // beyond all of them in a damaged file
      return word < deleted_bits.size() && (deleted_bits[word] >> ordinal % 64 & 1) != 0;
    }

    // The cost to write it again, in entries: those that are not deleted, or half its row names if
    // that is more, since an entry has about two.
    [[nodiscard]] std::uint64_t weight() const noexcept;

    std::shared_ptr<const OpenSegment> content;
    std::shared_ptr<const std::vector<std::uint64_t>> deleted;
    const Segment& segment;
    const std::vector<std::uint64_t>& tombstones;
    const HammingIndex& hamming;
    const NameTable& ids;
    const std::optional<PageSections>& pages;  // in an index of pages
    const std::optional<KeyTable>& row_names;  // in the index of a store
    const std::optional<KeyTable>& captures;   // from archives
    std::vector<std::uint64_t> deleted_bits;   // one for each entry; empty: none is deleted
  };

  // Throws Error{not_found, io, damaged, unsupported}.
  explicit OpenIndex(const std::string& folder, const OpenIndexOptions& options = {});
  // Opens the present state of the folder in the same way. Segments that are already open here are
  // shared, so only new ones have a cost.
  [[nodiscard]] std::shared_ptr<const OpenIndex> reopen() const;

  // True if nothing was committed since. Reads one small file.
  [[nodiscard]] bool is_current() const;

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  [[nodiscard]] const Manifest& manifest() const noexcept { return files_.manifest; }
  [[nodiscard]] std::span<const std::unique_ptr<Part>> parts() const noexcept { return parts_; }
  // The number of entries that are not deleted.
  [[nodiscard]] std::uint64_t entries() const noexcept { return entries_; }
  [[nodiscard]] std::string id_of(const IndexHit& hit) const {
    return parts_[hit.segment]->ids.at(hit.ordinal);
  }

  // Reads every byte of every segment. Throws Error{damaged} with the first fault, and what
  // `check`, called after every piece, throws.
  void require_sound(const std::function<void()>& check = {}) const;
  // The same for one segment.
  void require_sound(std::size_t part, const std::function<void()>& check = {}) const;

  class Search {
   public:
    // `index` must outlive this.
    explicit Search(const OpenIndex& index);
    // Throws as HammingSearch does.
    void find(std::span<const std::uint64_t> queries, const SearchOptions& options,
              const IndexHitSink& sink);

   private:
    void find_some(std::span<const std::uint64_t> queries, const SearchOptions& options);

    const OpenIndex& index_;
    std::vector<HammingSearch> searches_;
    std::vector<std::vector<IndexHit>> hits_;  // for each query in progress
    std::vector<bool> truncated_;
  };

 private:
  OpenIndex(const std::string& folder, const OpenIndexOptions& options, const OpenIndex* before);

  std::string folder_;
  OpenIndexOptions options_;
  IndexFiles files_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::uint64_t entries_ = 0;
};

}  // namespace facsim
