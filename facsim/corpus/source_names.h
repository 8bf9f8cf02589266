// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers for the names by which pages are counted: values of a field, input files.
//
// The first 10,000 different names in input order (and at most 4 MiB of them) get numbers of their
// own, all further names share one. If names are added in input order, the numbers depend on
// nothing else. Cost: a look-up per name, and at most about 5 MiB.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace facsim {

class SourceNames {
 public:
  static constexpr std::uint32_t kOthers = 10'000;  // the shared number of all further names
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
