// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/decisions.h"

#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/files/name_text.h"
#include "facsim/files/own_file.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

constexpr std::uint32_t kSeveral = kNoPage - 1;

std::pair<std::string, std::string> names_in_order(const NamedDecision& decision) {
  return std::minmax(decision.first, decision.second);
}

[[noreturn]] void fail(const std::string& where, std::uint64_t line, const std::string& what) {
  throw Error(ErrorCode::invalid_argument,
              what + "; a line is page, page, same or different, and a note, with tabs between",
              where + ":" + std::to_string(line));
}

NamedDecision decision_of(std::string_view line, const std::string& where, std::uint64_t number) {
  std::array<std::string_view, 4> fields;
  std::size_t count = 0;
  for (; count < fields.size(); ++count) {
    const std::size_t tab = count + 1 < fields.size() ? line.find('\t') : line.npos;
    fields.at(count) = line.substr(0, tab);
    line = tab == line.npos ? std::string_view() : line.substr(tab + 1);
    if (tab == line.npos) {
      ++count;
      break;
    }
  }
  if (count < 3 || fields[0].empty() || fields[1].empty()) fail(where, number, "is no decision");
  NamedDecision made{.first = std::string(fields[0]),
                     .second = std::string(fields[1]),
                     .note = std::string(fields[3]),
                     .line = number};
  if (fields[2] == "same") {
    made.decision = PairDecision::same;
  } else if (fields[2] != "different") {
    fail(where, number, "'" + std::string(fields[2]) + "' is neither same nor different");
  }
  if (made.first == made.second) fail(where, number, "a page is decided on with itself");
  return made;
}

// Finds the pages that the names mean.
class PagesByName {
 public:
  explicit PagesByName(const std::vector<NamedDecision>& decisions) {
    for (const NamedDecision& decision : decisions) {
      for (const std::string& name : {decision.first, decision.second}) {
        by_place_.try_emplace(name, kNoPage);
        by_id_.try_emplace(cut_label(name), kNoPage);
      }
    }
  }

  void find(const Corpus& corpus, const Run& run) {
    constexpr std::uint32_t kLookEvery = 1U << 14;
    for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
      if (page % kLookEvery == 0) run.throw_if_cancelled();
      const PageRow row = corpus.rows.at(page);
      if (!row.has_text) continue;
      PageName name = corpus.name_of(row);
      name.file = text_of_name(name.file);
      const auto place = by_place_.find(decided_place(name));
      if (place != by_place_.end()) place->second = page;
      const bool has_id = !name.id.empty() || name.file.empty();
      const auto id = has_id ? by_id_.find(text_of_name(label_of(name))) : by_id_.end();
      if (id == by_id_.end()) continue;
      id->second = id->second == kNoPage ? page : kSeveral;
    }
  }

  // A place wins over an id that looks like one. Returns kNoPage if no page matches, kSeveral if
  // several do.
  [[nodiscard]] std::uint32_t of(const std::string& name) const {
    const std::uint32_t place = by_place_.at(name);
    return place != kNoPage ? place : by_id_.at(cut_label(name));
  }

 private:
  std::unordered_map<std::string, std::uint32_t> by_place_;
  std::unordered_map<std::string, std::uint32_t> by_id_;  // as rows print it, cut if it is long
};

// Decisions without effect for one reason: their number, and the first.
class Faults {
 public:
  void add(const NamedDecision& decision, const std::string& name) {
    if (count_++ == 0) first_ = "'" + name + "', " + line_text(decision.line);
  }
  void tell(const std::string& why, Run& run) const {
    if (count_ == 0) return;
    run.warn(human_count(count_) + (count_ == 1 ? " decision has" : " decisions have") +
             " no effect: " + why + " (first: " + first_ + ")");
  }

 private:
  std::uint64_t count_ = 0;
  std::string first_;
};

}  // namespace

std::vector<NamedDecision> parse_decisions(std::string_view text, const std::string& where) {
  std::vector<NamedDecision> decisions;
  std::uint64_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (number++ == 0 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    decisions.push_back(decision_of(line, where, number));
  }
  return merged({}, decisions);
}

std::vector<NamedDecision> read_decisions(const std::string& path) {
  return parse_decisions(read_own_file(path, kDecisionsBytesMax, "which no file of decisions is"),
                         path);
}

std::vector<NamedDecision> decisions_of(const std::string& folder) {
  const std::string path = folder + "/" + kDecisionsName;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  return read_decisions(path);
}

