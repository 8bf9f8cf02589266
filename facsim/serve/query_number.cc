// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/query_number.h"

#include <charconv>
#include <string>
#include <system_error>

#include "facsim/serve/problem.h"

namespace facsim {
namespace {

template <class Number>
bool is_number(const std::string& word, Number& number) {
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

}  // namespace

std::uint64_t count_in_query(const Target& target, std::string_view name,
                             const CountBounds& bounds) {
  const std::string* const word = target.find(name);
  if (word == nullptr) return bounds.usual;
  std::uint64_t count = 0;
  if (!is_number(*word, count) || count == 0 || count > bounds.most) {
    throw Refused{400, std::string(name) + "=" + *word + " is no whole number from 1 to " +
                           std::to_string(bounds.most)};
  }
  return count;
}

double share_in_query(const Target& target, std::string_view name, double usual) {
  const std::string* const word = target.find(name);
  if (word == nullptr) return usual;
  double share = 0;
  // NaN fails both comparisons.
  if (!is_number(*word, share) || !(share >= 0 && share <= 1)) {
    throw Refused{400, std::string(name) + "=" + *word + " is no number from 0 to 1"};
  }
  return share;
}

}  // namespace facsim
