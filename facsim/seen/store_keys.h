// SPDX-License-Identifier: Apache-2.0
#pragma once
// Under which keys the row store keeps what is not a page: docs/formats/store.md lists them.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// What the store is: its name, and how its pages are judged.
inline constexpr std::string_view kStoreNameKey = "store";
inline constexpr std::string_view kStoreRecipeKey = "recipe";
inline constexpr std::string_view kStoreRecipeNameKey = "recipe name";
inline constexpr std::string_view kStoreDistanceKey = "max_distance";

// Eight bytes, the highest first: keys of larger numbers come later.
[[nodiscard]] inline std::string bytes_of_number(std::uint64_t number) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(number >> shift & 0xff));
  }
  return bytes;
}
// The inverse; of fewer bytes too.
[[nodiscard]] inline std::uint64_t number_of(std::string_view bytes) noexcept {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// How many pages a cluster has, where there is more than the representative.
[[nodiscard]] inline std::string cluster_size_key(std::uint64_t representative) {
  return "n" + bytes_of_number(representative);
}
// One key for each page of the cluster beside the representative.
[[nodiscard]] inline std::string cluster_member_prefix(std::uint64_t representative) {
  return "m" + bytes_of_number(representative);
}
[[nodiscard]] inline std::string cluster_member_key(std::uint64_t representative,
                                                    std::uint64_t member) {
  return cluster_member_prefix(representative) + bytes_of_number(member);
}

}  // namespace facsim
