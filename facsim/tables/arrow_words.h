// SPDX-License-Identifier: Apache-2.0
#pragma once
// Interprets Arrow's messages and times, for both readers of Parquet, the plug-in and Python's, so
// that both treat a file the same.

#include <cstdint>
#include <string>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

// Returns the problem with a file for which Arrow reported `said`. A format that Arrow does not
// support is not damage; if the footer is too large, `said` is replaced by a clearer message.
inline Problem problem_of_words(Problem problem, std::string& said) {
  const auto says = [&](const char* words) { return said.find(words) != std::string::npos; };
  const bool is_unknown = says("crypt") || says("not supported") || says("NotImplemented") ||
                          says("not yet implemented");
  // Thrift limits strings to 100 MB and lists to a million members.
  const bool is_large = says("Exceeded size limit");
  if (is_large) said = "its footer is larger than Arrow reads";
  return problem == Problem::damaged && (is_unknown || is_large) ? Problem::unsupported : problem;
}

// Rounds down to whole seconds, also before 1970.
constexpr std::int64_t whole_seconds(std::int64_t time, std::int64_t per_second) noexcept {
  return time / per_second - (time % per_second < 0 ? 1 : 0);
}

}  // namespace facsim::parquet
