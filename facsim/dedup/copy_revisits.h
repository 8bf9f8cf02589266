// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edits that put revisit records into the copy of a WARC file (plan_revisits.h).
//
// Replaced pages become revisit records; revisit records of the input that referred to them refer
// to the same capture as these; bytes that are not a record are left out, as in every copy.
// Everything else is unchanged. If a record changes, the records of the file are read again, so
// that none of them had to be stored.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/input/record_reader.h"
#include "facsim/output/edit.h"

namespace facsim {

class RevisitEdits {
 public:
  // `file` is a WARC file of the corpus. The arguments must outlive this.
  RevisitEdits(const DecidedCorpus& pages, std::size_t file, const ReadOptions& read);

  // Fulfills the contract of NextEdit. Throws Error{io} if a page differs from the first reading:
  // its payload is compared once more.
  bool next(Edit& edit);

 private:
  [[nodiscard]] bool has_revisits(std::size_t file) const;
  [[nodiscard]] bool leave_out_damaged(Edit& edit);
  [[nodiscard]] bool replace_page(Edit& edit);
  [[nodiscard]] bool rename_revisit(Edit& edit);

  const DecidedCorpus& pages_;
  const Corpus& corpus_;
  const InputFile& file_;
  std::uint32_t page_;
  std::uint32_t page_end_;
  std::uint64_t revisit_ = 0;  // index in Corpus::revisits: the next one of this file
  std::uint64_t non_page_ = 0;
  std::uint64_t non_page_end_ = 0;
  std::unique_ptr<RecordReader> records_;  // null if no record changes
  RawRecord record_;
};

// The page that a revisit of the input refers to from now on; kNoPage if its reference is
// unchanged.
[[nodiscard]] std::uint32_t renamed_original(const DecidedCorpus& pages, std::uint64_t revisit);

}  // namespace facsim
