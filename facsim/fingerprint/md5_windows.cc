// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/md5_windows.h"

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr unsigned kSlotBits = 15;
constexpr std::size_t kBatch = 512;

std::size_t slot_of(std::uint64_t window) {
  return (window * 0x9e3779b97f4a7c15U) >> (64 - kSlotBits);
}

void append(char32_t character, Md5Message& message) {
  const auto byte = [&message](char32_t value) {
    message.bytes[message.size++] = static_cast<unsigned char>(value);
  };
  if (character < 0x80) return byte(character);
  if (character < 0x800) {
    byte(0xc0 | (character >> 6));
  } else {
    byte(0xe0 | (character >> 12));
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
  Md5Message nulls;
  nulls.size = kCharacters;
  kernels_->md5_words(std::span(&nulls, 1), std::span(digests_).first(1));
  for (Slot& slot : slots_) slot.digest = digests_[0].low;
}

std::size_t Md5Windows::add(std::u16string_view characters, VoteSums& sums) {
  if (characters.size() < kCharacters) return 0;
  const std::size_t windows = characters.size() - kCharacters + 1;
  std::uint64_t window = 0;
  for (std::size_t i = 0; i + 1 < kCharacters; ++i) {
    window |= std::uint64_t{characters[i]} << (16 * (i + 1));
  }
  for (std::size_t i = 0; i < windows; ++i) {
    window = (window >> 16) | (std::uint64_t{characters[i + kCharacters - 1]} << 48);
    const Slot& slot = slots_[slot_of(window)];
    if (slot.window == window) {
      found_.push_back(slot.digest);
      if (found_.size() < kBatch) continue;
      kernels_->add_hashes(found_, sums);
      found_.clear();
      continue;
    }
    Md5Message& message = messages_.emplace_back();
    for (std::size_t j = 0; j < kCharacters; ++j) append(characters[i + j], message);
    keys_.push_back(window);
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
    slots_[slot_of(keys_[i])] = {keys_[i], digests_[i].low};
    found_.push_back(digests_[i].low);
  }
  messages_.clear();
  keys_.clear();
}

}  // namespace facsim
