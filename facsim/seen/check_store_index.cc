// SPDX-License-Identifier: Apache-2.0
// The half of check_store() that compares the index with the rows.
#include <charconv>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/known/check_index.h"
#include "facsim/known/open_index.h"
#include "facsim/seen/check_store_internal.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/store_rows.h"
#include "facsim/store/index_folder.h"

namespace facsim {
namespace {

constexpr std::uint64_t kCheckedBetweenStops = 1024;

class IndexChecker {
 public:
  IndexChecker(const std::string& folder, const CheckedRows& rows, const StoreCheckOptions& options,
               Faults& faults)
      : folder_(folder), rows_(rows), options_(options), faults_(faults), met_(rows.pages.size()) {}

  void check(const OpenIndex& index, StoreCheck& found);

 private:
  void check_part(const OpenIndex::Part& part);
  void check_entry(const OpenIndex::Part& part, std::uint64_t ordinal);
  void fault(std::uint64_t row, const std::string& what) {
    faults_.add(folder_ + ": page " + std::to_string(row) + what);
  }

  const std::string& folder_;
  const CheckedRows& rows_;
  const StoreCheckOptions& options_;
  Faults& faults_;
  std::vector<bool> met_;  // by index in rows_.pages
  std::uint64_t entries_ = 0;
};

void IndexChecker::check_entry(const OpenIndex::Part& part, std::uint64_t ordinal) {
  const std::uint64_t number = SealedPages::row_of(part, ordinal);
  const CheckedRow* const row = rows_.find(number);
  if (row == nullptr) {
    if (!rows_.erased.contains(number)) fault(number, " is in the index, and not in the rows");
    return;
  }
  if (row->representative != 0) return fault(number, " is in the index, and a copy");
  const auto place = static_cast<std::size_t>(row - rows_.pages.data());
  if (met_[place]) return fault(number, " is in the index twice");
  met_[place] = true;
  if (entry_hash(part.pages->facts(ordinal)) != row->entry)
    fault(number, " is another in the index than in the rows");
}

void IndexChecker::check_part(const OpenIndex::Part& part) {
  for (std::uint64_t ordinal = 0; ordinal < part.hamming.size(); ++ordinal) {
    if (++entries_ % kCheckedBetweenStops == 0 && options_.check) {
      options_.check("index", entries_);
    }
    if (!part.is_deleted(ordinal)) check_entry(part, ordinal);
  }
}

void IndexChecker::check(const OpenIndex& index, StoreCheck& found) {
  const auto& properties = index.manifest().properties;
  const auto store = properties.find(kSealedStore);
  if (store == properties.end() || store->second != rows_.store) {
    faults_.add(folder_ + ": is not of this store; make it again with '" + Named::store_rebuild +
                "'");
    return;
  }
  const auto rows_to = properties.find(kSealedRowsTo);
  if (rows_to != properties.end()) {
    const std::string& text = rows_to->second;
    std::from_chars(text.data(), text.data() + text.size(), found.sealed_to);
  }
  for (const auto& part : index.parts()) {
    if (part->pages) check_part(*part);
  }
  for (std::size_t i = 0; i < met_.size(); ++i) {
    const CheckedRow& row = rows_.pages[i];
    if (row.number > found.sealed_to) break;
    if (row.representative == 0 && !met_[i]) fault(row.number, " is not in the index");
  }
}

}  // namespace

void check_index_of_store(const std::string& store, const CheckedRows& rows,
                          const StoreCheckOptions& options, Faults& faults, StoreCheck& found) {
  const std::string folder = index_folder(store);
  found.has_index = is_index_folder(folder);
  if (!found.has_index) return;
  try {
    // The remedies for an index of pages do not apply to the index of a store.
    const auto tell = [&](const Sentence& fault) { faults.add(fault); };
    const IndexCheck bytes = check_index(
        folder, tell,
        [&options] {
          if (options.check) options.check("index", 0);
        },
        Remedies::left_out);
    found.entries = bytes.entries;
    found.segments = bytes.segments;
    if (bytes.faults > 0 || !rows.are_whole) return;
    IndexChecker(folder, rows, options, faults).check(OpenIndex(folder), found);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::damaged && error.code() != ErrorCode::not_found) throw;
    faults.add(error.without_remedy());
  }
}

}  // namespace facsim
