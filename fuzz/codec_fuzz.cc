// SPDX-License-Identifier: Apache-2.0
// Stored sorted keys. If the first byte is even, the others are encoded keys of a foreign origin,
// which are opened and queried in every way; if it is odd, they are keys, which must survive a
// round trip.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/codec/encode_for_test.h"

namespace {

using facsim::Codec;
using facsim::SortedKeys;
using Keys = std::vector<std::uint64_t>;

constexpr std::array kCodecs = {Codec::elias_fano, Codec::xor_huffman};

void check(bool holds) {
  if (!holds) std::abort();
}

void ask(const SortedKeys& table, std::uint64_t probe) {
  check(table.lower_bound(probe) <= table.size());
  check(table.prefix_range(probe, static_cast<int>(probe % 65)).end <= table.size());
  Keys some(probe % 999);
  const std::size_t first = table.size() == 0 ? 0 : probe % table.size();
  check(table.decode(first, some) == std::min<std::uint64_t>(some.size(), table.size() - first));
}

void open_foreign(std::span<const std::byte> bytes) {
  try {
    const SortedKeys table = SortedKeys::open(bytes);
    // A block has at least one bit for each key.
    check(table.size() <= 8 * bytes.size());
    Keys keys(table.size());
    check(table.decode(0, keys) == keys.size());
    for (std::size_t at = 0; at + 8 <= std::min<std::size_t>(bytes.size(), 256); at += 8) {
      std::uint64_t probe = 0;
      std::memcpy(&probe, bytes.data() + at, 8);
      ask(table, probe);
    }
    table.verify();
    check(facsim::encode_sorted_keys(table.codec(), keys) ==
          std::vector<std::byte>(bytes.begin(), bytes.end()));
  } catch (const facsim::Error& error) {
    check(error.code() == facsim::ErrorCode::damaged ||
          error.code() == facsim::ErrorCode::unsupported);
  }
}

// Each key has 3 bytes: two high ones and one low one.
Keys keys_of(std::span<const std::byte> bytes) {
  Keys keys;
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    std::array<std::uint64_t, 3> byte{};
    for (std::size_t j = 0; j < 3; ++j) byte[j] = std::to_integer<std::uint64_t>(bytes[i + j]);
    keys.push_back(byte[0] << 56U | byte[1] << 32U | byte[2]);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

void go_and_return(const Keys& keys) {
  for (const Codec codec : kCodecs) {
    const std::vector<std::byte> bytes = facsim::encode_sorted_keys(codec, keys);
    const SortedKeys table = SortedKeys::open(bytes);
    Keys back(keys.size());
    check(table.decode(0, back) == keys.size() && back == keys);
    table.verify();
    for (std::size_t i = 0; i < keys.size(); i += 1 + keys.size() / 32) {
      const std::uint64_t key = keys[i];
      const auto [begin, end] = std::equal_range(keys.begin(), keys.end(), key);
      check(table.equal_range(key) ==
            facsim::KeyRange{static_cast<std::uint64_t>(begin - keys.begin()),
                             static_cast<std::uint64_t>(end - keys.begin())});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    open_foreign(bytes);
  } else {
    go_and_return(keys_of(bytes));
  }
  return 0;
}
