// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/giant_clusters.h"

#include <algorithm>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/base/utf.h"
#include "facsim/corpus/find_page.h"
#include "facsim/dedup/unchanged.h"
#include "facsim/extract/extractor.h"
#include "facsim/features/units.h"
#include "facsim/page/judged_text.h"

namespace facsim {
namespace {

constexpr std::uint64_t kGiantClusterPages = 1000;
constexpr std::uint64_t kGiantClusterPagesMin = 100;
constexpr double kGiantClusterShare = 0.1;
constexpr std::size_t kGiantClustersWarnedMax = 3;
// The remaining pages may share only a part of the text.
constexpr double kSharesAllMin = 0.9;
// A file is read from its start to the page, which takes about a second for this many bytes.
constexpr std::uint64_t kQuotedBefore = std::uint64_t{256} << 20;
// A word costs two, a character that is a unit alone one.
constexpr int kOpeningCost = 24;
constexpr std::size_t kOpeningBytesMax = 200;
// More than any opening needs, and short enough for split_units().
constexpr std::size_t kLookedAtBytes = 4096;

// Returns the longest beginning of whole characters.
std::string_view beginning(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

bool is_space_or_control(char32_t c) {
  return c <= 0x20 || (c >= 0x7f && c <= 0xa0) || c == 0x2028 || c == 0x2029 || c == 0x3000;
}

// True for characters that change the direction of the text after them, which on a terminal
// includes the words of the warning itself.
bool turns_direction(char32_t c) {
  return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

std::string one_line(std::string_view text) {
  std::string line;
  bool is_gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter character = decode_utf8(text, at);
    at += character.bytes;
    if (is_space_or_control(character.value)) {
      is_gap = true;
      continue;
    }
    if (turns_direction(character.value)) continue;
    if (is_gap && !line.empty()) line.push_back(' ');
    is_gap = false;
    append_utf8(character.value == U'"' ? U'\'' : character.value, line);
  }
  return line;
}

// True for a letter of a script without spaces, with its marks; the first of these scripts is Thai.
bool is_character(const Unit& unit) {
  const DecodedCharacter first = decode_utf8(unit.text, 0);
  if (first.value < 0x0e00) return false;
  const std::size_t rest = unit.text.size() - first.bytes;
  return rest == 0 || (first.value < 0x1100 && rest <= 2 * first.bytes);
}

// Returns nothing if the page has changed.
std::optional<std::string> text_of_page(const Page& page, const Recipe& recipe,
                                        std::uint32_t units) {
  Extractor extractor;
  const Document document = extractor.extract(page);
  std::vector<std::uint64_t> hashes;
  const JudgedText judged = judged_text(document, recipe, hashes);
  if (hashes.size() != units) return std::nullopt;
  return std::string(judged.text);
}

std::optional<std::string> text_again(const Corpus& corpus, const PageRow& row,
                                      const ReadOptions& read, const Recipe& recipe,
                                      const Run& run) {
  if (row.is_known || row.units == 0 || row.extent.begin > kQuotedBefore) return std::nullopt;
  const InputFile& file = corpus.files[row.file];
  if (file.name == "-" || file.path.empty() || !is_unchanged(file)) return std::nullopt;
  try {
    const PageSelector selector{.path = file.path, .offset = row.offset, .id = {}};
    const SelectedPage found = find_page(selector, {}, read, run.cancelled());
    return text_of_page(found.page, recipe, row.units);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    return std::nullopt;  // the warning has less detail
  }
}

}  // namespace

std::string opening_of(std::string_view text) {
  const std::string_view looked_at = beginning(text, kLookedAtBytes);
  std::string line = one_line(looked_at);
  const std::vector<Unit> units = split_units(line);
  std::size_t end = 0;
  int cost = 0;
  bool is_all = looked_at.size() == text.size();
  for (const Unit& unit : units) {
    cost += is_character(unit) ? 1 : 2;
    if (cost > kOpeningCost || unit.end > kOpeningBytesMax) {
      is_all = false;
      break;
    }
    end = unit.end;
  }
  if (units.empty()) return {};
  if (is_all && line.size() <= kOpeningBytesMax) return line;
  if (end == 0) end = beginning(line, kOpeningBytesMax).size();
  return line.substr(0, end) + " ...";
}

std::string length_in_words(std::string_view text, std::uint64_t units) {
  const std::vector<Unit> first = split_units(beginning(text, kLookedAtBytes));
  const auto characters = std::count_if(first.begin(), first.end(), is_character);
  const bool are_characters = 2 * static_cast<std::size_t>(characters) > first.size();
  std::string words = human_count(units) + (are_characters ? " character" : " word");
  if (units != 1) words.push_back('s');
  return words;
}

void GiantClusters::note(std::uint32_t representative, std::uint32_t member,
                         const ClusterCounts& counts) {
  const double share = static_cast<double>(counts.size) / static_cast<double>(pages_read_);
  if (counts.size < kGiantClusterPages &&
      (counts.size < kGiantClusterPagesMin || share < kGiantClusterShare)) {
    return;
  }
  ++count_;
  const std::uint64_t alike = counts.kinds[static_cast<std::size_t>(Kind::exact)] +
                              counts.kinds[static_cast<std::size_t>(Kind::content)];
  const bool shares_all =
      static_cast<double>(alike) >= kSharesAllMin * static_cast<double>(counts.size - 1);
  const auto place =
      std::upper_bound(largest_.begin(), largest_.end(), counts.size,
                       [](std::uint64_t size, const Giant& other) { return size > other.size; });
  largest_.insert(place, {representative, member, counts.size, shares_all});
  if (largest_.size() > kGiantClustersWarnedMax) largest_.pop_back();
}

void GiantClusters::warn(const Corpus& corpus, const ReadOptions& read, const Recipe& recipe,
                         Run& run) const {
  for (const Giant& giant : largest_) {
    const PageRow representative = corpus.rows.at(giant.representative);
    const bool by_member = representative.is_known && giant.shares_all;
    const PageRow row = by_member ? corpus.rows.at(giant.member) : representative;
    std::string warning = "the cluster of " + label_of(corpus.name_of(representative)) + " has " +
                          human_count(giant.size) + " pages";
    const std::optional<std::string> text = text_again(corpus, row, read, recipe, run);
    if (const std::string opening = text ? opening_of(*text) : std::string(); !opening.empty()) {
      warning += giant.shares_all ? " that share a text of " : " that share parts of a text of ";
      warning += length_in_words(*text, row.units) + ", \"" + opening + "\"";
    }
    run.warn(warning + "; is it an error page or a template?");
  }
  if (count_ > largest_.size()) {
    run.warn(human_count(count_ - largest_.size()) +
             " more clusters have 1,000 pages, or a tenth of all; see clusters.jsonl");
  }
}

}  // namespace facsim
