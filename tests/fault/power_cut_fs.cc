// SPDX-License-Identifier: Apache-2.0
#include "tests/fault/power_cut_fs.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

namespace facsim::fault {

namespace {

namespace fs = std::filesystem;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
constexpr std::size_t kPage = 4096;
constexpr std::chrono::milliseconds kSlowSync{20};

std::string name_of(const std::string& path) { return fs::path(path).filename(); }

class TrackedFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  TrackedFile(std::unique_ptr<rocksdb::FSWritableFile> real, PowerCutFiles& files,
              std::uint64_t number, FileKind kind)
      : FSWritableFileOwnerWrapper(std::move(real)), files_(files), number_(number), kind_(kind) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    const IOStatus status = files_.take_step();
    if (status.ok()) bytes_ += data.size();
    return status.ok() ? target()->Append(data, options, debug) : status;
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    files_.wait_for_disk(kind_);
    IOStatus status = files_.take_step();
    if (status.ok()) status = target()->Flush(options, debug);
    if (status.ok()) files_.synced(number_, kind_, bytes_);
    return status;
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }
  IOStatus RangeSync(std::uint64_t, std::uint64_t, const IOOptions&, IODebugContext*) override {
    return IOStatus::OK();
  }

 private:
  PowerCutFiles& files_;
  std::uint64_t number_;
  FileKind kind_;
  std::uint64_t bytes_ = 0;
};

class TrackedFolder final : public rocksdb::FSDirectory {
 public:
  explicit TrackedFolder(PowerCutFiles& files) : files_(files) {}
  IOStatus Fsync(const IOOptions&, IODebugContext*) override {
    IOStatus status = files_.take_step();
    if (status.ok()) files_.folder_synced();
    return status;
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }

 private:
  PowerCutFiles& files_;
};

}  // namespace

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string torn(std::string bytes, std::size_t kept, std::mt19937_64& random) {
  kept = std::min(kept, bytes.size());
  const std::size_t tail = bytes.size() - kept;
  if (tail == 0) return bytes;
  const std::size_t at = kept + random() % (tail + 1);
  switch (random() % 6) {
    case 0:  // all of it was written
      break;
    case 1:
      bytes.resize(kept);
      break;
    case 2:
      bytes.resize(at);
      break;
    case 3:
      std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), '\0');
      break;
    case 4:
      std::generate(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(),
                    [&] { return static_cast<char>(random()); });
      break;
    default:
      for (std::size_t page = kept; page < bytes.size(); page += kPage - page % kPage) {
        const std::size_t end = std::min(bytes.size(), page + kPage - page % kPage);
        if (random() % 2 == 0) std::fill(&bytes[page], &bytes[page] + (end - page), '\0');
      }
  }
  return bytes;
}

FileKind kind_of(const std::string& path) {
  const std::string name = name_of(path);
  if (name.ends_with(".log")) return FileKind::log;
  if (name.ends_with(".sst")) return FileKind::table;
  if (name.starts_with("MANIFEST-")) return FileKind::manifest;
  if (name == "CURRENT" || name.ends_with(".dbtmp")) return FileKind::current;
  return FileKind::other;
}

PowerCutFiles::PowerCutFiles(std::string folder, std::string graves)
    : FileSystemWrapper(rocksdb::FileSystem::Default()),
      folder_(std::move(folder)),
      graves_(std::move(graves)) {
  fs::create_directories(graves_);
  if (!fs::exists(folder_)) return;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::uint64_t number = next_file_++;
    files_[number] = {entry.file_size(), entry.path(), entry.file_size()};
    now_[entry.path().filename()] = number;
  }
  synced_ = now_;
}

void PowerCutFiles::cut_at(std::uint64_t step) {
  const std::lock_guard hold(mutex_);
  if (cut_at_ && steps_ >= *cut_at_) return;  // a cut is permanent
  cut_at_ = steps_ + step;
}

bool PowerCutFiles::is_cut() const {
  const std::lock_guard hold(mutex_);
  return cut_at_ && steps_ >= *cut_at_;
}

void PowerCutFiles::fail_at(std::uint64_t step, IOStatus status, bool stays) {
  const std::lock_guard hold(mutex_);
  fail_at_ = steps_ + step;
  failure_ = std::move(status);
  failure_stays_ = stays;
}

bool PowerCutFiles::has_failed() const {
  const std::lock_guard hold(mutex_);
  return has_failed_;
}

void PowerCutFiles::lie_about(FileKind kind) {
  const std::lock_guard hold(mutex_);
  lies_.insert(kind);
}

std::uint64_t PowerCutFiles::steps() const {
  const std::lock_guard hold(mutex_);
  return steps_;
}

std::uint64_t PowerCutFiles::logs() const {
  const std::lock_guard hold(mutex_);
  return logs_;
}

std::uint64_t PowerCutFiles::logs_behind_unsynced() const {
  const std::lock_guard hold(mutex_);
  return logs_behind_unsynced_;
}

bool PowerCutFiles::has_unsynced_log() const {
  return std::any_of(now_.begin(), now_.end(), [&](const auto& each) {
    const auto& [name, number] = each;
    if (kind_of(name) != FileKind::log) return false;
    const File& file = files_.at(number);
    return !synced_.contains(name) || file.synced < fs::file_size(file.place);
  });
}

void PowerCutFiles::forget_last_syncs_of_logs() {
  for (const auto& [name, number] : now_) {
    File& file = files_[number];
    if (kind_of(name) == FileKind::log) file.synced = std::min(file.synced, file.synced_before);
  }
}

