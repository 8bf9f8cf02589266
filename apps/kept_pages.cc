// SPDX-License-Identifier: Apache-2.0
#include "apps/kept_pages.h"

#include "facsim/base/error.h"
#include "facsim/report/read_run.h"

namespace facsim {

RemovedPages::RemovedPages(const std::string& folder) {
  RowReader rows(folder + "/duplicates.jsonl");
  for (std::string_view line; rows.next(line);) {
    const PairRow row = rows.pair(line);
    offsets_[row.page.file].insert(row.page.offset);
  }
}

bool RemovedPages::has(const PageName& page) const {
  const auto file = offsets_.find(page.file);
  return file != offsets_.end() && file->second.contains(page.offset);
}

std::unique_ptr<PageReader> inputs_of_run(const std::string& folder,
                                          const PageReaderOptions& options) {
  const RunFacts run = read_run(folder);
  PageReaderOptions own = options;
  own.read.text_field = run.text_field;
  own.read.html_field = run.html_field;
  own.read.id_field = run.id_field;
  own.read.url_field = run.url_field;
  own.read.page_bytes_max = run.page_bytes_max;
  own.read.follow = run.follow;
  own.read.named_fields.clear();  // those name fields of other inputs
  try {
    return std::make_unique<PageReader>(run.inputs, own);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_found) throw;
    throw Error{
        ErrorCode::not_found,
        "the inputs of this run are read again for its kept pages, and are not all there (" +
            error.sentence() + "); name its copies instead, as " + folder + "/pages.jsonl",
        folder};
  }
}

}  // namespace facsim
