// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/index_folder.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "facsim/store/disk_internal.h"
#include "facsim/store/tombstones.h"

namespace facsim {

namespace {

// The number of consecutive tries that opened no file named by the next manifest.
constexpr int kIdleTries = 8;

std::string joined(const std::string& folder, std::string_view name) {
  return folder + "/" + std::string(name);
}

bool is_temporary(std::string_view name) noexcept {
  const auto target = target_of_temporary(name);
  return target &&
         (*target == kManifestName || segment_number(*target) || tombstones_number(*target));
}

// The files that this room creates, except MANIFEST and LOCK.
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

// The folder's manifest; if it has none, one of generation 0.
Manifest manifest_or_none(const std::string& folder) {
  try {
    return read_manifest(folder);
  } catch (const Error& failed) {
    if (failed.code() != ErrorCode::not_found) throw;
    return {};
  }
}

Segment open_named(const std::string& folder, const std::string& name, const FileStamp& stamp) {
  take_step("open", name);
  Segment segment = Segment::open(joined(folder, name));
  if (segment.stamp() != stamp) {
    throw Error(ErrorCode::damaged, "is not the file that " + std::string(kManifestName) + " means",
                segment.path(), rebuild_remedy());
  }
  return segment;
}

std::vector<std::uint64_t> open_tombstones(const std::string& folder, const TombstoneEntry& entry,
                                           std::uint64_t entries) {
  const Segment file = open_named(folder, entry.name, entry.stamp);
  std::vector<std::uint64_t> tombstones = read_tombstones(file, entries);
  if (tombstones.size() != entry.count) {
    throw Error(ErrorCode::damaged,
                "has another count than " + std::string(kManifestName) + " says", file.path(),
                rebuild_remedy());
  }
  return tombstones;
}

void require_recipe(const Segment& segment, const Manifest& manifest) {
  if (segment.recipe() == manifest.recipe) return;
  throw Error(
      ErrorCode::damaged,
      "made with recipe " + hex(segment.recipe()) + ", this index uses " + hex(manifest.recipe),
      segment.path(), rebuild_remedy());
}

[[noreturn]] void throw_as_damage(const Error& failed) {
  if (failed.code() != ErrorCode::not_found) throw failed;
  throw Error(ErrorCode::damaged, "is missing, though " + std::string(kManifestName) + " names it",
              failed.where(), rebuild_remedy());
}

// Opens the files of one state, in several tries if writers replace them. A file never changes its
// name or bytes, so a file with the same name and stamp is the same, and files that one try opened
// are used by the next.
class StateOpener {
 public:
  StateOpener(const std::string& folder, Residence residence, const IndexFiles* held)
      : folder_(folder), residence_(residence) {
    for (std::size_t i = 0; held != nullptr && i < held->parts.size(); ++i) {
      const SegmentEntry& entry = held->manifest.segments[i];
      Held& known = parts_[entry.name];
      known.entry = entry;
      known.part = held->parts[i];
    }
  }

  IndexFiles open() {
    Manifest manifest = read_manifest(folder_);
    for (int idle = 0;;) {
      try {
        return open(manifest);
      } catch (const Error& failed) {
        if (failed.code() != ErrorCode::not_found && failed.code() != ErrorCode::damaged) throw;
        Manifest now = read_manifest(folder_);
        if (names(now, wanted_)) throw_as_damage(failed);
        idle = keep_named(now) ? 0 : idle + 1;
        manifest = std::move(now);
      }
      if (idle == kIdleTries) {
        throw Error(ErrorCode::busy, "is changed faster than it can be opened; try again", folder_);
      }
    }
  }

 private:
  struct Held {
    SegmentEntry entry;
    IndexPart part;                  // without tombstones until they are read
    std::shared_ptr<Segment> fresh;  // part.segment if opened here and not yet loaded
    bool is_new = false;             // opened by the last try
  };
  struct NamedFile {
    std::string name;
    FileStamp stamp;
  };

  static bool names(const Manifest& manifest, const NamedFile& file) {
    return std::ranges::any_of(manifest.segments, [&](const SegmentEntry& entry) {
      if (entry.name == file.name) return entry.stamp == file.stamp;
      return entry.tombstones && entry.tombstones->name == file.name &&
             entry.tombstones->stamp == file.stamp;
    });
  }

  IndexFiles open(const Manifest& manifest) {
    for (const SegmentEntry& entry : manifest.segments) hold(entry, manifest);
    IndexFiles files{manifest, {}};
    for (const SegmentEntry& entry : manifest.segments) {
      Held& held = parts_[entry.name];
      if (held.fresh && residence_ == Residence::loaded) {
        wanted_ = {entry.name, entry.stamp};
        take_step("load", entry.name);
        held.fresh->load();
        held.fresh.reset();
      }
      files.parts.push_back(held.part);
    }
    return files;
  }

