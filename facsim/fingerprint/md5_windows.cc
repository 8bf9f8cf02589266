// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/md5_windows.h"

#include <algorithm>
#include <cstring>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr unsigned kSlotBits = 15;
constexpr std::size_t kBatch = 512;

std::size_t slot_of(std::uint64_t window) {
  return (window * 0x9e3779b97f4a7c15U) >> (64 - kSlotBits);
}

// UTF-8, the first byte lowest. Without branches, because newly hashed text can be of any kind.
struct Encoded {
  std::uint64_t bytes = 0;
  unsigned size = 0;
};

Encoded encoded(char16_t character) {
  const std::uint64_t c = character;
  const std::uint64_t last = 0x80 | (c & 0x3f);
  const std::uint64_t two = (0xc0 | (c >> 6)) | (last << 8);
  const std::uint64_t three = (0xe0 | (c >> 12)) | ((0x80 | (c >> 6 & 0x3f)) << 8) | (last << 16);
  const std::uint64_t more = c < 0x800 ? two : three;
  return {c < 0x80 ? c : more, 1U + (c >= 0x80 ? 1U : 0U) + (c >= 0x800 ? 1U : 0U)};
}

std::uint64_t window_at(const char16_t* characters) {
  std::uint64_t window = 0;
  for (unsigned i = 0; i < Md5Windows::kCharacters; ++i) {
    window |= std::uint64_t{characters[i]} << (16 * i);
  }
  return window;
}

Encoded joined(Encoded first, Encoded second) {
  return {first.bytes | second.bytes << (8 * first.size), first.size + second.size};
}

Md5Message message_of(std::uint64_t window) {
  const auto encoded_at = [window](unsigned i) {
    return encoded(static_cast<char16_t>(window >> (16 * i)));
  };
  const Encoded first = joined(encoded_at(0), encoded_at(1));  // at most six bytes each
  const Encoded second = joined(encoded_at(2), encoded_at(3));
  Md5Message message;
  message.size = first.size + second.size;
  std::memcpy(message.bytes.data(), &first.bytes, sizeof first.bytes);
  std::memcpy(message.bytes.data() + first.size, &second.bytes, sizeof second.bytes);
  return message;
}

}  // namespace

Md5Windows::Md5Windows(const FingerprintKernels& kernels)
    : kernels_(&kernels),
      slots_(std::size_t{1} << kSlotBits),
      words_(kBatch),
      new_ones_(kBatch),
      messages_(kBatch),
      digests_(kBatch) {
  Md5Message nulls;
  nulls.size = kCharacters;
  kernels_->md5_words(std::span(&nulls, 1), std::span(digests_).first(1));
  for (Slot& slot : slots_) slot.digest = digests_[0].low;
}

std::size_t Md5Windows::add(std::u16string_view characters, VoteSums& sums) {
  if (characters.size() < kCharacters) return 0;
  const std::size_t windows = characters.size() - kCharacters + 1;
  for (std::size_t begin = 0; begin < windows; begin += kBatch) {
    const std::size_t count = std::min(kBatch, windows - begin);
    const std::size_t found = look_up(characters.data() + begin, count);
    hash_new_ones(found, count - found);
    kernels_->add_hashes(std::span(words_).first(count), sums);
  }
  return windows;
}

// Without a branch: whether a slot contains a window cannot be predicted.
std::size_t Md5Windows::look_up(const char16_t* characters, std::size_t count) {
  std::uint64_t* const words = words_.data();
  std::uint64_t* const new_ones = new_ones_.data();
  const Slot* const slots = slots_.data();
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t window = window_at(characters + i);
    const Slot& slot = slots[slot_of(window)];
    const bool is_here = slot.window == window;
    words[found] = slot.digest;
    new_ones[i - found] = window;
    found += is_here ? 1 : 0;
  }
  return found;
}

void Md5Windows::hash_new_ones(std::size_t found, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) messages_[i] = message_of(new_ones_[i]);
  kernels_->md5_words(std::span(messages_).first(count), std::span(digests_).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    slots_[slot_of(new_ones_[i])] = {new_ones_[i], digests_[i].low};
    words_[found + i] = digests_[i].low;
  }
}

}  // namespace facsim
