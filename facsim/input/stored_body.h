// SPDX-License-Identifier: Apache-2.0
#pragma once
// The body of a record of WARC or ARC as stored: its offset, and how the heads say to read it. Two
// bodies of equal bytes are one page if they are read in the same way.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace facsim {

struct StoredBody {
  std::size_t begin = 0;           // in the record's bytes
  std::uint64_t read_as = 0;       // hash of media type, charset, content and transfer encoding
  std::uint64_t bytes_stated = 0;  // Content-Length; 0: unknown
  bool is_cut = false;             // WARC-Truncated
  bool is_chunked = false;         // begins with a chunk

  // True if the body is complete, as far as its end can show; `tail` is its last bytes.
  [[nodiscard]] bool is_whole(std::uint64_t bytes, std::string_view tail) const noexcept;
};

// `bytes`: the record, or its beginning with the heads and a part of the body.
[[nodiscard]] StoredBody stored_body_of(std::string_view bytes, std::size_t header_bytes,
                                        bool is_arc);

}  // namespace facsim
