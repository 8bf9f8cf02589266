// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "facsim/eval/evaluation.h"

namespace facsim {

std::vector<int> usual_distances() {
  constexpr int kDistanceMost = 16;
  std::vector<int> distances(kDistanceMost + 1);
  std::iota(distances.begin(), distances.end(), 0);
  return distances;
}

std::vector<double> usual_thresholds() {
  std::vector<double> thresholds = {0.62, 0.82};
  for (int i = 10; i <= 20; ++i) thresholds.push_back(i / 20.0);
  std::sort(thresholds.begin(), thresholds.end());
  return thresholds;
}

}  // namespace facsim
