// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index folder as a whole: opening one state of it, and taking it from one state to the next.
//
// Files are only ever added, renamed into place and removed, never changed. So a reader that has
// opened what one manifest names keeps that state for as long as it likes, while writers go on
// (files that are removed live on until they are closed). manifest.h says what makes a commit.

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

// Never null, and never changed: states that share a file share what was opened.
struct IndexPart {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const std::vector<std::uint64_t>> tombstones;  // ordinals, ascending
};

struct IndexFiles {
  Manifest manifest;
  std::vector<IndexPart> parts;  // one for each segment of the manifest
};

// Opens all that one manifest names, then loads what shall be loaded: a file that is open may be
// removed. Where one is gone because a writer committed before it could be opened, it goes on with
// the new manifest and opens what is new in that. A file that is missing, or not the one that is
// meant, though the newest manifest names it, is damage.
// Throws Error{not_found, io, damaged, unsupported}, and {busy} where writers replaced all that it
// could open, several times in a row.
// What `held`, an earlier state of the folder, has open already is not opened again.
[[nodiscard]] IndexFiles open_consistent(const std::string& folder,
                                         Residence residence = Residence::mapped,
                                         const IndexFiles* held = nullptr);

// Removes the files of our name patterns that the manifest, which must be the one in the folder,
// does not name: what killed writers and earlier generations left. Returns how many. Readers do not
// mind (see above). Throws Error{io}, and Error{invalid_argument} for another manifest.
std::size_t remove_litter(const WriterLock& lock, const Manifest& manifest);

// Whether there is a manifest in the folder, readable or not.
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
// Without commit(), and after an Error of other code than `committed`, the folder is as it was
// before. One thread at a time, though several segments may be written at once; those that are
// being written while others are committed must be spared.
class IndexWriter {
 public:
  enum class Start {
    existing,  // there must be an index
    anew,      // makes the folder where it is missing; manifest() has no segments
    either,    // as `existing` where there is an index once the lock is taken, else as `anew`
    over,      // as `anew`, also beside other files and over segments without a manifest
  };

  // Takes the lock and removes litter. Throws what WriterLock and read_manifest throw; `anew` takes
  // a manifest that cannot be read for none and keeps its files until the commit. Where files of an
  // index stand without a manifest (a copy that was cut short, perhaps, which nobody wants
  // replaced) `anew` and `either` throw Error{damaged}, where other files stand that are no index
  // Error{already_exists}, and all of the folder stays as it was. What
  // is asked about the folder before the lock is taken may be wrong behind it: another may have
  // committed.
  IndexWriter(const std::string& folder, Start start, std::string_view command = {},
              LockWait wait = {});
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  // From which the next is made. `anew` goes on with the numbers of an index that is there.
  [[nodiscard]] const Manifest& manifest() const noexcept { return manifest_; }
  [[nodiscard]] const std::string& folder() const noexcept { return lock_.folder(); }
  [[nodiscard]] std::string path_of(std::string_view name) const;
  // commit_manifest(), then the files that are no longer named are removed. May be called again,
  // with what is made from manifest() as it is then. Behind the commit nothing is thrown but
  // Error{committed}; then the old files stay until the next writer comes.
  void commit(Manifest next);
  // From now on a commit that does not name this file leaves it where it is, until it is forgotten.
  void spare(const std::string& name) { spared_.insert(name); }
  void forget(const std::string& name) { spared_.erase(name); }

 private:
  void start_anew();
  void remove_new_files() noexcept;

  WriterLock lock_;
  Manifest manifest_;
  std::set<std::string> found_;  // files of ours that were there, or were committed since
  std::set<std::string> spared_;
};

}  // namespace facsim
