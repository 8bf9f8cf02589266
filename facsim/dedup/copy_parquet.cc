// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/copy_parquet.h"

#include <algorithm>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/kept_exception.h"
#include "facsim/dedup/page_annotation.h"
#include "facsim/files/byte_sink.h"
#include "facsim/output/copy.h"
#include "facsim/report/row_tables.h"
#include "facsim/tables/parquet_file.h"

namespace facsim {
namespace {

using parquet::NewColumn;
using parquet::NewValue;

// A bit for each row, set if the row is kept.
class KeptRows {
 public:
  explicit KeptRows(std::uint64_t rows) : rows_(rows), bits_((rows + 63) / 64, ~std::uint64_t{0}) {}
  // Returns false if there is no such row.
  [[nodiscard]] bool remove(std::uint64_t row) {
    if (row >= rows_) return false;
    bits_[row / 64] &= ~(std::uint64_t{1} << row % 64);
    return true;
  }
  [[nodiscard]] std::span<const std::uint64_t> bits() const noexcept { return bits_; }

 private:
  std::uint64_t rows_;
  std::vector<std::uint64_t> bits_;
};

constexpr std::string_view kColumn = "facsim";

class RowAnnotator final : public parquet::Annotator {
 public:
  RowAnnotator(const DecidedCorpus& pages, std::size_t file)
      : pages_(pages),
        page_(pages.corpus().first_page[file]),
        page_end_(pages.corpus().first_page[file + 1]) {}

  [[nodiscard]] std::string_view column() const noexcept override { return kColumn; }
  [[nodiscard]] std::span<const NewColumn> members() const noexcept override {
    return AnnotationValues::columns();
  }
  [[nodiscard]] bool annotate(std::uint64_t row, std::span<NewValue> values) noexcept override {
    return thrown_.holds_back([&] { annotate_row(row, values); });
  }
  void rethrow() const { thrown_.rethrow(); }

 private:
  // Rows without a page are annotated like kept pages that repeat no other page.
  void annotate_row(std::uint64_t row, std::span<NewValue> values) {
    std::ranges::copy(made_.of(annotation_of_row(row)), values.begin());
  }

  [[nodiscard]] Annotation annotation_of_row(std::uint64_t row) {
    while (page_ < page_end_) {
      const PageRow page = pages_.corpus().rows.at(page_);
      if (page.offset > row) break;
      const std::uint32_t number = page_++;
      if (page.offset == row) return annotation_of(pages_, number, page);
    }
    return {};
  }

  const DecidedCorpus& pages_;
  std::uint32_t page_;
  std::uint32_t page_end_;
  AnnotationValues made_;  // of the last row
  KeptException thrown_;
};

}  // namespace

void copy_parquet(const DecidedCorpus& pages, std::size_t file, const std::string& to,
                  const std::function<void(std::uint64_t)>& progress) {
  const Corpus& corpus = pages.corpus();
  const InputFile& input = corpus.files[file];
  ParquetFile original(input.path, input.shown());
  KeptRows kept(original.rows());
  bool loses_any = false;
  for (std::uint32_t page = corpus.first_page[file]; page < corpus.first_page[file + 1]; ++page) {
    if (!pages.is_removed(page)) continue;
    loses_any = true;
    if (kept.remove(corpus.rows.at(page).offset)) continue;
    throw Error(ErrorCode::io, "changed while it was being read; run again", input.shown());
  }
  if (!loses_any) {
    copy_with_edits(input.path, to, [](Edit&) { return false; }, {.progress = progress});
    return;
  }
  const auto sink = create_bytes(to, Packing::none);
  original.copy(kept.bits(), *sink, nullptr, progress);
  sink->close();
}

void annotate_parquet(const DecidedCorpus& pages, std::size_t file, const std::string& to,
                      const std::function<void(std::uint64_t)>& progress) {
  const InputFile& input = pages.corpus().files[file];
  ParquetFile original(input.path, input.shown());
  const KeptRows kept(original.rows());
  const auto sink = create_bytes(to, Packing::none);
  RowAnnotator annotator(pages, file);
  try {
    original.copy(kept.bits(), *sink, &annotator, progress);
  } catch (...) {
    annotator.rethrow();
    throw;
  }
  sink->close();
}

}  // namespace facsim
