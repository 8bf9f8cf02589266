// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/copy_parquet.h"

#include <array>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/kept_exception.h"
#include "facsim/dedup/page_annotation.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/name_text.h"
#include "facsim/files/parquet_file.h"
#include "facsim/output/copy.h"
#include "facsim/report/json_line.h"

namespace facsim {
namespace {

using parquet::NewColumn;
using parquet::NewValue;

// A bit for each row, set where it is kept.
class KeptRows {
 public:
  explicit KeptRows(std::uint64_t rows) : rows_(rows), bits_((rows + 63) / 64, ~std::uint64_t{0}) {}
  // False where there is no such row.
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

// In the order of the JSON annotation.
enum MemberOfAnnotation : std::size_t {
  kCluster,
  kKind,
  kRepresentative,
  kRepresentativeUrl,
  kRepresentativeFile,
  kRepresentativeOffset,
  kInIndex,
  kDistance,
  kResemblance,
  kResemblanceError,
  kContainment,
  kAgreement,
  kTemplate,
  kJudged,
  kPayloadIdentical,
  kMemberCount
};
constexpr std::array<NewColumn, kMemberCount> kMembers = {{
    {"cluster", NewColumn::Kind::text},
    {"kind", NewColumn::Kind::text},
    {"representative", NewColumn::Kind::text},
    {"representative_url", NewColumn::Kind::text},
    {"representative_file", NewColumn::Kind::text},
    {"representative_offset", NewColumn::Kind::whole},
    {"in_index", NewColumn::Kind::flag},
    {"distance", NewColumn::Kind::whole},
    {"resemblance", NewColumn::Kind::real},
    {"resemblance_error", NewColumn::Kind::real},
    {"containment", NewColumn::Kind::reals},
    {"agreement", NewColumn::Kind::real},
    {"template", NewColumn::Kind::flag},
    {"judged", NewColumn::Kind::reals},
    {"payload_identical", NewColumn::Kind::flag},
}};

class RowAnnotator final : public parquet::Annotator {
 public:
  RowAnnotator(const DecidedCorpus& pages, std::size_t file)
      : pages_(pages),
        page_(pages.corpus().first_page[file]),
        page_end_(pages.corpus().first_page[file + 1]) {}

  [[nodiscard]] std::string_view column() const noexcept override { return kColumn; }
  [[nodiscard]] std::span<const NewColumn> members() const noexcept override { return kMembers; }
  [[nodiscard]] bool annotate(std::uint64_t row, std::span<NewValue> values) noexcept override {
    return thrown_.holds_back([&] { annotate_row(row, values); });
  }
  void rethrow() const { thrown_.rethrow(); }

 private:
  // Rows without a page stay as kept pages are: null.
  void annotate_row(std::uint64_t row, std::span<NewValue> values) {
    while (page_ < page_end_) {
      const PageRow page = pages_.corpus().rows.at(page_);
      if (page.offset > row) return;
      const std::uint32_t number = page_++;
      if (page.offset == row) return write(annotation_of(pages_, number, page), values);
    }
  }

  void write(PageAnnotation made, std::span<NewValue> values) {
    if (!made.cluster) return;
    label_ = text_of_name(label_of(*made.cluster));
    set_text(values[kCluster], label_);
    if (!made.match) return;
    const Match& match = *made.match;
    url_ = std::move(made.cluster->url);
    file_ = text_of_name(made.cluster->file);
    set_text(values[kKind], name_of(match.kind));
    set_text(values[kRepresentative], label_);
    if (!url_.empty()) set_text(values[kRepresentativeUrl], url_);
    set_text(values[kRepresentativeFile], file_);
    set_whole(values[kRepresentativeOffset], static_cast<std::int64_t>(made.cluster->offset));
    set_whole(values[kInIndex], made.cluster->in_index ? 1 : 0);
    if (match.distance >= 0) set_whole(values[kDistance], match.distance);
    set_real(values[kResemblance], match.resemblance);
    if (match.by == By::sketch) set_real(values[kResemblanceError], match.error);
    containment_ = {ratio_as_read(match.containment), ratio_as_read(match.containment_reverse)};
    values[kContainment].is_null = false;
    values[kContainment].reals = containment_;
    if (match.agreement) set_real(values[kAgreement], *match.agreement);
    if (match.is_template) set_whole(values[kTemplate], *match.is_template ? 1 : 0);
    judged_ = {ratio_as_read(match.judged[0]), ratio_as_read(match.judged[1])};
    values[kJudged].is_null = false;
    values[kJudged].reals = judged_;
    if (match.same_payload) set_whole(values[kPayloadIdentical], *match.same_payload ? 1 : 0);
  }

  static void set_text(NewValue& value, std::string_view text) {
    value.is_null = false;
    value.text = text;
  }
  static void set_whole(NewValue& value, std::int64_t whole) {
    value.is_null = false;
    value.whole = whole;
  }
  static void set_real(NewValue& value, double real) {
    value.is_null = false;
    value.real = ratio_as_read(real);
  }

  const DecidedCorpus& pages_;
  std::uint32_t page_;
  std::uint32_t page_end_;
  // What the values of the last row are views of.
  std::string label_;
  std::string url_;
  std::string file_;
  std::array<double, 2> containment_{};
  std::array<double, 2> judged_{};
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
