// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/cosine.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace facsim {
namespace {

using Term = std::pair<std::uint64_t, double>;  // hash, weight

// Returns one term for each hash, ascending. Weights are whole numbers, so the order of adding does
// not matter.
std::vector<Term> terms_of(std::span<const Feature> features) {
  std::vector<Term> terms;
  terms.reserve(features.size());
  for (const Feature& feature : features) terms.emplace_back(feature.hash, feature.weight);
  std::sort(terms.begin(), terms.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (kept > 0 && terms[kept - 1].first == terms[i].first) {
      terms[kept - 1].second += terms[i].second;
    } else {
      terms[kept++] = terms[i];
    }
  }
  terms.resize(kept);
  return terms;
}

double dot(const std::vector<Term>& a, const std::vector<Term>& b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first == b[j].first) {
      sum += a[i++].second * b[j++].second;
    } else if (a[i].first < b[j].first) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

}  // namespace

double cosine(std::span<const Feature> first, std::span<const Feature> second) {
  const std::vector<Term> a = terms_of(first);
  const std::vector<Term> b = terms_of(second);
  const double norms = std::sqrt(dot(a, a)) * std::sqrt(dot(b, b));
  if (norms == 0) return 0;
  if (a == b) return 1;  // avoids a rounding error
  return std::clamp(dot(a, b) / norms, -1.0, 1.0);
}

}  // namespace facsim
