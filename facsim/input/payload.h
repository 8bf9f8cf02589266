// SPDX-License-Identifier: Apache-2.0
#pragma once
// The payload of a WARC response: the bytes that its server sent under the HTTP head, without
// transfer coding, in their content encoding (ISO 28500:2017, 5.9; RFC 2616, 7.2).
//
// Two captures whose payloads are equal need one copy of them: the other may be a revisit record.
// Equal means equal digests of 256 bits and equal Content-Encoding.

#include <cstdint>
#include <optional>
#include <string>

#include "facsim/input/record_reader.h"
#include "facsim/input/sha.h"

namespace facsim {

// By what a revisit record names the capture that has the payload.
struct CaptureName {
  std::string id;      // WARC-Record-ID with its brackets; may be empty
  std::string url;     // WARC-Target-URI without any
  std::string date;    // WARC-Date
  std::string digest;  // WARC-Payload-Digest. If it has none: SHA-1 of the body as it is stored,
                       // which is what indexes of archives then take
};

struct Payload {
  Sha256 digest{};
  std::uint64_t encoding = 0;     // hash64 of the Content-Encoding; 0: none
  std::int64_t unix_time = 0;     // of the capture, in seconds
  std::uint32_t nanoseconds = 0;  // and the fraction of a second
  std::uint64_t body_bytes = 0;   // as they are stored
  bool is_error = false;          // the status is 400 or above
  bool is_nameable = true;        // no broken digest keeps replay from looking it up
  bool is_chunked = false;        // stored in chunks
  CaptureName name;
};

// Nothing if it is not an HTTP response, or if some doubt is left: a body that is cut or damaged
// (WARC-Truncated, fewer bytes than Content-Length, broken chunks), a segment of a record, a wrong
// record length, a transfer coding besides chunks, interim answers before the final one, or no URL
// or date to name it by.
[[nodiscard]] std::optional<Payload> payload_of(const RawRecord& record);

}  // namespace facsim
