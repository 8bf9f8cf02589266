// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the pages of any input one by one: files, folders, WARC and ARC archives, JSON lines, bulk
// files, tables, compressed or not, and standard input.
//
// Promise: gives the pages that dedup() would read, decoded as it decodes them, in input order;
// records without a page are skipped and counted. Memory: one record and its page, at most a few
// times read.page_bytes_max. One thread at a time. A PageReader is a PageSource, so a caller can
// choose or change pages on their way into dedup(). dedup() treats them as pages from memory: it
// names them by their id or number, and only the reader knows what was skipped (counts(),
// warnings()).

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
  ReadOptions read = {};  // fields of a record that make up the page
  // The recipe by which the pages will be judged: the fields that it reads are given as
  // Page::fields and Page::given. Most recipes read none.
  Recipe recipe = {};
  // An existing folder for standard input, which is copied before it is read; empty: the system's.
  std::string tmp = {};
  const std::atomic<bool>* cancelled = nullptr;  // if set, next() stops with Error{cancelled}
  // Called at once if the first 1,000 records lack a field of read.named_fields.
  std::function<void(const std::string&)> warn = {};
};

class PageReader final : public PageSource {
 public:
  // `inputs`: files and folders, "-" for standard input. Throws Error{not_found, io, unsupported,
  // invalid_argument} for an input that cannot be read, and {invalid_argument} for a field of
  // read.named_fields that no record has.
  explicit PageReader(const std::vector<std::string>& inputs,
                      const PageReaderOptions& options = {});
  ~PageReader() override;

  // Gives the next page, with its location. Only an analysis can find out if the page has any text.
  // At the end throws Error{not_found} if no page was given and something was unreadable: a bad
  // record, a damaged or a binary file. Inputs that are merely empty end with false and a warning.
  [[nodiscard]] bool next(Page& page) override;
  // The caller reports that the analysis of the last page found no text: the page is counted as
  // `no_text`. If that is so for all pages, next() ends as if it had given none.
  void note_no_text();
  // The name of the last page in results: its id, URL, file and offset.
  [[nodiscard]] const PageName& name() const noexcept;

  // Counts so far: files, records, pages given, skips by reason and bytes. The other counts are
  // about texts, which the reader does not analyse, and stay 0.
  [[nodiscard]] const ReadCounts& counts() const noexcept;
  // Progress: pages given, bytes of the files already read and of all files.
  [[nodiscard]] ProgressState progress() const;
  // One sentence each: what was skipped in folders and which files are damaged, as far as is known;
  // after the end also what was left out, with the location of the first of each kind.
  [[nodiscard]] std::vector<Sentence> warnings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
