// SPDX-License-Identifier: Apache-2.0
#pragma once
// The digests of archives: SHA-1, by which crawlers name payloads, and SHA-256, by which facsim
// compares payloads (FIPS 180-4).
//
// Cost: about 2 ns a byte, less if the processor has instructions for it. Any thread may call.
// Throws std::bad_alloc, and Error{unsupported} if OpenSSL was built without the algorithm.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace facsim {

using Sha256 = std::array<std::uint8_t, 32>;

[[nodiscard]] Sha256 sha256(std::string_view bytes);

// The same for bytes that arrive in pieces. One thread at a time.
class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  Sha256Stream(Sha256Stream&&) noexcept;
  Sha256Stream& operator=(Sha256Stream&&) noexcept;
  void add(std::string_view bytes);
  // The digest of all pieces; must be the last call.
  [[nodiscard]] Sha256 finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// In the format of WARC fields: "sha1:" and 32 characters of base 32 (RFC 4648).
[[nodiscard]] std::string sha1_label(std::string_view bytes);

}  // namespace facsim
