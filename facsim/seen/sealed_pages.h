// SPDX-License-Identifier: Apache-2.0
#pragma once
// The older pages of a store as an index folder: representatives that were flushed from a memtable,
// and the names of all rows.
//
// The folder is derived from the rows of the store. Its manifest records which store it is of, and
// up to which row it has them. An entry has FILE "rows" and OFFSET the number of its row. Ids and
// URLs of rows, including copies, which have no entry, lead to their numbers (row_names.h). If the
// folder is missing or was changed by another program, is_whole() is false and the caller rebuilds
// it. (The idea is from O'Neil et al., The log-structured merge-tree, Acta Informatica 1996: new
// data in memory, old data in sorted pieces that are merged.)
//
// One thread at a time may change it, and another may write a merge at the same time; current() is
// callable from any thread at any time.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/known/open_index.h"
#include "facsim/model/page_name.h"
#include "facsim/model/profile.h"
#include "facsim/run_options.h"
#include "facsim/seen/stored_page.h"
#include "facsim/store/index_folder.h"

namespace facsim {

// Properties of the manifest.
inline constexpr const char* kSealedRowsTo = "store rows to";
inline constexpr const char* kSealedStore = "store";
inline constexpr const char* kSealedCommit = "store commit";

// Returns the bytes of the segments that would be merged if `entries` entries were added.
[[nodiscard]] std::uint64_t bytes_of_next_merge(const OpenIndex& index, std::uint64_t entries);

class SealedPages {
 public:
  struct Options {
    std::string folder;
    std::string store;  // the store's name: an index of another store is rebuilt
    Profile profile;
    int max_distance = 0;
    RunLimits limits;
    bool verify = true;  // read every byte when opened
    bool anew = false;   // ignore what the folder contains
  };

  // Holds the folder's lock during its lifetime. A folder that cannot be used is treated as
  // missing. Throws Error{busy} if another program is changing it, {io, no_space}.
  explicit SealedPages(Options options);

  // True if the folder has what this class wrote last. If not, it is empty and rows_to() is 0.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
  // The reason if not, for a log; empty if it never existed.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

  // Never null.
  [[nodiscard]] std::shared_ptr<const OpenIndex> current() const;
  // The index has all representatives up to this row, and the names of all rows, except erased
  // ones; names of erased rows may remain.
  [[nodiscard]] std::uint64_t rows_to() const noexcept { return rows_to_; }

  // Adds the pages that `each` passes on, including copies, as one segment; rows ascend and are
  // above rows_to(). It also merges small segments before it that segment_tiers.h chooses, which
  // makes it at most a few times slower. `expected` is their approximate number. `check` is called
  // now and then and may throw. If it throws, nothing has changed.
  using Take = std::function<void(std::uint64_t row, const StoredPage& page)>;
  void seal(std::uint64_t rows_to, std::uint64_t expected,
            const std::function<void(const Take&)>& each, const std::function<void()>& check = {});
  // Merges larger segments. begin_merge() and finish_merge() are changes, like seal() and erase(),
  // and take some milliseconds. write_merge() takes as long as all entries need, and may run during
  // other changes. One merge at a time.
  struct Merge {
    std::shared_ptr<const OpenIndex> index = {};  // before the merge
    std::size_t first = 0;
    std::size_t behind = 0;                    // the first segment after the merged ones
    std::uint64_t bytes = 0;                   // of all merged segments
    std::string name = {};                     // of the resulting segment
    std::optional<SegmentEntry> segment = {};  // nothing if all entries were erased
  };
  // Returns nothing if no merge is due.
  [[nodiscard]] std::optional<Merge> begin_merge();
  // The same when the store is idle, so that look-ups need fewer segments. Also returns nothing if
  // the disk has less free space than three times the size of these segments.
  [[nodiscard]] std::optional<Merge> begin_merge_at_rest();
  // Throws Error{damaged, io, no_space}, and what `check` throws; then call drop_merge().
  void write_merge(Merge& merge, const std::function<void()>& check) const;
  void finish_merge(Merge& merge);
  void drop_merge(const Merge& merge);

  // Hides the given rows from searches, if they are here. Rows must ascend.
  void erase(std::span<const std::uint64_t> rows);

  // True if the last change of the folder would survive a power cut; false if its sync failed.
  [[nodiscard]] bool is_on_disk() const noexcept { return is_on_disk_; }

  // The name of a page in the index. Ids and URLs are in the rows alone.
  [[nodiscard]] static PageName name_of(std::uint64_t row);
  // The number of an entry's row.
  [[nodiscard]] static std::uint64_t row_of(const OpenIndex::Part& part, std::uint64_t ordinal) {
    return part.pages->offset_of(ordinal);
  }

 private:
  [[nodiscard]] std::optional<Merge> begin_merge_from(std::size_t first);
  [[nodiscard]] std::vector<std::uint64_t> weights();  // of the segments
  [[nodiscard]] std::vector<std::uint64_t> erased_meanwhile(const Merge& merge) const;
  void begin_anew(std::string fault);
  [[nodiscard]] std::string fault_of(const Manifest& manifest) const;
  void commit(Manifest next);
  void catch_up();
  void open();
  void set_current(std::shared_ptr<const OpenIndex> index);

  Options options_;
  bool is_whole_ = true;
  bool is_on_disk_ = true;
  std::string fault_;
  std::uint64_t rows_to_ = 0;
  std::uint64_t next_segment_ = 0;  // names before it are taken, perhaps by a merge
  std::size_t merged_to_ = 0;       // segments before this one are being merged
  std::unique_ptr<IndexWriter> writer_;
  mutable std::mutex mutex_;  // guards index_
  std::shared_ptr<const OpenIndex> index_;
};

}  // namespace facsim
