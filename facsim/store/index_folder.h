// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index folder as a whole: opens one state of it, and takes it from one state to the next.
//
// Files are only added, renamed into place and removed, never changed. So a reader that has opened
// the files of one manifest keeps that state for as long as it likes, while writers go on (removed
// files exist until they are closed). manifest.h describes a commit.

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/store/manifest.h"
#include "facsim/store/segment.h"
#include "facsim/store/writer_lock.h"

namespace facsim {

// Never null, and never changed: states with a common file share its open segment and tombstones.
struct IndexPart {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const std::vector<std::uint64_t>> tombstones;  // ordinals, ascending
};

struct IndexFiles {
  Manifest manifest;
  std::vector<IndexPart> parts;  // one for each segment of the manifest
};

// Opens all files that one manifest names, then loads them if `residence` says so: an open file may
// be removed. If a file is gone because a writer committed before it could be opened, continues
// with the new manifest and opens the files that are new in it. A file that the newest manifest
// names but that is missing, or has another stamp, is damage.
// Throws Error{not_found, io, damaged, unsupported}, and {busy} if writers replaced all files that
// it had opened, several times in a row.
// Files that are open in `held`, an earlier state of the folder, are not opened again.
[[nodiscard]] IndexFiles open_consistent(const std::string& folder,
                                         Residence residence = Residence::mapped,
                                         const IndexFiles* held = nullptr);

// Removes the files that match our name patterns but are not in the manifest, which must be the one
// in the folder: the remains of killed writers and of earlier generations. Returns how many.
// Readers are not affected (see above). Throws Error{io}, and Error{invalid_argument} for another
// manifest.
std::size_t remove_litter(const WriterLock& lock, const Manifest& manifest);

// True if the folder has a manifest, readable or not.
[[nodiscard]] bool is_index_folder(const std::string& folder);

// One change of an index, from taking the lock to the commit:
//
//   IndexWriter writer(folder, IndexWriter::Start::existing, "facsim index add");
//   Manifest next = writer.manifest();
//   SegmentEntry entry{segment_name(next.next_segment++), entries, {}, {}};
//   SegmentWriter segment(writer.path_of(entry.name), "fingerprints", next.recipe);
//   ...
//   entry.stamp = segment.commit();
//   next.segments.push_back(entry);
//   writer.commit(next);
//
// Without commit(), and after an Error of another code than `committed`, the folder is as it was
// before. One thread at a time, though several segments may be written at once; call spare() for
// those that are still being written while others are committed.
class IndexWriter {
 public:
  enum class Start {
    existing,  // an index must exist
    anew,      // creates the folder if it is missing; manifest() has no segments
    either,    // as `existing` if there is an index once the lock is taken, else as `anew`
    over,      // as `anew`, also beside other files and over segments without a manifest
  };

  // Takes the lock and removes litter. Throws what WriterLock and read_manifest throw; `anew`
  // treats an unreadable manifest as none and keeps its files until the commit. `anew` and `either`
  // throw Error{damaged} if the folder has files of an index but no manifest (perhaps an incomplete
  // copy, which must not be replaced), and Error{already_exists} if it has other files; the folder
  // then does not change. A check of the folder before the lock is taken may be outdated
  // afterwards, because another writer may have committed.
  IndexWriter(const std::string& folder, Start start, std::string_view command = {},
              LockWait wait = {});
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  // The base of the next manifest. `anew` continues the numbers of an existing index.
  [[nodiscard]] const Manifest& manifest() const noexcept { return manifest_; }
  [[nodiscard]] const std::string& folder() const noexcept { return lock_.folder(); }
  [[nodiscard]] std::string path_of(std::string_view name) const;
  // Calls commit_manifest(), then removes the files that are no longer named. May be called again
  // with a manifest made from the new manifest(). After the commit, only Error{committed} is
  // thrown; then the old files stay until the next writer removes them.
  void commit(Manifest next);
  // From now on, commits that do not name this file do not remove it, until forget() is called.
  void spare(const std::string& name) { spared_.insert(name); }
  void forget(const std::string& name) { spared_.erase(name); }

 private:
  void start_anew();
  void remove_new_files() noexcept;

  WriterLock lock_;
  Manifest manifest_;
  std::set<std::string> found_;  // our files that existed before, or were committed since
  std::set<std::string> spared_;
};

}  // namespace facsim
