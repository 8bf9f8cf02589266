// SPDX-License-Identifier: Apache-2.0
#include "tests/fault/power_cut_index.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "facsim/store/disk_internal.h"
#include "tests/fault/power_cut_fs.h"

namespace facsim::fault {

namespace {

namespace fs = std::filesystem;

IndexSync kind_of_file(std::string_view name) {
  if (name == "MANIFEST") return IndexSync::manifest;
  return name.ends_with(".seg") ? IndexSync::segment : IndexSync::tombstones;
}

}  // namespace

PowerCutIndex::PowerCutIndex(std::string folder, std::string graves)
    : folder_(std::move(folder)),
      graves_(std::move(graves)),
      watch_([this](int file) { return sync(file); }) {
  fs::create_directories(graves_);
  look();
  synced_names_ = now_;
  for (const auto& [name, inode] : now_) synced_files_.insert(inode);
}

std::string PowerCutIndex::grave_of(std::uint64_t inode) const {
  return graves_ + "/" + std::to_string(inode);
}

// A second link keeps a file's bytes, and its inode number is not reused.
void PowerCutIndex::look() {
  now_.clear();
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(folder_, gone)) {
    struct stat status = {};
    if (::stat(entry.path().c_str(), &status) != 0) continue;
    if (!known_.contains(status.st_ino)) {
      if (::link(entry.path().c_str(), grave_of(status.st_ino).c_str()) != 0) continue;
      known_.insert(status.st_ino);
    }
    now_[entry.path().filename()] = status.st_ino;
  }
}

void PowerCutIndex::step() {
  const std::lock_guard hold(mutex_);
  if (is_cut_) return;
  look();
}

bool PowerCutIndex::sync(int file) {
  struct stat synced = {};
  struct stat folder = {};
  if (::fstat(file, &synced) != 0) return false;
  const std::lock_guard hold(mutex_);
  const bool is_there = ::stat(folder_.c_str(), &folder) == 0;
  if (is_there && synced.st_ino == folder.st_ino) {
    if (is_cut_ || is_lie(IndexSync::folder)) return true;
    look();
    synced_names_ = now_;
    return true;
  }
  if (!is_cut_) look();
  for (const auto& [name, inode] : now_) {
    if (inode != synced.st_ino) continue;
    const bool is_lost = is_cut_ || is_lie(kind_of_file(target_of_temporary(name).value_or(name)));
    if (!is_lost) synced_files_.insert(inode);
    return true;
  }
  return false;
}

void PowerCutIndex::cut() {
  const std::lock_guard hold(mutex_);
  if (!is_cut_) look();
  is_cut_ = true;
}

void PowerCutIndex::lie_about(IndexSync kind) {
  const std::lock_guard hold(mutex_);
  lies_.insert(kind);
}

void PowerCutIndex::after_the_cut(const std::string& target, std::mt19937_64& random) {
  cut();
  fs::create_directories(target);
  std::set<std::string> names;
  for (const auto& [name, inode] : now_) names.insert(name);
  for (const auto& [name, inode] : synced_names_) names.insert(name);
  for (const std::string& name : names) {
    const Names& from = random() % 2 == 0 ? now_ : synced_names_;
    const auto found = from.find(name);
    if (found == from.end()) continue;
    std::string bytes = content_of(grave_of(found->second));
    if (!synced_files_.contains(found->second)) bytes = torn(std::move(bytes), 0, random);
    std::ofstream(target + "/" + name, std::ios::binary) << bytes;
  }
}

}  // namespace facsim::fault