IOStatus PowerCutFiles::take_step() {
  const std::lock_guard hold(mutex_);
  if (cut_at_ && steps_ >= *cut_at_) return IOStatus::IOError("the power is cut");
  const std::uint64_t step = steps_++;
  if (fail_at_ && (step == *fail_at_ || (failure_stays_ && step > *fail_at_))) {
    has_failed_ = true;
    return failure_;
  }
  return IOStatus::OK();
}

void PowerCutFiles::wait_for_disk(FileKind kind) const {
  if (kind == FileKind::log && log_syncs_are_slow_) std::this_thread::sleep_for(kSlowSync);
}

void PowerCutFiles::synced(std::uint64_t file, FileKind kind, std::uint64_t bytes) {
  const std::lock_guard hold(mutex_);
  if (cut_at_ && steps_ > *cut_at_) return;
  if (lies_.contains(kind)) return;
  files_[file].synced_before = std::exchange(files_[file].synced, bytes);
}

void PowerCutFiles::folder_synced() {
  const std::lock_guard hold(mutex_);
  if (lies_.contains(FileKind::folder)) return;
  before_sync_ = std::exchange(synced_, now_);
  folder_synced_at_ = steps_;
}

bool PowerCutFiles::is_ours(const std::string& path) const {
  return fs::path(path).parent_path() == fs::path(folder_) && !name_of(path).starts_with("LOG");
}

IOStatus PowerCutFiles::NewWritableFile(const std::string& path,
                                        const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSWritableFile>* file,
                                        IODebugContext* debug) {
  if (!is_ours(path)) return target()->NewWritableFile(path, options, file, debug);
  IOStatus status = take_step();
  if (!status.ok()) return status;
  {
    const std::lock_guard hold(mutex_);
    bury(name_of(path));
    if (kind_of(path) == FileKind::log) {
      ++logs_;
      if (has_unsynced_log()) ++logs_behind_unsynced_;
      if (lies_.contains(FileKind::log_before_next)) forget_last_syncs_of_logs();
    }
  }
  status = target()->NewWritableFile(path, options, file, debug);
  if (!status.ok()) return status;
  const std::lock_guard hold(mutex_);
  const std::uint64_t number = next_file_++;
  files_[number] = {0, path, 0};
  now_[name_of(path)] = number;
  *file = std::make_unique<TrackedFile>(std::move(*file), *this, number, kind_of(path));
  return status;
}

IOStatus PowerCutFiles::ReopenWritableFile(const std::string&, const rocksdb::FileOptions&,
                                           std::unique_ptr<rocksdb::FSWritableFile>*,
                                           IODebugContext*) {
  return IOStatus::NotSupported("nothing of ours is appended to");
}

IOStatus PowerCutFiles::NewDirectory(const std::string& path, const IOOptions& options,
                                     std::unique_ptr<rocksdb::FSDirectory>* folder,
                                     IODebugContext* debug) {
  if (fs::path(path) != fs::path(folder_)) {
    return target()->NewDirectory(path, options, folder, debug);
  }
  *folder = std::make_unique<TrackedFolder>(*this);
  return IOStatus::OK();
}

// The removed file's bytes may appear again, under the name that a sync of the folder has saved.
void PowerCutFiles::bury(const std::string& name) {
  const auto found = now_.find(name);
  if (found == now_.end()) return;
  File& file = files_[found->second];
  const std::string grave = graves_ + "/" + std::to_string(found->second);
  fs::rename(file.place, grave);
  file.place = grave;
  now_.erase(found);
}

IOStatus PowerCutFiles::DeleteFile(const std::string& path, const IOOptions& options,
                                   IODebugContext* debug) {
  if (!is_ours(path)) return target()->DeleteFile(path, options, debug);
  IOStatus status = take_step();
  if (!status.ok()) return status;
  const std::lock_guard hold(mutex_);
  if (!now_.contains(name_of(path))) return IOStatus::NotFound(path);
  bury(name_of(path));
  return status;
}

IOStatus PowerCutFiles::RenameFile(const std::string& from, const std::string& to,
                                   const IOOptions& options, IODebugContext* debug) {
  if (!is_ours(from) || !is_ours(to)) return target()->RenameFile(from, to, options, debug);
  IOStatus status = take_step();
  if (!status.ok()) return status;
  const std::lock_guard hold(mutex_);
  const auto found = now_.find(name_of(from));
  if (found == now_.end()) return IOStatus::NotFound(from);
  const std::uint64_t number = found->second;
  // No step came between that sync and this one.
  const bool is_behind_sync = folder_synced_at_ + 1 == steps_;
  if (is_behind_sync && name_of(to) == "CURRENT" && lies_.contains(FileKind::folder_first)) {
    synced_ = before_sync_;
  }
  bury(name_of(to));
  status = target()->RenameFile(from, to, options, debug);
  if (!status.ok()) return status;
  now_.erase(name_of(from));
  now_[name_of(to)] = number;
  files_[number].place = to;
  return status;
}

void PowerCutFiles::after_the_cut(const std::string& target, std::mt19937_64& random) const {
  const std::lock_guard hold(mutex_);
  fs::create_directories(target);
  std::set<std::string> names;
  for (const auto& [name, number] : now_) names.insert(name);
  for (const auto& [name, number] : synced_) names.insert(name);
  for (const std::string& name : names) {
    const Names& from = random() % 2 == 0 ? now_ : synced_;
    const auto found = from.find(name);
    if (found == from.end()) continue;
    const File& file = files_.at(found->second);
    std::ofstream(target + "/" + name, std::ios::binary)
        << torn(content_of(file.place), file.synced, random);
  }
}

}  // namespace facsim::fault
