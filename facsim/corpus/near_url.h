// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds URLs that the user may have meant: those that differ only in parts that people omit or add
// without noticing.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// Returns the URL without scheme (http, https), fragment, `www.`, the scheme's usual port and the
// slash at its end, with its host in lower case. Two URLs of one key are near, not the same: use it
// only for a hint. Empty if the word has neither a dot nor a slash and so is not a URL.
[[nodiscard]] std::string near_url_key(std::string_view url);

// More hints than this would be a list.
inline constexpr std::size_t kNearUrlsMax = 3;

// Collects the first few different URLs that are near a word. Cost per URL: a copy of it.
class NearUrls {
 public:
  NearUrls(std::string_view word, std::size_t count_max);
  void add(const std::string& url);
  [[nodiscard]] const std::vector<std::string>& found() const noexcept { return found_; }

 private:
  std::string word_;
  std::string key_;
  std::size_t count_max_;
  std::vector<std::string> found_;
};

// "; did you mean 'A' or 'B'?", or nothing.
[[nodiscard]] std::string did_you_mean(const std::vector<std::string>& words);

}  // namespace facsim
