// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/cut_pages_internal.h"

namespace facsim {

PageAnalyzer cutting_analyzer(const ReadyProfile& judge) {
  return PageAnalyzer({.profile = judge.profile,
                       .tables = judge.tables,
                       .extract = {},
                       .with_visible = false,
                       .with_sketch = false,
                       .with_witness = false,
                       .with_digest = false,
                       .with_fingerprint = false});
}

CutPage cut_page(const Page& page, PageAnalyzer& analyzer) {
  static_cast<void>(analyzer.analyze(page));
  const Document& document = analyzer.document();
  return {CutText(analyzer.text()), document.title, document.language};
}

std::shared_ptr<const CutPage> CutPages::of(const Page& page, PageAnalyzer& analyzer) {
  const std::shared_ptr<Slot> slot = slot_of(page);
  {
    const std::lock_guard turn(slot->turn);
    if (!slot->page) {
      slot->page = cut_page(page, analyzer);
      count(page, slot, slot->page->text.bytes());
    }
  }
  return {slot, &*slot->page};
}

std::size_t CutPages::cuts() const {
  const std::lock_guard lock(mutex_);
  return cuts_;
}

std::shared_ptr<CutPages::Slot> CutPages::slot_of(const Page& page) {
  const std::lock_guard lock(mutex_);
  const auto known = by_page_.find(&page);
  if (known != by_page_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
    return known->second->slot;
  }
  entries_.push_front({&page, std::make_shared<Slot>()});
  by_page_.emplace(&page, entries_.begin());
  return entries_.front().slot;
}

void CutPages::count(const Page& page, const std::shared_ptr<Slot>& slot, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  ++cuts_;
  // The page may have been evicted while it was cut, and another entry may have taken its place.
  const auto known = by_page_.find(&page);
  if (known == by_page_.end() || known->second->slot != slot) return;
  slot->bytes = bytes;
  bytes_ += bytes;
  while (bytes_ > bytes_max_) {
    const Entry& last = entries_.back();
    bytes_ -= last.slot->bytes;
    by_page_.erase(last.key);
    entries_.pop_back();
  }
}

}  // namespace facsim
