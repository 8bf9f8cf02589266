// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes revisit records: in the place of a response whose payload another capture has, and
// existing ones that are changed to name another capture (ISO 28500:2017, 6.7; profile
// identical-payload-digest).

#include <string>

#include "facsim/input/payload.h"
#include "facsim/input/record_reader.h"

namespace facsim {

// Returns a whole record with its two line breaks, in the WARC version of `response`, for which
// payload_of() has a value: its fields except those that a revisit has of its own, its HTTP head
// byte for byte, and no body. It refers to `kept` by record id, URL and date, and has its payload
// digest, by which replay looks the payload up.
[[nodiscard]] std::string revisit_in_place_of(const RawRecord& response, const CaptureName& kept);

// Returns the WARC head of `revisit`, up to its block, changed to refer to `kept`; all other fields
// are unchanged.
[[nodiscard]] std::string head_of_renamed(const RawRecord& revisit, const CaptureName& kept);

}  // namespace facsim
