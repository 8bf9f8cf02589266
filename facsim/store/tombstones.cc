// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/tombstones.h"

#include <algorithm>
#include <functional>

#include "facsim/store/disk_internal.h"

namespace facsim {

namespace {

constexpr std::string_view kKind = "tombstones";
constexpr std::string_view kSection = "ordinals";

bool ascends_strictly(std::span<const std::uint64_t> ordinals) {
  return std::adjacent_find(ordinals.begin(), ordinals.end(), std::greater_equal<>()) ==
         ordinals.end();
}

[[noreturn]] void throw_damaged_tombstones(const Segment& file, const std::string& what) {
  throw Error(ErrorCode::damaged, what, file.path(), rebuild_remedy());
}

}  // namespace

FileStamp write_tombstones(const std::string& path, std::span<const std::uint64_t> ordinals) {
  if (!ascends_strictly(ordinals)) {
    throw Error(ErrorCode::invalid_argument, "ordinals of tombstones must ascend", path);
  }
  SegmentWriter writer(path, kKind);
  writer.add(kSection, std::as_bytes(ordinals));
  return writer.commit();
}

std::vector<std::uint64_t> read_tombstones(const Segment& file, std::uint64_t entries) {
  if (file.kind() != kKind)
    throw_damaged_tombstones(file, "is no list of tombstones but of " + file.kind());
  const auto damages = file.verify();
  if (!damages.empty()) throw_damaged_tombstones(file, damages[0].section + ": " + damages[0].what);
  const auto ordinals = file.section_of<std::uint64_t>(kSection);
  if (!ascends_strictly(ordinals)) throw_damaged_tombstones(file, "its ordinals do not ascend");
  if (!ordinals.empty() && ordinals.back() >= entries) {
    throw_damaged_tombstones(file, "deletes entry " + std::to_string(ordinals.back()) + " of " +
                                       std::to_string(entries));
  }
  return {ordinals.begin(), ordinals.end()};
}

}  // namespace facsim
