// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/read_payloads.h"

#include <memory>
#include <optional>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::uint32_t kPayloadsBetweenLooks = 1U << 14;

// Finds the record of a page that was read before.
void find_again(RecordReader& records, const PageRow& row, const InputFile& file,
                RawRecord& record) {
  do {
    if (!records.next(record) || record.extent.begin > row.extent.begin) {
      throw Error(ErrorCode::io, "has changed since the run; run " + Named::dedup + " again",
                  file.shown());
    }
  } while (record.extent.begin < row.extent.begin);
}

}  // namespace

void read_payloads(Corpus& corpus, const ReadOptions& read, const Run& run) {
  corpus.payloads.emplace(run.scratch(), run.memory_bytes() / 16);
  RawRecord record;
  for (std::size_t f = 0; f < corpus.files.size(); ++f) {
    const InputFile& file = corpus.files[f];
    std::unique_ptr<RecordReader> records;
    for (std::uint32_t page = corpus.first_page[f]; page < corpus.first_page[f + 1]; ++page) {
      if (page % kPayloadsBetweenLooks == 0) {
        run.throw_if_cancelled();
        run.progress({"read", page, 0, 0, corpus.pages()});
      }
      if (file.kind != FileKind::warc) {
        corpus.payloads->add(std::nullopt);
        continue;
      }
      if (!records) records = open_records(file, read);
      find_again(*records, corpus.rows.at(page), file, record);
      corpus.payloads->add(payload_of(record));
    }
  }
}

}  // namespace facsim
