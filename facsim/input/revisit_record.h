// SPDX-License-Identifier: Apache-2.0
#pragma once
// Revisit records: written in the place of a response whose payload another capture has, and
// existing ones that name another capture from now on (ISO 28500:2017, 6.7; profile
// identical-payload-digest).

#include <string>

#include "facsim/input/payload.h"
#include "facsim/input/record_reader.h"

namespace facsim {

// A whole record with its two line breaks, in the WARC version of `response`, which payload_of()
// knows: its fields but for those that a revisit has of its own, its HTTP head byte for byte, and
// no body. It refers to `kept` by record id, URL and date, and has its payload digest: by that
// digest replay looks the payload up.
[[nodiscard]] std::string revisit_in_place_of(const RawRecord& response, const CaptureName& kept);

// The WARC head of `revisit`, up to its block, if it referred to `kept`; everything else in it
// stays as it is.
[[nodiscard]] std::string head_of_renamed(const RawRecord& revisit, const CaptureName& kept);

}  // namespace facsim
