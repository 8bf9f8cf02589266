// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "facsim/files/own_file.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

// The members that are checked are in the first 150 bytes; names may grow.
constexpr std::size_t kHeadBytes = 1024;
constexpr std::size_t kRecipeIdDigits = 16;

// Reads JSON tokens one after the other; stops at the first that is not the expected one.
class Head {
 public:
  explicit Head(std::string_view text) : text_(text) {}

  Head& mark(char c) {
    skip_space();
    fine_ = fine_ && text_.starts_with(c);
    if (fine_) text_.remove_prefix(1);
    return *this;
  }
  // Reads "name": and the value, a string without escapes.
  Head& member(std::string_view name) {
    if (string() != name) fine_ = false;
    mark(':');
    value_ = string();
    return *this;
  }
  // Reads "name":
  Head& key(std::string_view name) {
    if (string() != name) fine_ = false;
    return mark(':');
  }
  [[nodiscard]] std::string_view value() const { return value_; }
  [[nodiscard]] bool fine() const { return fine_; }

 private:
  void skip_space() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size()));
  }
  std::string_view string() {
    mark('"');
    const std::size_t end = text_.find_first_of("\"\\");
    if (!fine_ || end == std::string_view::npos || text_[end] == '\\') {
      fine_ = false;
      return {};
    }
    const std::string_view found = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return found;
  }

  std::string_view text_;
  std::string_view value_;
  bool fine_ = true;
};

bool opens_as_ours(std::string_view text) {
  Head head(text);
  head.mark('{').member("version").mark(',').member("profile").mark(',');
  head.key("recipe").mark('{').member("name").mark(',').member("id");
  const std::string_view id = head.value();
  return head.fine() && id.size() == kRecipeIdDigits &&
         id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

bool is_result_folder(const std::string& path) {
  const auto head = beginning_of_own(path + "/" + kSummaryName, kHeadBytes);
  return head && opens_as_ours(*head);
}

}  // namespace facsim