std::string decisions_text(const std::vector<NamedDecision>& decisions) {
  std::string text;
  for (const NamedDecision& each : decisions) {
    text += each.first + "\t" + each.second + "\t" +
            (each.decision == PairDecision::same ? "same" : "different") + "\t" + each.note + "\n";
  }
  return text;
}

std::vector<NamedDecision> merged(const std::vector<NamedDecision>& earlier,
                                  const std::vector<NamedDecision>& later) {
  std::map<std::pair<std::string, std::string>, std::size_t> last;
  for (std::size_t i = 0; i < later.size(); ++i) last[names_in_order(later[i])] = i;
  std::vector<NamedDecision> all;
  for (const NamedDecision& each : earlier) {
    if (last.contains(names_in_order(each))) continue;
    all.push_back(each);
    all.back().line = 0;
  }
  for (std::size_t i = 0; i < later.size(); ++i) {
    if (last.at(names_in_order(later[i])) == i) all.push_back(later[i]);
  }
  return all;
}

std::string decided_place(const PageName& page) {
  const std::string offset = std::to_string(page.offset);
  return page.file.empty() ? "row " + offset : page.file + ":" + offset;
}

std::string line_text(std::uint64_t line) {
  return line == 0 ? "an earlier decision" : "line " + std::to_string(line);
}

ResolvedDecisions::ResolvedDecisions(const Corpus& corpus,
                                     const std::vector<NamedDecision>& decisions,
                                     const std::vector<std::uint32_t>& ranks,
                                     std::vector<std::uint32_t>& same_text, Run& run) {
  PagesByName names(decisions);
  names.find(corpus, run);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers;  // in pairs_
  Faults unknown;
  Faults ambiguous;
  Faults itself;
  for (const NamedDecision& each : decisions) {
    std::uint32_t page = names.of(each.first);
    std::uint32_t other = names.of(each.second);
    bool counts = true;
    for (const auto& [number, name] :
         {std::pair(page, each.first), std::pair(other, each.second)}) {
      if (number < kSeveral) continue;
      if (counts) (number == kSeveral ? ambiguous : unknown).add(each, name);
      counts = false;
    }
    if (!counts) continue;
    if (page == other) {
      itself.add(each, each.first);
      continue;
    }
    if (ranks[page] < ranks[other]) std::swap(page, other);
    const Pair pair{page, other, each.decision, each.line};
    const auto [known, is_new] = numbers.try_emplace({page, other}, pairs_.size());
    if (is_new) {
      pairs_.push_back(pair);
    } else {
      pairs_[known->second] = pair;  // a later decision under other names
    }
  }
  unknown.tell("no page is called so", run);
  ambiguous.tell("several pages are called so; name one by FILE:OFFSET", run);
  itself.tell("both names are of one page", run);

  for (const Pair& pair : pairs_) {
    if (pair.decision == PairDecision::same) continue;
    const std::uint32_t text = same_text[pair.page];
    if (text == kNoPage || text != same_text[pair.other]) continue;
    // The page under which the pairs of the text are listed remains with its copies.
    const std::uint32_t alone = pair.page == text ? pair.other : pair.page;
    same_text[alone] = alone;
  }
}

DecidedPairs ResolvedDecisions::by_texts(const std::vector<std::uint32_t>& exact_best,
                                         Run& run) const {
  DecidedPairs decided;
  std::set<std::pair<std::uint32_t, std::uint32_t>> contradicted;
  std::string first;
  for (const Pair& pair : pairs_) {
    const std::uint32_t page = exact_best[pair.page];
    const std::uint32_t other = exact_best[pair.other];
    if (page == kNoPage || other == kNoPage || page == other) continue;
    const auto before = decided.of(page, other);
    if (before && *before != pair.decision) {
      contradicted.insert(std::minmax(page, other));
      if (first.empty()) first = line_text(pair.line);
    }
    decided.add(page, other, pair.decision);
  }
  for (const auto& [page, other] : contradicted) decided.remove(page, other);
  if (!contradicted.empty()) {
    run.warn(
        "decisions on " + human_count(contradicted.size()) +
        (contradicted.size() == 1 ? " pair of texts contradict" : " pairs of texts contradict") +
        " each other and have no effect (first: " + first +
        "); pages of one text are decided on together");
  }
  return decided;
}

}  // namespace facsim