  void hold(const SegmentEntry& entry, const Manifest& manifest) {
    Held& held = parts_[entry.name];
    wanted_ = {entry.name, entry.stamp};
    if (!held.part.segment || held.entry.stamp != entry.stamp) {
      held = {};
      held.fresh = std::make_shared<Segment>(open_named(folder_, entry.name, entry.stamp));
      require_recipe(*held.fresh, manifest);
      held.part.segment = held.fresh;
      held.entry.stamp = entry.stamp;
      held.is_new = true;
    } else {
      require_recipe(*held.part.segment, manifest);
    }
    if (!held.part.tombstones || held.entry.tombstones != entry.tombstones) {
      std::vector<std::uint64_t> tombstones;
      if (entry.tombstones) {
        wanted_ = {entry.tombstones->name, entry.tombstones->stamp};
        tombstones = open_tombstones(folder_, *entry.tombstones, entry.entries);
      }
      held.part.tombstones =
          std::make_shared<const std::vector<std::uint64_t>>(std::move(tombstones));
    }
    held.entry = entry;
  }

  // Drops files that the manifest does not name; returns true if the last try opened one that it
  // names.
  bool keep_named(const Manifest& manifest) {
    std::set<std::string> named = names_in(manifest);
    std::erase_if(parts_, [&](const auto& part) { return !named.contains(part.first); });
    bool has_new = false;
    for (auto& [name, held] : parts_) has_new |= std::exchange(held.is_new, false);
    return has_new;
  }

  const std::string& folder_;
  Residence residence_;
  std::map<std::string, Held> parts_;  // by the names of their segments
  NamedFile wanted_;                   // the file that was opened or loaded last
};

void require_no_segments(const std::string& folder) {
  for (const std::string& name : files_of_ours(folder)) {
    if (is_temporary(name) || !segment_number(name)) continue;
    throw Error(ErrorCode::damaged, "has " + name + " but no " + std::string(kManifestName), folder,
                "a copy that was cut short? Bring it back, or build it anew with '" +
                    Named::index_build_anew + "'");
  }
}

// Refuses a folder with files of another program: an index among them would be mistaken for theirs,
// and they for its files. Folders that file systems create at the top of a disk, and the remains of
// a killed writer, are allowed.
void require_no_others(const std::string& folder) {
  const std::set<std::string> ours = files_of_ours(folder);
  std::error_code failed;
  std::filesystem::directory_iterator entries(folder, failed);
  for (; !failed && entries != std::filesystem::directory_iterator(); entries.increment(failed)) {
    const std::string name = entries->path().filename().string();
    if (name == kLockName || name == "lost+found" || ours.contains(name)) continue;
    throw Error(ErrorCode::already_exists,
                "has files that are no index (" + name + "); choose another folder for the index",
                folder);
  }
  if (failed) throw disk_error(failed.value(), folder, "listed");
}

// Checks a folder under its lock, before anything in it is changed.
void require_start(const std::string& folder, IndexWriter::Start start) {
  using Start = IndexWriter::Start;
  if (start == Start::over || is_index_folder(folder)) return;
  if (start == Start::existing) {
    (void)read_manifest(folder);  // throws that there is none
  } else {
    require_no_segments(folder);
    require_no_others(folder);
  }
}

// Removes the files with our names that are neither in the manifest nor spared.
std::size_t remove_others(const WriterLock& lock, const Manifest& manifest,
                          const std::set<std::string>& spared) {
  const std::string& folder = lock.folder();
  if (manifest_or_none(folder).generation != manifest.generation) {
    throw Error(ErrorCode::invalid_argument, "has another manifest than the one given", folder);
  }
  const std::set<std::string> named = names_in(manifest);
  std::size_t removed = 0;
  for (const std::string& name : files_of_ours(folder)) {
    const std::string target(target_of_temporary(name).value_or(name));
    if (named.contains(name) || spared.contains(target)) continue;
    remove_file(joined(folder, name));
    ++removed;
  }
  return removed;
}

}  // namespace

IndexFiles open_consistent(const std::string& folder, Residence residence, const IndexFiles* held) {
  return StateOpener(folder, residence, held).open();
}

std::size_t remove_litter(const WriterLock& lock, const Manifest& manifest) {
  return remove_others(lock, manifest, {});
}

bool is_index_folder(const std::string& folder) {
  std::error_code ignored;
  return !folder.empty() &&
         std::filesystem::exists(std::filesystem::path(folder) / kManifestName, ignored);
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
    // There is no readable manifest. Existing files stay until the commit, and their names are not
    // reused, because the user may still want to inspect them.
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
  std::set<std::string> found = found_;
  found.merge(names_in(next));
  std::optional<Error> unsynced;
  try {
    manifest_ = commit_manifest(lock_, next);
  } catch (const Error& failed) {
    if (failed.code() != ErrorCode::committed) throw;
    unsynced = failed;
    ++next.generation;
    manifest_ = std::move(next);
  }
  found_.swap(found);
  // Until the folder is synced, a power cut may restore the manifest that names the old files.
  if (unsynced) throw *unsynced;
  try {
    remove_others(lock_, manifest_, spared_);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // The commit holds; the next writer removes what this one cannot.
  }
}

// Uses the manifest on the disk, because a commit may have failed after its rename.
void IndexWriter::remove_new_files() noexcept {
  try {
    const std::set<std::string> named = names_in(manifest_or_none(lock_.folder()));
    for (const std::string& name : files_of_ours(lock_.folder())) {
      if (!named.contains(name) && !found_.contains(name)) ::unlink(path_of(name).c_str());
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch)
    // A destructor must not throw, and the next writer removes them as well.
  }
}

}  // namespace facsim
