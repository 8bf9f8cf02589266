// SPDX-License-Identifier: Apache-2.0
#pragma once
// The payload of a WARC response: the bytes that the server sent after the HTTP head, without
// transfer coding, in their content encoding (ISO 28500:2017, 5.9; RFC 2616, 7.2).
//
// If two captures have equal payloads, one copy is enough: the other may be a revisit record. Equal
// means equal digests of 256 bits and equal Content-Encoding.

#include <cstdint>
#include <optional>
#include <string>

#include "facsim/input/record_reader.h"
#include "facsim/input/sha.h"

namespace facsim {

// The values by which a revisit record names the capture that has the payload.
struct CaptureName {
  std::string id;      // WARC-Record-ID with brackets; may be empty
  std::string url;     // WARC-Target-URI without brackets
  std::string date;    // WARC-Date
  std::string digest;  // WARC-Payload-Digest; if missing, SHA-1 of the stored body, which indexes
                       // of archives then use
};

struct Payload {
  Sha256 digest{};
  std::uint64_t encoding = 0;     // hash64 of the Content-Encoding; 0 if it has none
  std::int64_t unix_time = 0;     // of the capture, in seconds
  std::uint32_t nanoseconds = 0;  // the fraction of a second
  std::uint64_t body_bytes = 0;   // stored size
  bool is_error = false;          // the status is 400 or above
  bool is_nameable = true;        // no malformed digest prevents replay from looking it up
  bool is_chunked = false;        // stored in chunks
  CaptureName name;
};

// Returns nullopt if it is not an HTTP response, or if there is any doubt: a truncated or damaged
// body (WARC-Truncated, fewer bytes than Content-Length, broken chunks), a segment of a record, a
// wrong record length, a transfer coding other than chunks, interim answers before the final one,
// or no URL or date to name it by.
[[nodiscard]] std::optional<Payload> payload_of(const RawRecord& record);

}  // namespace facsim
