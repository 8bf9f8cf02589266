// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/index_folder.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "facsim/store/disk_internal.h"
#include "facsim/store/tombstones.h"

namespace facsim {

namespace {

constexpr int kOpenTries = 8;

std::string joined(const std::string& folder, std::string_view name) {
  return folder + "/" + std::string(name);
}

bool is_temporary(std::string_view name) noexcept {
  const auto target = target_of_temporary(name);
  return target &&
         (*target == kManifestName || segment_number(*target) || tombstones_number(*target));
}

// The files that this room makes, but for MANIFEST and LOCK.
std::set<std::string> files_of_ours(const std::string& folder) {
  std::set<std::string> names;
  std::error_code failed;
  std::filesystem::directory_iterator entries(folder, failed);
  for (; !failed && entries != std::filesystem::directory_iterator(); entries.increment(failed)) {
    std::string name = entries->path().filename().string();
    std::error_code unknown;
    if (entries->is_directory(unknown)) continue;
    if (segment_number(name) || tombstones_number(name) || is_temporary(name)) {
      names.insert(std::move(name));
    }
  }
  if (failed) throw disk_error(failed.value(), folder, "listed");
  return names;
}

std::set<std::string> names_in(const Manifest& manifest) {
  std::set<std::string> names;
  for (const SegmentEntry& entry : manifest.segments) {
    names.insert(entry.name);
    if (entry.tombstones) names.insert(entry.tombstones->name);
  }
  return names;
}

// The manifest that is there; none has generation 0.
Manifest manifest_or_none(const std::string& folder) {
  try {
    return read_manifest(folder);
  } catch (const Error& failed) {
    if (failed.code() != ErrorCode::not_found) throw;
    return {};
  }
}

Segment open_named(const std::string& folder, const std::string& name, const FileStamp& stamp,
                   Residence residence) {
  take_step("open", name);
  Segment segment = Segment::open(joined(folder, name), residence);
  if (segment.stamp() != stamp) {
    throw Error(ErrorCode::damaged,
                "is not the file that " + std::string(kManifestName) + " means; " +
                    std::string(kRebuildRemedy),
                segment.path());
  }
  return segment;
}

std::shared_ptr<const Segment> open_segment(const std::string& folder, const Manifest& manifest,
                                            const SegmentEntry& entry, Residence residence) {
  auto segment =
      std::make_shared<const Segment>(open_named(folder, entry.name, entry.stamp, residence));
  if (segment->recipe() != manifest.recipe) {
    throw Error(ErrorCode::damaged,
                "made with recipe " + hex(segment->recipe()) + ", this index uses " +
                    hex(manifest.recipe) + "; " + std::string(kRebuildRemedy),
                segment->path());
  }
  return segment;
}

std::vector<std::uint64_t> open_tombstones(const std::string& folder, const SegmentEntry& entry) {
  if (!entry.tombstones) return {};
  const Segment file =
      open_named(folder, entry.tombstones->name, entry.tombstones->stamp, Residence::mapped);
  std::vector<std::uint64_t> tombstones = read_tombstones(file, entry.entries);
  if (tombstones.size() != entry.tombstones->count) {
    throw Error(ErrorCode::damaged,
                "has another count than " + std::string(kManifestName) + " says; " +
                    std::string(kRebuildRemedy),
                file.path());
  }
  return tombstones;
}

// A file keeps its name and its bytes for life, so one of the same name and stamp is the same.
IndexPart open_part(const std::string& folder, const Manifest& manifest, const SegmentEntry& entry,
                    Residence residence, const IndexFiles* held) {
  IndexPart part;
  for (std::size_t i = 0; held != nullptr && i < held->parts.size(); ++i) {
    const SegmentEntry& known = held->manifest.segments[i];
    if (known.name != entry.name || known.stamp != entry.stamp ||
        held->manifest.recipe != manifest.recipe) {
      continue;
    }
    part.segment = held->parts[i].segment;
    if (known.tombstones == entry.tombstones) part.tombstones = held->parts[i].tombstones;
  }
  if (!part.segment) part.segment = open_segment(folder, manifest, entry, residence);
  if (!part.tombstones) {
    part.tombstones =
        std::make_shared<const std::vector<std::uint64_t>>(open_tombstones(folder, entry));
  }
  return part;
}

[[noreturn]] void throw_as_damage(const Error& failed) {
  if (failed.code() != ErrorCode::not_found) throw failed;
  throw Error(ErrorCode::damaged,
              "is missing, though " + std::string(kManifestName) + " names it; " +
                  std::string(kRebuildRemedy),
              failed.where());
}

void require_no_segments(const std::string& folder) {
  for (const std::string& name : files_of_ours(folder)) {
    if (is_temporary(name) || !segment_number(name)) continue;
    throw Error(
        ErrorCode::damaged,
        "has " + name + " but no " + std::string(kManifestName) +
            ": a copy that was cut short? Bring it back, or build it anew with 'facsim index "
            "build --force'",
        folder);
  }
}

// Of a folder under its lock, before anything in it is changed.
void require_start(const std::string& folder, IndexWriter::Start start) {
  using Start = IndexWriter::Start;
  if (start == Start::over || is_index_folder(folder)) return;
  if (start == Start::existing) {
    (void)read_manifest(folder);  // says that there is none
  } else {
    require_no_segments(folder);
  }
}

}  // namespace

IndexFiles open_consistent(const std::string& folder, Residence residence, const IndexFiles* held) {
  for (int tries = 1;; ++tries) {
    IndexFiles files{read_manifest(folder), {}};
    try {
      for (const SegmentEntry& entry : files.manifest.segments) {
        files.parts.push_back(open_part(folder, files.manifest, entry, residence, held));
      }
      return files;
    } catch (const Error& failed) {
      const bool gone =
          failed.code() == ErrorCode::not_found || failed.code() == ErrorCode::damaged;
      if (!gone) throw;
      const bool changed = read_manifest(folder).generation != files.manifest.generation;
      if (!changed || tries == kOpenTries) throw_as_damage(failed);
    }
  }
}

std::size_t remove_litter(const WriterLock& lock, const Manifest& manifest) {
  const std::string& folder = lock.folder();
  if (manifest_or_none(folder).generation != manifest.generation) {
    throw Error(ErrorCode::invalid_argument, "has another manifest than the one given", folder);
  }
  const std::set<std::string> named = names_in(manifest);
  std::size_t removed = 0;
  for (const std::string& name : files_of_ours(folder)) {
    if (named.contains(name)) continue;
    remove_file(joined(folder, name));
    ++removed;
  }
  return removed;
}

bool is_index_folder(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::path(folder) / kManifestName, ignored);
}

