// placeholder until the units branch is merged
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>
namespace facsim {
struct CharacterCounts {
  std::uint64_t in_units = 0;
  std::uint64_t bare = 0;
  std::uint64_t replaced = 0;
};
CharacterCounts count_characters(std::string_view utf8);
void hash_bare_characters(std::string_view utf8, std::uint64_t seed,
                          std::vector<std::uint64_t>& hashes);
}  // namespace facsim
