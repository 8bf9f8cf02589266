// SPDX-License-Identifier: Apache-2.0
#pragma once
// The URLs of some contents, whole: of every content all its URLs, or none.
//
// Contents are chosen by a hash, so that what is left when the room is full is a fair sample: each
// time the limit is reached, half of them go. Cost: the text of a URL and 16 bytes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

class CopySample {
 public:
  explicit CopySample(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  void add(std::uint64_t content, std::string_view url);
  // The share of contents that is in it.
  [[nodiscard]] double share() const noexcept;
  // The URLs of contents that have two or more, one after the other; ascending within one. The
  // views hold as long as this, and nothing may be added behind it.
  [[nodiscard]] std::vector<std::vector<std::string_view>> copies();

 private:
  struct Place {
    std::uint64_t content = 0;
    std::uint32_t bytes = 0;
    std::size_t begin = 0;
  };
  [[nodiscard]] bool is_in(std::uint64_t content) const noexcept;
  void halve();

  std::size_t bytes_max_;
  int halvings_ = 0;
  std::string text_;
  std::vector<Place> places_;
};

}  // namespace facsim
