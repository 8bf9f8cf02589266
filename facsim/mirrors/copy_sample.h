// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sample of contents with their URLs: a content is included with all its URLs or not at all.
//
// Contents are selected by a hash, so that a full sample remains fair: each time the limit is
// reached, half of them are dropped. Cost: the text of a URL and 16 bytes.

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
  // Returns the share of contents that is in the sample.
  [[nodiscard]] double share() const noexcept;
  // Returns the URLs of each content that has two or more, ascending within one. The views are
  // valid as long as this object; nothing may be added afterwards.
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
