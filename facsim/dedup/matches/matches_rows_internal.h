// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of matches.facsim, one after the other: a value equal to that of the previous row takes a
// byte or none. For matches_file.cc.

#include <cstdint>
#include <string>

#include "facsim/corpus/field_bytes.h"
#include "facsim/corpus/page_row.h"
#include "facsim/corpus/revisits.h"
#include "facsim/corpus/skip_row.h"
#include "facsim/input/input_files.h"

namespace facsim {

// Writes `path` instead of the file's own path.
void write_file(const InputFile& file, const std::string& path, FieldWriter& out);
[[nodiscard]] InputFile read_file(FieldReader& in);

// A page without its anchors and keys of comparison, and without its sketch unless a title may need
// it as evidence.
struct ListedPage {
  PageRow row;
  std::string id;
  std::string url;
  std::uint32_t same_text = kNoPage;  // a page of the same text; kNoPage if the page has no text
};

// Remembers the previous row: use one per direction, rows in order.
class PageCoder {
 public:
  // `page` is the row's own number.
  void write(std::uint32_t page, const ListedPage& stored, FieldWriter& out);
  // Throws Error{damaged} for values that are impossible with `files` files and `pages` pages.
  [[nodiscard]] ListedPage read(std::uint32_t page, std::uint32_t files, std::uint32_t pages,
                                FieldReader& in);

 private:
  std::uint32_t file_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t offset_ = 0;
  Sketch layout_;
};

// The same for other records.
class NonPageCoder {
 public:
  void write(const NonPageRow& other, FieldWriter& out);
  [[nodiscard]] NonPageRow read(std::uint32_t files, FieldReader& in);

 private:
  std::uint32_t file_ = 0;
  std::uint64_t end_ = 0;
};

// A revisit with its labels and its original, as in Revisits.
struct StoredRevisit {
  RevisitRow row;
  std::string id;
  std::string url;
  std::uint32_t original = kNoPage;
};

class RevisitCoder {
 public:
  void write(const StoredRevisit& revisit, FieldWriter& out);
  // Throws Error{damaged} as PageCoder does.
  [[nodiscard]] StoredRevisit read(std::uint32_t files, std::uint32_t pages, FieldReader& in);

 private:
  std::uint32_t file_ = 0;
  std::uint64_t offset_ = 0;
};

void write_skip(const SkipRow& skip, FieldWriter& out);
[[nodiscard]] SkipRow read_skip(std::uint32_t files, FieldReader& in);

}  // namespace facsim
