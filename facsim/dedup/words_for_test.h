// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: texts that depend on a seed.

#include <random>
#include <string>

namespace facsim::for_test {

// `count` words of a vocabulary of 3,000; two texts of one seed have a common beginning.
inline std::string words(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < count; ++i) text.append("w").append(std::to_string(random() % 3000) + " ");
  return text;
}

}  // namespace facsim::for_test
