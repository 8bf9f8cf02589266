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
    : folder_(std::move(folder)), graves_(std::move(graves)) {
  fs::create_directories(graves_);
  look();
  synced_names_ = now_;
  for (const auto& [name, inode] : now_) synced_files_.insert(inode);
}

std::string PowerCutIndex::grave_of(std::uint64_t inode) const {
  return graves_ + "/" + std::to_string(inode);
}

// A file that has a second link keeps its bytes, and nobody else gets its number.
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

void PowerCutIndex::step(std::string_view step) {
  const std::lock_guard hold(mutex_);
  if (is_cut_) return;
  look();
  if (step == "sync folder") {
    if (!is_lie(IndexSync::folder)) synced_names_ = now_;
  } else if (step.starts_with("sync ")) {
    const std::string_view target = step.substr(5);
    if (is_lie(kind_of_file(target))) return;
    for (const auto& [name, inode] : now_) {
      if (target_of_temporary(name) == target) synced_files_.insert(inode);
    }
  }
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
