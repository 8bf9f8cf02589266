// SPDX-License-Identifier: Apache-2.0
#pragma once
// The keys of everything in the row store that is not a page: docs/formats/store.md lists them.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// The identity of the store: its name, and how its pages are judged.
inline constexpr std::string_view kStoreNameKey = "store";
inline constexpr std::string_view kStoreRecipeKey = "recipe";
inline constexpr std::string_view kStoreRecipeNameKey = "recipe name";
inline constexpr std::string_view kStoreProfileKey = "profile";
inline constexpr std::string_view kStoreDistanceKey = "max_distance";
inline constexpr std::string_view kStoreKindsKey = "seen_kinds";
inline constexpr std::string_view kStoreNamesKey = "names";
inline constexpr std::string_view kStoreHistoryKey = "keep_history";
inline constexpr std::string_view kStorePolicyKey = "policy";

// Eight bytes, the highest first: keys sort by number.
[[nodiscard]] inline std::string bytes_of_number(std::uint64_t number) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(number >> shift & 0xff));
  }
  return bytes;
}
// The inverse; accepts fewer bytes too.
[[nodiscard]] inline std::uint64_t number_of(std::string_view bytes) noexcept {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// How many pages a cluster has, if it has more than the representative.
inline constexpr std::string_view kClusterSizePrefix = "n";
[[nodiscard]] inline std::string cluster_size_key(std::uint64_t representative) {
  return std::string(kClusterSizePrefix) + bytes_of_number(representative);
}
// True for a key that begins with the prefix and is a cluster size, not a word.
[[nodiscard]] inline bool is_cluster_size_key(std::string_view key) noexcept {
  return key.size() == kClusterSizePrefix.size() + 8;
}
// One key for each page of the cluster except the representative.
[[nodiscard]] inline std::string cluster_member_prefix(std::uint64_t representative) {
  return "m" + bytes_of_number(representative);
}
[[nodiscard]] inline std::string cluster_member_key(std::uint64_t representative,
                                                    std::uint64_t member) {
  return cluster_member_prefix(representative) + bytes_of_number(member);
}

// One key for each crawl (crawl_book.h). The numbers of crawls have eight bytes here too, so that
// none of these keys begins like a word.
inline constexpr std::string_view kCrawlPrefix{"c\0", 2};
[[nodiscard]] inline std::string crawl_key(std::uint32_t crawl) {
  return "c" + bytes_of_number(crawl);
}
// Rows of others that the crawl replaced.
[[nodiscard]] inline std::string crawl_replaced_prefix(std::uint32_t crawl) {
  return "r" + bytes_of_number(crawl);
}
[[nodiscard]] inline std::string crawl_replaced_key(std::uint32_t crawl, std::uint64_t row) {
  return crawl_replaced_prefix(crawl) + bytes_of_number(row);
}
// How many pages of the crawl joined the cluster of another crawl's representative.
inline constexpr std::string_view kCrawlJoinedPrefix{"x\0", 2};
[[nodiscard]] inline std::string crawl_joined_prefix(std::uint32_t crawl) {
  return "x" + bytes_of_number(crawl);
}
[[nodiscard]] inline std::string crawl_joined_key(std::uint32_t crawl,
                                                  std::uint64_t representative) {
  return crawl_joined_prefix(crawl) + bytes_of_number(representative);
}
// When a page was last met again, in milliseconds since 1970.
inline constexpr std::string_view kLastSeenPrefix = "l";
[[nodiscard]] inline std::string last_seen_key(std::uint64_t row) {
  return std::string(kLastSeenPrefix) + bytes_of_number(row);
}
// How many links of a place were not crawled (uncrawled_book.h).
inline constexpr std::string_view kUncrawledPrefix{"u\0", 2};
[[nodiscard]] inline std::string uncrawled_key(std::string_view place) {
  return std::string(kUncrawledPrefix).append(place);
}
// The answers that were given to a request with this key.
inline constexpr std::string_view kRetryPrefix = "i";
[[nodiscard]] inline std::string retry_key_of(std::string_view retry_key) {
  return std::string(kRetryPrefix).append(retry_key);
}

}  // namespace facsim
