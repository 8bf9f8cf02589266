// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/revisits.h"

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/base/spill_sort.h"

namespace facsim {
namespace {

// One name of an original, or one reference of a revisit. The originals of a name come first, in
// the order of pages.
struct NamedRevisit {
  std::uint64_t key = 0;
  std::uint32_t way = 0;  // 0: an original; else 1 + the kind of the revisit's reference
  std::uint32_t number = 0;
  friend auto operator<=>(const NamedRevisit&, const NamedRevisit&) = default;
};

// A reference that matches an original.
struct Answer {
  std::uint32_t revisit = 0;
  std::uint32_t way = 0;
  std::uint32_t original = 0;
  friend auto operator<=>(const Answer&, const Answer&) = default;
};

template <class Visit>
void for_each_key(const ReferenceKeys& keys, Visit visit) {
  const auto all = keys.apart();
  for (std::uint32_t way = 0; way < all.size(); ++way) {
    if (all[way] != 0) visit(all[way], way + 1);
  }
}

// Returns the first original for each reference that has one.
SpillSorter<Answer> answers_of(SpillSorter<NamedRevisit>& named, Scratch& scratch,
                               std::uint64_t memory_bytes) {
  SpillSorter<Answer> answers(scratch, memory_bytes);
  NamedRevisit first;  // the first original of a name
  first.way = 1;
  for (NamedRevisit next; named.next(next);) {
    const bool is_new = next.key != first.key;
    if (next.way == 0 && (is_new || first.way != 0)) first = next;
    if (next.way != 0 && first.way == 0 && !is_new) {
      answers.add({next.number, next.way, first.number});
    }
  }
  answers.sort();
  return answers;
}

}  // namespace

Revisits::Revisits(Scratch& scratch, std::uint64_t memory_bytes)
    : scratch_(&scratch),
      rows_(scratch, memory_bytes / 4),
      originals_(scratch, memory_bytes / 8),
      pending_(std::make_unique<Pending>(scratch, memory_bytes / 2)),
      captures_(scratch, memory_bytes / 16),
      references_(scratch, memory_bytes / 16),
      ways_(scratch, memory_bytes / 32) {}

void Revisits::add_original(const ReferenceKeys& names, std::uint32_t page) {
  pending_->names.push_back({names, page});
}

void Revisits::add(const RevisitRow& revisit, const ReferenceKeys& references) {
  if (rows_.size() >= limits::kPagesMax) {
    throw Error(ErrorCode::invalid_argument,
                "more than 4,294,967,294 revisit records in one run; split the input");
  }
  rows_.push_back(revisit);
  pending_->references.push_back(references);
}

void Revisits::resolve(std::uint32_t pages, std::uint64_t memory_bytes) {
  const std::unique_ptr<Pending> pending = std::move(pending_);
  if (keeps_keys_) captures_ = std::move(pending->names);
  if (rows_.size() == 0) return;
  const SpillArray<Names>& captures = keeps_keys_ ? captures_ : pending->names;
  SpillSorter<NamedRevisit> named(*scratch_, memory_bytes / 2);
  for (std::uint64_t i = 0; i < captures.size(); ++i) {
    const Names names = captures.at(i);
    for_each_key(names.keys,
                 [&](std::uint64_t key, std::uint32_t) { named.add({key, 0, names.page}); });
  }
  const auto revisits = static_cast<std::uint32_t>(rows_.size());
  for (std::uint32_t revisit = 0; revisit < revisits; ++revisit) {
    for_each_key(pending->references.at(revisit),
                 [&](std::uint64_t key, std::uint32_t way) { named.add({key, way, revisit}); });
  }
  named.sort();
  SpillSorter<Answer> answers = answers_of(named, *scratch_, memory_bytes / 4);
  Answer answer;
  bool has_answer = answers.next(answer);
  for (std::uint32_t revisit = 0; revisit < revisits; ++revisit) {
    const bool is_answered = has_answer && answer.revisit == revisit;
    originals_.push_back(is_answered ? answer.original : kNoPage);
    if (keeps_keys_) {
      references_.push_back(pending->references.at(revisit));
      ways_.push_back(is_answered ? answer.way - 1 : std::uint32_t{kReferenceWays});
    }
    while (has_answer && answer.revisit == revisit) has_answer = answers.next(answer);
  }
  set_pages(pages);
}

void Revisits::add_resolved(const RevisitRow& revisit, std::uint32_t original) {
  rows_.push_back(revisit);
  originals_.push_back(original);
}

void Revisits::set_elsewhere(const std::vector<std::uint64_t>& revisits, std::uint32_t pages) {
  if (revisits.empty()) return;
  SpillArray<std::uint32_t> originals(*scratch_, std::size_t{1} << 16);
  auto next = revisits.begin();
  for (std::uint64_t revisit = 0; revisit < rows_.size(); ++revisit) {
    const bool is_elsewhere = next != revisits.end() && *next == revisit;
    originals.push_back(is_elsewhere ? kNoPage : originals_.at(revisit));
    if (is_elsewhere) ++next;
  }
  originals_ = std::move(originals);
  set_pages(pages);
}

void Revisits::set_pages(std::uint32_t pages) {
  pending_.reset();
  if (rows_.size() == 0) return;
  referred_.assign(pages, false);
  for (std::uint64_t revisit = 0; revisit < rows_.size(); ++revisit) {
    const std::uint32_t page = originals_.at(revisit);
    if (page < pages) referred_[page] = true;
  }
}

}  // namespace facsim
