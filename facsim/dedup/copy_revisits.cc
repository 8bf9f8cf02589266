// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/copy_revisits.h"

#include <optional>

#include "facsim/dedup/unchanged.h"
#include "facsim/input/payload.h"
#include "facsim/input/revisit_record.h"

namespace facsim {
namespace {

// Revisits are in input order.
std::uint64_t first_revisit_of(const Revisits& revisits, std::size_t file) {
  std::uint64_t low = 0;
  std::uint64_t high = revisits.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (revisits.at(middle).file < file) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

std::uint32_t renamed_original(const DecidedCorpus& pages, std::uint64_t revisit) {
  const std::uint32_t original = pages.corpus().revisits.original_of(revisit);
  return original >= kNotAPage ? kNoPage : pages.revisit_of(original);
}

RevisitEdits::RevisitEdits(const DecidedCorpus& pages, std::size_t file, const ReadOptions& read)
    : pages_(pages),
      corpus_(pages.corpus()),
      file_(corpus_.files[file]),
      page_(corpus_.first_page[file]),
      page_end_(corpus_.first_page[file + 1]),
      revisit_(first_revisit_of(corpus_.revisits, file)),
      non_page_(corpus_.first_non_page[file]),
      non_page_end_(corpus_.first_non_page[file + 1]) {
  if (has_revisits(file)) records_ = open_records(file_, read);
}

bool RevisitEdits::has_revisits(std::size_t file) const {
  for (std::uint32_t page = page_; page < page_end_; ++page) {
    if (pages_.revisit_of(page) != kNoPage) return true;
  }
  for (std::uint64_t i = revisit_; i < corpus_.revisits.size(); ++i) {
    if (corpus_.revisits.at(i).file != file) return false;
    if (renamed_original(pages_, i) != kNoPage) return true;
  }
  return false;
}

bool RevisitEdits::leave_out_damaged(Edit& edit) {
  while (non_page_ < non_page_end_) {
    const NonPageRow other = corpus_.non_pages.at(non_page_++);
    if (!other.is_damaged) continue;
    edit = {other.extent.begin, other.extent.end, {}};
    return true;
  }
  return false;
}

bool RevisitEdits::next(Edit& edit) {
  if (!records_) return leave_out_damaged(edit);
  while (records_->next(record_)) {
    edit.begin = record_.extent.begin;
    edit.end = record_.extent.end;
    edit.replacement.clear();
    const bool is_edit = record_.role == RecordRole::damaged ||
                         (record_.is_revisit ? rename_revisit(edit) : replace_page(edit));
    if (is_edit) return true;
  }
  if (page_ != page_end_) throw_changed(file_);
  return false;
}

bool RevisitEdits::replace_page(Edit& edit) {
  if (page_ == page_end_) return false;
  const Extent extent = corpus_.rows.at(page_).extent;
  if (record_.extent.begin < extent.begin) return false;
  if (record_.extent.begin != extent.begin || record_.extent.end != extent.end) {
    throw_changed(file_);
  }
  const std::uint32_t page = page_++;
  const std::uint32_t original = pages_.revisit_of(page);
  if (original == kNoPage) return false;
  const PayloadRow kept = corpus_.payloads->at(original);
  const std::optional<Payload> payload = payload_of(record_);
  if (!payload || payload->digest != kept.digest || payload->encoding != kept.encoding) {
    throw_changed(file_);
  }
  edit.replacement = revisit_in_place_of(record_, corpus_.payloads->name_of(kept));
  return true;
}

bool RevisitEdits::rename_revisit(Edit& edit) {
  if (revisit_ == corpus_.revisits.size()) throw_changed(file_);
  const std::uint64_t revisit = revisit_++;
  const RevisitRow row = corpus_.revisits.at(revisit);
  if (row.offset != record_.offset) throw_changed(file_);
  const std::uint32_t original = renamed_original(pages_, revisit);
  if (original == kNoPage || record_.header_bytes == 0) return false;
  edit.end = edit.begin + record_.header_bytes;
  const Payloads& payloads = *corpus_.payloads;
  edit.replacement = head_of_renamed(record_, payloads.name_of(payloads.at(original)));
  return true;
}

}  // namespace facsim
