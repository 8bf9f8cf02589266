// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/resolve.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/files/name_text.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

// A kind of fault in the labels: its count, and the first instance.
class Fault {
 public:
  void add(const std::string& id, std::uint64_t line) {
    if (count_++ == 0) first_ = "'" + id + "', line " + std::to_string(line);
  }
  // "FILE: 3 WHAT (first 'x', line 7); REMEDY"
  void tell(const std::string& file, const std::string& what, const std::string& remedy,
            std::vector<std::string>& warnings) const {
    if (count_ == 0) return;
    warnings.push_back(file + ": " + human_count(count_) + " " + what + " (first " + first_ +
                       "); " + remedy);
  }

 private:
  std::uint64_t count_ = 0;
  std::string first_;
};

// The pages that labels name: by id, or by FILE:OFFSET as in rows. A location takes precedence over
// an id that looks like one, as in decisions (dedup/matches/decisions.h).
class PagesByName {
 public:
  void want(const std::string& id) { pages_.try_emplace(id); }

  void find(const EvalCorpus& corpus) {
    for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
      const PageName name = corpus.corpus().name_of(corpus.row(page));
      const std::string id = label_of(name);
      find_id(id, page);
      const std::string printed = text_of_name(id);
      if (printed != id) find_id(printed, page);
      const auto place =
          pages_.find(cut_label(text_of_name(name.file) + ":" + std::to_string(name.offset)));
      if (place != pages_.end()) place->second = {.page = page, .times = 1, .is_place = true};
    }
  }

  [[nodiscard]] bool has(const std::string& id) const { return pages_.at(id).times > 0; }

  // Returns kNoPage if no document has the id, or several have it; each such id is reported once.
  std::uint32_t of(const std::string& id, std::uint64_t line) {
    const Found& found = pages_.at(id);
    if (found.times == 1) return found.page;
    if (told_.insert(id).second) (found.times == 0 ? unknown_ : repeated_).add(id, line);
    return kNoPage;
  }

  void tell(const std::string& file, std::vector<std::string>& warnings) const {
    unknown_.tell(file, "ids that no document has", "what they label is left out", warnings);
    repeated_.tell(file, "ids that several documents have", "what they label is left out",
                   warnings);
  }

 private:
  struct Found {
    std::uint32_t page = kNoPage;
    std::uint32_t times = 0;
    bool is_place = false;
  };

  void find_id(const std::string& id, std::uint32_t page) {
    const auto found = pages_.find(id);
    if (found == pages_.end() || found->second.is_place) return;
    if (found->second.times++ == 0) found->second.page = page;
  }

  std::unordered_map<std::string, Found> pages_;
  std::unordered_set<std::string> told_;
  Fault unknown_;
  Fault repeated_;
};

struct Candidate {
  ResolvedPair pair;
  const LabelledPair* label = nullptr;
};

// Drops repetitions and contradictions from pairs sorted by pages.
std::vector<ResolvedPair> without_conflicts(const std::vector<Candidate>& sorted,
                                            const std::string& file,
                                            std::vector<std::string>& warnings) {
  std::vector<ResolvedPair> pairs;
  Fault twice;
  Fault contradictory;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const ResolvedPair& pair = sorted[begin].pair;
    bool agree = true;
    while (end < sorted.size() && sorted[end].pair.first == pair.first &&
           sorted[end].pair.second == pair.second) {
      agree &= sorted[end].pair.is_duplicate == pair.is_duplicate;
      ++end;
    }
    const LabelledPair& label = *sorted[end - 1].label;
    const std::string name = label.first + "' and '" + label.second;
    if (!agree) {
      contradictory.add(name, label.line);
      continue;
    }
    if (end - begin > 1) twice.add(name, label.line);
    pairs.push_back(pair);
  }
  twice.tell(file, "pairs that are labelled more than once", "each counts once", warnings);
  contradictory.tell(file, "pairs with labels that contradict each other", "they are left out",
                     warnings);
  return pairs;
}

}  // namespace

std::vector<ResolvedPair> resolve_pairs(const std::vector<LabelledPair>& labels,
                                        const EvalCorpus& corpus, const std::string& file,
                                        std::vector<std::string>& warnings) {
  PagesByName pages;
  for (const LabelledPair& label : labels) {
    pages.want(label.first);
    pages.want(label.second);
  }
  pages.find(corpus);
  std::vector<Candidate> candidates;
  Fault itself;
  for (const LabelledPair& label : labels) {
    const std::uint32_t first = pages.of(label.first, label.line);
    const std::uint32_t second = pages.of(label.second, label.line);
    if (label.first == label.second || (first == second && first != kNoPage)) {
      itself.add(label.first, label.line);
    } else if (first != kNoPage && second != kNoPage) {
      candidates.push_back(
          {{std::min(first, second), std::max(first, second), label.is_duplicate}, &label});
    }
  }
  pages.tell(file, warnings);
  itself.tell(file, "pairs of a page with itself", "they are left out", warnings);
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.pair.first, a.pair.second, a.label->line) <
           std::tuple(b.pair.first, b.pair.second, b.label->line);
  });
  std::vector<ResolvedPair> pairs = without_conflicts(candidates, file, warnings);
  if (!pairs.empty()) return pairs;
  for (const std::string& warning : warnings) {
    if (warning.starts_with(file)) throw Error(ErrorCode::invalid_argument, warning);
  }
  throw Error(ErrorCode::invalid_argument, "no pair is left to judge by", file);
}

std::vector<std::uint32_t> resolve_clusters(std::vector<ClusterLabel> labels,
                                            const EvalCorpus& corpus, const std::string& file,
                                            std::vector<std::string>& warnings) {
  PagesByName pages;
  for (const ClusterLabel& label : labels) {
    pages.want(label.id);
    pages.want(label.cluster);
  }
  pages.find(corpus);
  std::int64_t lead = 0;
  for (const ClusterLabel& label : labels) {
    lead += (pages.has(label.id) ? 1 : 0) - (pages.has(label.cluster) ? 1 : 0);
  }
  if (lead < 0) {
    for (ClusterLabel& label : labels) std::swap(label.id, label.cluster);
  }
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> cluster_of(corpus.pages(), kNoPage);
  std::vector<bool> in_conflict(corpus.pages());
  Fault contradictory;
  for (const ClusterLabel& label : labels) {
    const std::uint32_t page = pages.of(label.id, label.line);
    if (page == kNoPage) continue;
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const std::uint32_t number = numbers.try_emplace(label.cluster, next).first->second;
    if (cluster_of[page] != kNoPage && cluster_of[page] != number && !in_conflict[page]) {
      contradictory.add(label.id, label.line);
      in_conflict[page] = true;
    }
    cluster_of[page] = number;
  }
  std::uint64_t labelled = 0;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (in_conflict[page]) cluster_of[page] = kNoPage;
    labelled += cluster_of[page] != kNoPage ? 1 : 0;
  }
  pages.tell(file, warnings);
  contradictory.tell(file, "documents in more than one cluster", "they are left out", warnings);
  if (labelled == 0) {
    throw Error(ErrorCode::invalid_argument,
                "names no document; labels name ids (see " + Named::id_field +
                    "), or FILE:OFFSET where there is none",
                file);
  }
  return cluster_of;
}

}  // namespace facsim
