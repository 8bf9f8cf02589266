// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/packed_keys.h"

#include <array>
#include <cstring>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr auto kLastChannel = static_cast<std::uint8_t>(KeyChannel::bucket);

void pack(const NodeKey& key, std::string& into) {
  std::array<char, kPackedKeyBytes> bytes;
  bytes[0] = static_cast<char>(key.channel);
  std::memcpy(&bytes[1], &key.key, 8);
  std::memcpy(&bytes[9], &key.node, 8);
  std::memcpy(&bytes[17], &key.fingerprint, 8);
  into.append(bytes.data(), bytes.size());
}

}  // namespace

void PackedKeys::add(const NodeKey& key) {
  pack(key, parts_[mix64(key.key) % parts_.size()]);
  bytes_ += kPackedKeyBytes;
}

void PackedKeys::take(
    const std::function<void(std::uint32_t part, std::string_view bytes)>& visit) {
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (parts_[part].empty()) continue;
    visit(static_cast<std::uint32_t>(part), parts_[part]);
    parts_[part].clear();
  }
  bytes_ = 0;
}

void UnpackedKeys::add(std::string_view packed) {
  if (packed.size() % kPackedKeyBytes != 0) {
    throw Error(ErrorCode::damaged,
                "keys: " + std::to_string(packed.size()) + " bytes are no whole number of keys");
  }
  for (std::size_t at = 0; at < packed.size(); at += kPackedKeyBytes) {
    const char* bytes = packed.data() + at;
    KeyRow row;
    row.channel = static_cast<std::uint8_t>(bytes[0]);
    if (row.channel > kLastChannel) {
      throw Error(ErrorCode::damaged, "keys: there is no channel " + std::to_string(row.channel));
    }
    std::memcpy(&row.key, bytes + 1, 8);
    std::memcpy(&row.node, bytes + 9, 8);
    std::memcpy(&row.fingerprint, bytes + 17, 8);
    sorter_.add(row);
  }
}

bool UnpackedKeys::next(NodeKey& key) {
  KeyRow row;
  if (!sorter_.next(row)) return false;
  key = {static_cast<KeyChannel>(row.channel), row.key, row.node, row.fingerprint};
  return true;
}

}  // namespace facsim
