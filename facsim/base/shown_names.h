// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joins the names of fields or columns for a message, with commas: only the first few, and long
// ones shortened.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace facsim {

class ShownNames {
 public:
  static constexpr int kDepthMax = 3;  // fields nested deeper are rarely meant

  // The beginning of a long name.
  [[nodiscard]] static std::string shortened(std::string_view name) {
    const bool is_long = name.size() > kBytesMax;
    return std::string(name.substr(0, kBytesMax)) + (is_long ? "..." : "");
  }
  // Returns false once there are enough.
  bool add(std::string_view name) {
    if (!names_.empty()) names_ += ", ";
    if (count_++ == kNamesMax) {
      names_ += "...";
      return false;
    }
    names_ += name;
    return true;
  }
  [[nodiscard]] std::string take() { return std::move(names_); }

 private:
  static constexpr std::size_t kNamesMax = 12;
  static constexpr std::size_t kBytesMax = 40;

  std::string names_;
  std::size_t count_ = 0;
};

}  // namespace facsim
