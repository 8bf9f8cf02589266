// SPDX-License-Identifier: Apache-2.0
#pragma once
// The section `index`: it describes the other sections. Private to this room.
//
// docs/formats/hamming-index.md defines the bytes.

#include <cstdint>
#include <string>

#include "facsim/index/design.h"
#include "facsim/index/sections.h"

namespace facsim {

inline constexpr std::uint32_t kIndexVersion = 1;
inline constexpr std::string_view kHeaderSection = "index";
inline constexpr std::string_view kOrdinalSection = "ordinals";
inline constexpr std::string_view kGroupSection = "groups";

[[nodiscard]] std::string table_section(std::size_t table);

struct IndexHeader {
  Design design;
  std::uint64_t size = 0;
  std::uint64_t listed = 0;
  std::uint64_t distinct = 0;
};

void write_header(const IndexHeader& header, SectionSink& sink);
// Throws Error{damaged, unsupported}.
[[nodiscard]] IndexHeader read_header(const SectionSource& source);

}  // namespace facsim
