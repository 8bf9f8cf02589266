// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/md5_windows.h"

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr unsigned kSlotBits = 15;
constexpr std::size_t kBatch = 512;

std::size_t slot_of(std::uint64_t first, std::uint64_t last) {
  return mix64(first ^ (last << 43)) >> (64 - kSlotBits);
}

void append(char32_t character, Md5Message& message) {
  const auto byte = [&message](char32_t value) {
    message.bytes[message.size++] = static_cast<unsigned char>(value);
  };
  if (character < 0x80) return byte(character);
  if (character < 0x800) {
    byte(0xc0 | (character >> 6));
  } else {
    if (character < 0x10000) {
      byte(0xe0 | (character >> 12));
    } else {
      byte(0xf0 | (character >> 18));
      byte(0x80 | ((character >> 12) & 0x3f));
    }
    byte(0x80 | ((character >> 6) & 0x3f));
  }
  byte(0x80 | (character & 0x3f));
}

}  // namespace

Md5Windows::Md5Windows(const FingerprintKernels& kernels)
    : kernels_(&kernels), slots_(std::size_t{1} << kSlotBits) {
  found_.reserve(kBatch);
  messages_.reserve(kBatch);
  keys_.reserve(kBatch);
  digests_.resize(kBatch);
}

std::size_t Md5Windows::add(std::u32string_view characters, VoteSums& sums) {
  if (characters.size() < kCharacters) return 0;
  const std::size_t windows = characters.size() - kCharacters + 1;
  for (std::size_t i = 0; i < windows; ++i) {
    const Key key{.first = std::uint64_t{characters[i]} | (std::uint64_t{characters[i + 1]} << 21) |
                           (std::uint64_t{characters[i + 2]} << 42) | (std::uint64_t{1} << 63),
                  .last = characters[i + 3]};
    const Slot& slot = slots_[slot_of(key.first, key.last)];
    if (slot.key == key) {
      found_.push_back(slot.digest);
      if (found_.size() < kBatch) continue;
      kernels_->add_hashes(found_, sums);
      found_.clear();
      continue;
    }
    Md5Message& message = messages_.emplace_back();
    for (std::size_t j = 0; j < kCharacters; ++j) append(characters[i + j], message);
    keys_.push_back(key);
    if (messages_.size() == kBatch) hash_new_ones(sums);
  }
  hash_new_ones(sums);
  kernels_->add_hashes(found_, sums);
  found_.clear();
  return windows;
}

void Md5Windows::hash_new_ones(VoteSums& sums) {
  const std::size_t count = messages_.size();
  kernels_->md5_words(messages_, std::span(digests_).first(count));
  // Room for `count` more is there after this; adding is the same in any order.
  kernels_->add_hashes(found_, sums);
  found_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    slots_[slot_of(keys_[i].first, keys_[i].last)] = {keys_[i], digests_[i].low};
    found_.push_back(digests_[i].low);
  }
  messages_.clear();
  keys_.clear();
}

}  // namespace facsim
