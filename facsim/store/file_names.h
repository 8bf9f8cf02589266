// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of the files of an index folder (manifest.h describes the files).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

inline constexpr std::string_view kManifestName = "MANIFEST";
inline constexpr std::string_view kLockName = "LOCK";

// "000001.seg", and "000001-2.del" for the entries that generation 2 deletes from it.
[[nodiscard]] std::string segment_name(std::uint64_t number);
[[nodiscard]] std::string tombstones_name(std::string_view segment, std::uint64_t generation);
// The number of the segment with this name, or of the segment that these tombstones belong to.
[[nodiscard]] std::optional<std::uint64_t> segment_number(std::string_view name) noexcept;
[[nodiscard]] std::optional<std::uint64_t> tombstones_number(std::string_view name) noexcept;

}  // namespace facsim
