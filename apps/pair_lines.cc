// SPDX-License-Identifier: Apache-2.0
#include "apps/pair_lines.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "apps/interrupt.h"

namespace facsim {
namespace {

constexpr std::uint64_t kWarnedOf = 3;

void append_clean(std::string_view text, std::string& out) {
  const std::size_t begin = out.size();
  out.append(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), is_control, ' ');
}

// Returns "40000 entries share the fingerprint of entry 1, which makes 799980000 pairs".
std::string text_of(const CrowdText& crowd) {
  return std::to_string(crowd.entries) + " entries share the fingerprint of entry " + crowd.name +
         ", which makes " + std::to_string(crowd.pairs) + " pairs";
}

}  // namespace

void PairLines::tell_crowds(std::span<const CrowdText> largest_first, std::uint64_t crowded) {
  if (largest_first.empty()) return;
  if (largest_first.front().entries > largest_.entries) largest_ = largest_first.front();
  if (settings_.limit > 0 || warned_ == kWarnedOf) return;
  std::uint64_t told = 0;
  for (const CrowdText& crowd : largest_first) {
    if (crowd.entries < kCrowdEntries || warned_ == kWarnedOf) break;
    print_warning(text_of(crowd) + "; --limit N prints the N nearest of each entry");
    ++warned_;
    ++told;
  }
  if (crowded > told) {
    print_warning(std::to_string(crowded - told) + " more fingerprints are shared by " +
                  std::to_string(kCrowdEntries) + " entries or more");
  }
}

void PairLines::add(std::string_view first, std::string_view second, int distance) {
  throw_if_interrupted();
  if (count_ == settings_.pairs_max && count_ > 0) throw_too_many();
  ++count_;
  line_.clear();
  append_clean(first, line_);
  line_ += '\t';
  append_clean(second, line_);
  line_ += '\t';
  std::array<char, 12> digits{};
  line_.append(digits.data(), std::to_chars(digits.begin(), digits.end(), distance).ptr);
  line_ += '\n';
  output_.write(line_);
}

void PairLines::throw_too_many() {
  output_.finish();
  const bool shared = largest_.entries > 1;
  std::string why = shared ? text_of(largest_) : "all fingerprints are different";
  why += "; ";
  if (!shared) why += "lower --max-distance, or ";
  if (settings_.limit == 0) why += "print the nearest of each entry only (--limit), or ";
  if (settings_.limit > 1) why += "lower --limit, or ";
  throw TooManyPairs("the join has more pairs than --pairs-max " +
                     std::to_string(settings_.pairs_max) + " allows: " + why + "allow more");
}

void PairLines::finish(std::uint64_t truncated, std::string_view one, std::string_view several) {
  output_.finish();
  if (truncated == 0) return;
  print_warning(std::to_string(truncated) + " " + std::string(truncated == 1 ? one : several) +
                (truncated == 1 ? " has" : " have") + " more pairs than --limit " +
                std::to_string(settings_.limit) + " prints");
}

}  // namespace facsim
