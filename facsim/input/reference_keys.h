// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a revisit record names the capture that it repeats, as hashes that can be compared.
//
// A crawler that receives the same bytes again writes a revisit: a few lines that name the capture
// with the content, its original. Crawlers name it in different ways, often several at once (ISO
// 28500:2017, 6.7; its annotated guidelines for revisits): by record id, by URL and date, or,
// before WARC 1.1, by the digest of the payload alone. Each way has a key here, 0 if a record does
// not use it, and a response has the keys by which revisits may name it. Cost: one or two hashes
// per field; no memory. Created by the reader of WARC records.

#include <array>
#include <cstddef>
#include <cstdint>

#include "facsim/base/hash64.h"

namespace facsim {

// The most reliable first: a reference uses the first key that some original has.
inline constexpr std::size_t kReferenceWays = 4;

struct ReferenceKeys {
  std::uint64_t id = 0;           // the record id
  std::uint64_t place = 0;        // URL and second of the capture
  std::uint64_t url_payload = 0;  // URL and digest of the payload
  std::uint64_t payload = 0;      // the digest; of revisits only if they name no capture otherwise
  std::uint64_t url = 0;          // of a revisit: URL of its original; not used alone

  [[nodiscard]] std::array<std::uint64_t, kReferenceWays> all() const noexcept {
    return {id, place, url_payload, payload};
  }
  // The same, made distinct so that keys of two ways never compare equal; 0 stays 0.
  [[nodiscard]] std::array<std::uint64_t, kReferenceWays> apart() const noexcept {
    auto keys = all();
    for (std::size_t way = 0; way < keys.size(); ++way) {
      if (keys[way] != 0) keys[way] = combine(way + 1, keys[way]);
    }
    return keys;
  }
};

}  // namespace facsim
