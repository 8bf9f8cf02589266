// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of any input, one after the other: files, folders, WARC and ARC archives, JSON lines,
// bulk files, tables, packed or not, and standard input.
//
// Promise: the pages that dedup() would read, decoded as it decodes them, in input order; what
// holds no page is skipped and counted. Memory: one record and its page, at most a few times
// read.page_bytes_max. One thread at a time. A PageReader is a PageSource, so what it gives can be
// chosen or changed on its way into dedup(). There they are pages from memory: named by their id or
// number, and what was left out is known to the reader alone (counts(), warnings()).

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/model/page.h"
#include "facsim/model/page_name.h"
#include "facsim/model/progress.h"
#include "facsim/model/read_options.h"
#include "facsim/model/recipe.h"
#include "facsim/model/summary.h"
#include "facsim/page_source.h"

namespace facsim {

struct PageReaderOptions {
  ReadOptions read = {};  // which fields of a record are the page
  // By which the pages will be judged: the fields that it reads come along, as Page::fields and
  // Page::given. Most recipes read none.
  Recipe recipe = {};
  // An existing folder for standard input, which is copied before it is read; empty: the system's.
  std::string tmp = {};
  const std::atomic<bool>* cancelled = nullptr;  // set: next() stops with Error{cancelled}
  // Hears at once of a field of read.named_fields that the first 1,000 records do not have.
  std::function<void(const std::string&)> warn = {};
};

class PageReader final : public PageSource {
 public:
  // `inputs`: files and folders, "-" for standard input. Throws Error{not_found, io, unsupported,
  // invalid_argument} for what is named and cannot be read, and {invalid_argument} for a field of
  // read.named_fields that no record has.
  explicit PageReader(const std::vector<std::string>& inputs,
                      const PageReaderOptions& options = {});
  ~PageReader() override;

  // The next page, with its place. Whether it has any text is not known before it is analysed. At
  // the end throws Error{not_found} where no page was given and something could not be read: a bad
  // record, a damaged or a binary file. Inputs that are merely empty end with false and a warning.
  [[nodiscard]] bool next(Page& page) override;
  // The last page has no text, as its analysis found: it is counted as `no_text`, and where all are
  // so, next() ends as if none had been given.
  void note_no_text();
  // How the last page is named in results: its id, URL, file and offset.
  [[nodiscard]] const PageName& name() const noexcept;

  // So far: files, records, pages given, skips by reason and bytes; the other counts are of texts,
  // which nobody has looked at, and stay 0.
  [[nodiscard]] const ReadCounts& counts() const noexcept;
  // How far it is: pages given, bytes of the files behind it and of all.
  [[nodiscard]] ProgressState progress() const;
  // A sentence each: what was not read in folders and which files are damaged, as far as is known;
  // after the end also what was left out, and where the first of each sort stands.
  [[nodiscard]] std::vector<Sentence> warnings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
