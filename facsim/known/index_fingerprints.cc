// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_fingerprints.h"

#include <optional>
#include <utility>

namespace facsim {

std::uint64_t add_fingerprints(IndexWriter& writer, Manifest next,
                               std::vector<FingerprintInput> inputs,
                               const IndexChangeOptions& options, bool may_be_empty,
                               const std::function<void(const std::string&)>& warn,
                               Scratch& scratch) {
  FingerprintBatch batch(next, options, scratch);
  const FingerprintsRead read =
      for_each_fingerprint(std::move(inputs), next.next_id, options.check,
                           [&](const FingerprintRecord& record, std::uint64_t number) {
                             record.id.empty() ? batch.add(record.fingerprint, number)
                                               : batch.add(record.fingerprint, record.id);
                           });
  if (const std::optional<std::string> warning = read.bad.warning()) warn(*warning);
  next.next_id = read.next_number;
  const std::uint64_t entries = batch.size();
  if (!may_be_empty) require_entries(entries, writer.folder());
  add_segment(writer, std::move(next), batch);
  return entries;
}

}  // namespace facsim
