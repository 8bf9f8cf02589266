// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers for the names that pages are counted by: values of a field, input files.
//
// The first 10,000 different names in input order (and 4 MiB of them) get a number of their own,
// all further ones share one. Whoever gives names in input order gets numbers that depend on
// nothing else. Cost: a look-up a name, and at most some 5 MiB.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace facsim {

class SourceNames {
 public:
  static constexpr std::uint32_t kOthers = 10'000;  // what names share that came too late
  static constexpr std::size_t kBytesMax = std::size_t{4} << 20;

  std::uint32_t number_of(std::string_view name);
  // By number, without kOthers.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
  std::size_t bytes_ = 0;
  bool is_full_ = false;
};

}  // namespace facsim
