// SPDX-License-Identifier: Apache-2.0
#pragma once
// The older pages of a store as an index folder: representatives that a front has handed over, and
// the names of all rows.
//
// The folder is derived from the rows of the store and says in its manifest up to which row it
// holds them, and of which store. An entry stands at FILE "rows" and OFFSET the number of its row.
// Ids and URLs of rows, also of copies, which have no entry, lead to their numbers (row_names.h).
// Where the folder is missing or was changed by others, is_whole() is false and the caller makes it
// again. (O'Neil et al., The log-structured merge-tree, Acta Informatica 1996, has the idea: what
// is new in memory, what is old in sorted pieces that are merged.)
//
// One thread at a time may change it, and one may write a merge beside it; current() from any
// thread at any time.

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

// Properties of its manifest.
inline constexpr const char* kSealedRowsTo = "store rows to";
inline constexpr const char* kSealedStore = "store";
inline constexpr const char* kSealedCommit = "store commit";

// Of the segments that would be merged were so many entries added.
[[nodiscard]] std::uint64_t bytes_of_next_merge(const OpenIndex& index, std::uint64_t entries);

class SealedPages {
 public:
  struct Options {
    std::string folder;
    std::string store;  // its name: what is of another one is made again
    Profile profile;
    int max_distance = 0;
    RunLimits limits;
    bool verify = true;  // read every byte when opened
    bool anew = false;   // what is there does not count
  };

  // Takes the folder's lock for as long as it lives. A folder that cannot be used is as good as
  // none. Throws Error{busy} where another program changes it, {io, no_space}.
  explicit SealedPages(Options options);

  // Whether it holds what this class wrote last. If not it is empty and rows_to() is 0.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
  // Why not, for a log; empty where it never was.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

  // Never null.
  [[nodiscard]] std::shared_ptr<const OpenIndex> current() const;
  // All representatives up to this row are here, and names of all rows, but for those that were
  // erased; names of these may be here too.
  [[nodiscard]] std::uint64_t rows_to() const noexcept { return rows_to_; }

  // Adds the pages that `each` hands over, copies too, rows ascending and above rows_to(), as one
  // segment, with those before it that segment_tiers.h says, as long as they are small: it takes a
  // few times as long as without them at most. `expected` is about how many. `check` is called now
  // and then and may throw. What throws changes nothing.
  using Take = std::function<void(std::uint64_t row, const StoredPage& page)>;
  void seal(std::uint64_t rows_to, std::uint64_t expected,
            const std::function<void(const Take&)>& each, const std::function<void()>& check = {});
  // Merges what is not small: begin_merge() and finish_merge() are changes, as seal() and erase()
  // are, and take some milliseconds. write_merge() takes as long as all entries need, and may run
  // beside changes. One merge at a time.
  struct Merge {
    std::shared_ptr<const OpenIndex> index = {};  // before
    std::size_t first = 0;
    std::size_t behind = 0;                    // the first segment that stays
    std::uint64_t bytes = 0;                   // of all of them
    std::string name = {};                     // of the one that they become
    std::optional<SegmentEntry> segment = {};  // nothing where all was erased
  };
  // Nothing where there is nothing to merge.
  [[nodiscard]] std::optional<Merge> begin_merge();
  // The same where nothing comes for a while, so that fewer segments are asked. Nothing too where
  // the disk has not three times the room that these segments take.
  [[nodiscard]] std::optional<Merge> begin_merge_at_rest();
  // Throws Error{damaged, io, no_space}, and what `check` throws; then drop_merge() is called.
  void write_merge(Merge& merge, const std::function<void()>& check) const;
  void finish_merge(Merge& merge);
  void drop_merge(const Merge& merge);

  // Those of the rows that are here are found no more. Rows ascend.
  void erase(std::span<const std::uint64_t> rows);

  // Whether the last change of the folder would survive a power cut: its sync may have failed.
  [[nodiscard]] bool is_on_disk() const noexcept { return is_on_disk_; }

  // By which a page stands in the index. Ids and URLs are in the rows alone.
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
  mutable std::mutex mutex_;  // of the pointer
  std::shared_ptr<const OpenIndex> index_;
};

}  // namespace facsim