IndexWriter::IndexWriter(const std::string& folder, Start start, std::string_view command,
                         LockWait wait)
    : lock_(folder, {.make_folder = start != Start::existing,
                     .command = command,
                     .wait = std::move(wait),
                     .refuse = [&] { require_start(folder, start); }}) {
  const bool is_new = start == Start::anew || start == Start::over ||
                      (start == Start::either && !is_index_folder(lock_.folder()));
  if (is_new) {
    start_anew();
  } else {
    manifest_ = read_manifest(lock_.folder());
    remove_litter(lock_, manifest_);
  }
  found_ = files_of_ours(lock_.folder());
}

void IndexWriter::start_anew() {
  try {
    const Manifest before = read_manifest(lock_.folder());
    remove_litter(lock_, before);
    manifest_.generation = before.generation;
    manifest_.next_segment = before.next_segment;
  } catch (const Error& failed) {
    if (failed.code() == ErrorCode::io || failed.code() == ErrorCode::no_space) throw;
    // No manifest, or none that can be read. What is there stays until the commit, and its names
    // are not used: someone may still want to look at it.
    for (const std::string& name : files_of_ours(lock_.folder())) {
      if (is_temporary(name)) {
        remove_file(path_of(name));
      } else if (const auto number = segment_number(name)) {
        manifest_.next_segment = std::max(manifest_.next_segment, *number + 1);
      }
    }
  }
}

IndexWriter::~IndexWriter() { remove_new_files(); }

std::string IndexWriter::path_of(std::string_view name) const {
  return joined(lock_.folder(), name);
}

void IndexWriter::commit(Manifest next) {
  manifest_ = commit_manifest(lock_, std::move(next));
  try {
    remove_litter(lock_, manifest_);
  } catch (const Error&) {
    // The commit holds; the next writer removes what this one cannot.
  }
  found_ = files_of_ours(lock_.folder());
}

// Goes by the manifest on the disk: a commit may have failed behind its rename.
void IndexWriter::remove_new_files() noexcept {
  try {
    const std::set<std::string> named = names_in(manifest_or_none(lock_.folder()));
    for (const std::string& name : files_of_ours(lock_.folder())) {
      if (!named.contains(name) && !found_.contains(name)) ::unlink(path_of(name).c_str());
    }
  } catch (...) {  // a destructor must not throw, and the next writer removes them as well
  }
}

}  // namespace facsim
