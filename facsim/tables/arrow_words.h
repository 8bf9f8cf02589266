// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the two readers of Parquet, the plug-in and Python's, make of Arrow's messages and times, so
// that a file is the same to both.

#include <cstdint>
#include <string>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

// What is wrong with a file of which Arrow says `said`. Where it refuses what it could not read
// anyway, that is no damage; what is too long to be understood is said in other words.
inline Problem problem_of_words(Problem problem, std::string& said) {
  const auto says = [&](const char* words) { return said.find(words) != std::string::npos; };
  const bool is_unknown = says("crypt") || says("not supported") || says("NotImplemented") ||
                          says("not yet implemented");
  // Thrift takes no string of more than 100 MB, nor a list of more than a million members.
  const bool is_large = says("Exceeded size limit");
  if (is_large) said = "its footer is larger than Arrow reads";
  return problem == Problem::damaged && (is_unknown || is_large) ? Problem::unsupported : problem;
}

// A second begins at its whole number, also before 1970.
constexpr std::int64_t whole_seconds(std::int64_t time, std::int64_t per_second) noexcept {
  return time / per_second - (time % per_second < 0 ? 1 : 0);
}

}  // namespace facsim::parquet
