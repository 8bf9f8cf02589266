// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edits that put revisit records into the copy of a WARC file (plan_revisits.h).
//
// Pages that were replaced become revisit records; revisit records of the input that referred to
// them refer to the same capture as these; bytes that are no record are left out, as in every copy.
// All else stays. Where a record changes, those of the file are read again, so that nothing of them
// had to be kept.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/input/record_reader.h"
#include "facsim/output/edit.h"

namespace facsim {

class RevisitEdits {
 public:
  // Of a file of the corpus, which is WARC. The arguments must outlive this.
  RevisitEdits(const DecidedCorpus& pages, std::size_t file, const ReadOptions& read);

  // As NextEdit has it. Throws Error{io} if a page is not as it was read at first: its payload is
  // compared once more.
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
  std::uint64_t revisit_ = 0;  // of Corpus::revisits: the next of this file
  std::uint64_t non_page_ = 0;
  std::uint64_t non_page_end_ = 0;
  std::unique_ptr<RecordReader> records_;  // none where no record changes
  RawRecord record_;
};

// The page that a revisit of the input refers to from now on; kNoPage: the one that it named.
[[nodiscard]] std::uint32_t renamed_original(const DecidedCorpus& pages, std::uint64_t revisit);

}  // namespace facsim
