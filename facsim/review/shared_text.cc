// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "facsim/base/human_text.h"
#include "facsim/features/units.h"
#include "facsim/review/both_ends_internal.h"
#include "facsim/review/shared_text_internal.h"

namespace facsim {
namespace {

constexpr std::uint64_t kGiantPages = 1000;
constexpr std::uint64_t kGiantPagesMin = 100;
constexpr std::uint64_t kGiantPart = 10;  // one of kGiantPart of all pages
constexpr std::size_t kMembersCompared = 8;
constexpr std::size_t kQuotedBytes = 240;

// Returns the text of some units of a passage; empty if its units are not words of its text.
std::string text_of_units(const TextPassage& passage, std::size_t begin, std::size_t end) {
  const std::vector<Unit> units = split_units(passage.first);
  if (units.size() != passage.first_units) return {};
  const std::size_t from = units[begin].begin;
  return passage.first.substr(from, units[end - 1].end - from);
}

}  // namespace

SharedText shared_by_all(std::span<const std::vector<TextPassage>> comparisons) {
  SharedText made;
  if (comparisons.empty()) return made;
  for (const TextPassage& each : comparisons.front()) made.units += each.first_units;
  std::vector<std::uint32_t> times(made.units, 0);
  for (const std::vector<TextPassage>& passages : comparisons) {
    for (const TextPassage& each : passages) {
      if (!each.shared) continue;
      for (std::uint32_t i = 0; i < each.first_units; ++i) ++times.at(each.first_begin + i);
    }
  }
  const auto is_shared = [&](std::size_t unit) { return times[unit] == comparisons.size(); };
  std::size_t longest = 0;
  const TextPassage* in = nullptr;
  std::size_t at = 0;
  // A stretch also ends at the end of a passage of the first comparison, because other text follows
  // there.
  for (const TextPassage& each : comparisons.front()) {
    const std::size_t last = std::size_t{each.first_begin} + each.first_units;
    for (std::size_t begin = each.first_begin; begin < last;) {
      std::size_t end = begin;
      while (end < last && is_shared(end)) ++end;
      if (end > begin) {
        made.shared += end - begin;
        ++made.stretches;
        if (end - begin > longest) {
          longest = end - begin;
          in = &each;
          at = begin;
        }
      }
      begin = end + 1;
    }
  }
  if (in == nullptr) return made;
  made.begins = at == 0;
  made.ends = at + longest == made.units;
  made.longest = both_ends(text_of_units(*in, at - in->first_begin, at - in->first_begin + longest),
                           kQuotedBytes);
  return made;
}

bool is_giant(const ReviewCluster& cluster, std::uint64_t pages_read) noexcept {
  return cluster.size >= kGiantPages ||
         (cluster.size >= kGiantPagesMin && cluster.size >= pages_read / kGiantPart);
}

std::vector<PageName> sample_of(const ReviewCluster& cluster) {
  const std::size_t count = std::min(kMembersCompared, cluster.members.size());
  std::vector<PageName> names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back(cluster.members[i * cluster.members.size() / count].page);
  }
  return names;
}

std::string sentence_of(const ReviewCluster& cluster, const SharedText& shared,
                        std::size_t compared) {
  std::string text = "The cluster of " + cluster.representative.id + " has " +
                     human_count(cluster.size) + " pages; " + human_count(compared) +
                     " of them, compared with the kept page, ";
  if (shared.shared == 0) return text + "share nothing with one another.";
  text += "share " + human_count(shared.shared) + " of its " + human_count(shared.units) +
          " units in " + human_count(shared.stretches) +
          (shared.stretches == 1 ? " stretch" : " stretches");
  if (shared.begins && shared.ends) return text + ": all of it. \"" + shared.longest + "\"";
  text += shared.begins ? ", the longest at its beginning"
          : shared.ends ? ", the longest at its end"
                        : ", the longest in its middle";
  return text + (shared.longest.empty() ? "." : ": \"" + shared.longest + "\"");
}

}  // namespace facsim
