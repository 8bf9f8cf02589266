// SPDX-License-Identifier: Apache-2.0
#pragma once
// Did the user mean this URL? Two that differ only in what people leave out or add without
// noticing.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// The URL without scheme (http, https), fragment, `www.`, the scheme's usual port and the slash at
// its end, its host in lower case. Two URLs of one key are near, not the same: only a hint may be
// made of it. Empty where the word has neither a dot nor a slash and so is no URL.
[[nodiscard]] std::string near_url_key(std::string_view url);

// Hints are few, or they are a list.
inline constexpr std::size_t kNearUrlsMax = 3;

// Keeps the first few different URLs that are near to a word. Cost a URL: a copy of it.
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
