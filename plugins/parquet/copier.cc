// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/copier.h"

#include <parquet/api/writer.h>
#include <parquet/exception.h>
#include <parquet/metadata.h>
#include <parquet/statistics.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plugins/parquet/added_column.h"
#include "plugins/parquet/copy_column.h"

namespace facsim::parquet {
namespace {

using ::parquet::ColumnChunkMetaData;
using ::parquet::Encoding;
using ::parquet::ParquetException;

constexpr char kMagic[] = {'P', 'A', 'R', '1'};
constexpr std::int64_t kCopyBytes = 1 << 20;
// A batch of values has about this many bytes, whatever the type of the values.
constexpr std::int64_t kBatchBytes = 1 << 20;
constexpr std::int64_t kBatchValues = 1024;

bool is_dictionary(Encoding::type encoding) {
  return encoding == Encoding::PLAIN_DICTIONARY || encoding == Encoding::RLE_DICTIONARY;
}

// Row groups of the file that become one row group of the copy.
struct Group {
  std::vector<int> sources;
  std::uint64_t rows = 0;  // kept
  bool is_whole = false;   // a single group with all its rows
};

class Copier {
 public:
  Copier(::parquet::ParquetFileReader& file, SourceFile& source,
         std::span<const std::uint64_t> kept, std::shared_ptr<SinkStream> sink,
         Annotator* annotator)
      : file_(file),
        source_(source),
        kept_(kept),
        sink_(std::move(sink)),
        annotator_(annotator),
        metadata_(file.metadata()) {}

  void run() {
    make_schema();
    make_properties();
    make_groups();
    write(kMagic, sizeof(kMagic));
    auto builder = ::parquet::FileMetaDataBuilder::Make(&schema_, properties_);
    std::int16_t ordinal = 0;
    for (const Group& group : groups_) {
      // Ordinals of row groups have 16 bits; further groups have none.
      write_group(group, *builder->AppendRowGroup(), ordinal);
      ordinal = ordinal < 0 || ordinal == INT16_MAX ? std::int16_t{-1}
                                                    : static_cast<std::int16_t>(ordinal + 1);
    }
    auto pairs = metadata_->key_value_metadata();
    if (annotator_ != nullptr) pairs = with_added(pairs);
    ::parquet::WriteFileMetaData(*builder->Finish(pairs), sink_.get());
  }

 private:
  void write(const void* bytes, std::int64_t size) {
    PARQUET_THROW_NOT_OK(sink_->Write(bytes, size));
  }
  [[nodiscard]] std::int64_t tell() const { return sink_->Tell().ValueOrDie(); }

  [[nodiscard]] std::shared_ptr<const arrow::KeyValueMetadata> with_added(
      const std::shared_ptr<const arrow::KeyValueMetadata>& pairs) const {
    return with_added_column(pairs, *annotator_);
  }

  // The file's schema, with the added column at the end if there is one.
  void make_schema() {
    const ::parquet::SchemaDescriptor& old = *metadata_->schema();
    const auto* root = old.group_node();
    ::parquet::schema::NodeVector fields;
    for (int i = 0; i < root->field_count(); ++i) {
      if (annotator_ == nullptr || root->field(i)->name() != annotator_->column()) {
        fields.push_back(root->field(i));
      }
    }
    for (int i = 0; i < old.num_columns(); ++i) {
      if (annotator_ == nullptr || old.GetColumnRoot(i)->name() != annotator_->column()) {
        leaves_.push_back(i);
      }
    }
    if (annotator_ == nullptr) {
      schema_.Init(old.schema_root());
      return;
    }
    fields.push_back(node_of(*annotator_));
    schema_.Init(::parquet::schema::GroupNode::Make(root->name(), root->repetition(), fields,
                                                    ::parquet::ConvertedType::NONE,
                                                    root->field_id()));
  }

  void make_properties() {
    ::parquet::WriterProperties::Builder builder;
    builder.memory_pool(pool());
    // The footer has version number 1 or 2 only; 2.6 stands for every version 2.
    builder.version(metadata_->version() == ::parquet::ParquetVersion::PARQUET_1_0
                        ? ::parquet::ParquetVersion::PARQUET_1_0
                        : ::parquet::ParquetVersion::PARQUET_2_6);
    if (metadata_->num_row_groups() > 0) {
      const auto model = metadata_->RowGroup(0);
      for (const int leaf : leaves_) keep_properties(*model->ColumnChunk(leaf), leaf, builder);
      if (annotator_ == nullptr) builder.set_sorting_columns(sorting_of_all());
      // The added column is compressed like the first column.
      if (annotator_ != nullptr && !leaves_.empty()) {
        const auto codec = model->ColumnChunk(leaves_.front())->compression();
        for (int i = static_cast<int>(leaves_.size()); i < schema_.num_columns(); ++i) {
          builder.compression(schema_.Column(i)->path(), codec);
        }
      }
    }
    properties_ = builder.build();
  }

  // Returns nothing if the groups are sorted by different columns.
  [[nodiscard]] std::vector<::parquet::SortingColumn> sorting_of_all() const {
    auto first = metadata_->RowGroup(0)->sorting_columns();
    for (int i = 1; i < metadata_->num_row_groups(); ++i) {
      if (metadata_->RowGroup(i)->sorting_columns() != first) return {};
    }
    return first;
  }

  void keep_properties(const ColumnChunkMetaData& chunk, int leaf,
                       ::parquet::WriterProperties::Builder& builder) const {
    const std::string path = metadata_->schema()->Column(leaf)->path()->ToDotString();
    builder.compression(path, chunk.compression());
    const auto& encodings = chunk.encodings();
    const bool has_dictionary = std::any_of(encodings.begin(), encodings.end(), is_dictionary);
    has_dictionary ? builder.enable_dictionary(path) : builder.disable_dictionary(path);
    for (const Encoding::type encoding : encodings) {
      if (encoding == Encoding::DELTA_BINARY_PACKED || encoding == Encoding::DELTA_BYTE_ARRAY ||
          encoding == Encoding::DELTA_LENGTH_BYTE_ARRAY ||
          encoding == Encoding::BYTE_STREAM_SPLIT) {
        builder.encoding(path, encoding);
      }
    }
    chunk.is_stats_set() ? builder.enable_statistics(path) : builder.disable_statistics(path);
  }

  // A group that loses no row remains separate. Neighbouring groups that lose rows are joined while
  // the result has no more rows than the largest group of the file.
  void make_groups() {
    const int count = metadata_->num_row_groups();
    std::uint64_t largest = 0;
    std::uint64_t first = 0;
    for (int i = 0; i < count; ++i) {
      const std::int64_t rows = metadata_->RowGroup(i)->num_rows();
      if (rows < 0) throw ParquetException("a row group has fewer than no rows");
      largest = std::max(largest, static_cast<std::uint64_t>(rows));
    }
    bool may_join = false;
    for (int i = 0; i < count; ++i) {
      const auto rows = static_cast<std::uint64_t>(metadata_->RowGroup(i)->num_rows());
      first_rows_.push_back(first);
      std::uint64_t stay = 0;
      for (std::uint64_t row = first; row < first + rows; ++row) stay += is_kept(kept_, row);
      first += rows;
      if (stay == 0) continue;
      const bool is_whole = stay == rows;
      if (may_join && !is_whole && groups_.back().rows + stay <= largest) {
        groups_.back().sources.push_back(i);
        groups_.back().rows += stay;
      } else {
        groups_.push_back({{i}, stay, is_whole});
      }
      may_join = !groups_.back().is_whole;
    }
  }

  void write_group(const Group& group, ::parquet::RowGroupMetaDataBuilder& builder,
                   std::int16_t ordinal) {
    builder.set_num_rows(static_cast<std::int64_t>(group.rows));
    const std::int64_t begin = tell();
    std::int16_t column = 0;
    for (const int leaf : leaves_) {
      ::parquet::ColumnChunkMetaDataBuilder& chunk = *builder.NextColumnChunk();
      const bool as_it_lies = group.is_whole && copy_chunk(group.sources.front(), leaf, chunk);
      if (!as_it_lies) write_chunk(group, leaf, chunk, ordinal, column);
      column = column < 0 || column == INT16_MAX ? std::int16_t{-1}
                                                 : static_cast<std::int16_t>(column + 1);
    }
    if (annotator_ != nullptr) write_added(group, builder, ordinal);
    builder.Finish(tell() - begin, ordinal);
  }

  // Returns false if the old chunk cannot be copied unchanged.
  bool copy_chunk(int source, int leaf, ::parquet::ColumnChunkMetaDataBuilder& builder) {
    // Files of such old versions contain wrong lengths.
    if (metadata_->writer_version().VersionLt(
            ::parquet::ApplicationVersion::PARQUET_816_FIXED_VERSION())) {
      return false;
    }
    const auto row_group = metadata_->RowGroup(source);
    const auto chunk = row_group->ColumnChunk(leaf);
    const std::int64_t size = chunk->total_compressed_size();
    std::int64_t begin = chunk->data_page_offset();
    const bool has_dictionary = chunk->has_dictionary_page() &&
                                chunk->dictionary_page_offset() > 0 &&
                                chunk->dictionary_page_offset() < begin;
    if (has_dictionary) begin = chunk->dictionary_page_offset();
    const std::int64_t all = source_.GetSize().ValueOrDie();
    if (chunk->has_index_page() || begin < 4 || size <= 0 || size > all - begin) return false;
    const std::int64_t moved = tell() - begin;
    copy_bytes(begin, size);
    if (chunk->is_stats_set()) {
      if (const auto statistics = chunk->encoded_statistics()) builder.SetStatistics(*statistics);
    }
    if (const auto sizes = chunk->size_statistics()) builder.SetSizeStatistics(*sizes);
    builder.SetKeyValueMetadata(chunk->key_value_metadata());
    std::map<Encoding::type, std::int32_t> dictionary;
    std::map<Encoding::type, std::int32_t> data;
    for (const auto& pages : chunk->encoding_stats()) {
      const bool is_data = pages.page_type != ::parquet::PageType::DICTIONARY_PAGE;
      (is_data ? data : dictionary)[pages.encoding] += pages.count;
    }
    const bool is_counted = !chunk->encoding_stats().empty();
    // Without counts, readers must not conclude that all pages use the dictionary.
    for (const Encoding::type encoding : chunk->encodings()) {
      if (!is_counted && encoding != Encoding::RLE && encoding != Encoding::BIT_PACKED) {
        data[encoding] = 1;
      }
    }
    const bool falls_back = std::any_of(
        data.begin(), data.end(), [](const auto& pages) { return !is_dictionary(pages.first); });
    builder.Finish(chunk->num_values(),
                   has_dictionary ? chunk->dictionary_page_offset() + moved : -1, -1,
                   chunk->data_page_offset() + moved, size, chunk->total_uncompressed_size(),
                   has_dictionary, has_dictionary && falls_back, dictionary, data);
    return true;
  }

  void copy_bytes(std::int64_t begin, std::int64_t size) {
    std::vector<char> buffer(static_cast<std::size_t>(std::min(size, kCopyBytes)));
    while (size > 0) {
      const std::int64_t want = std::min(size, kCopyBytes);
      PARQUET_ASSIGN_OR_THROW(const std::int64_t got, source_.ReadAt(begin, want, buffer.data()));
      if (got <= 0) throw ParquetException("the file ends early");
      write(buffer.data(), got);
      begin += got;
      size -= got;
    }
  }

  [[nodiscard]] std::unique_ptr<::parquet::PageWriter> page_writer(
      const ::parquet::ColumnDescriptor& column, ::parquet::ColumnChunkMetaDataBuilder& builder,
      std::int16_t group, std::int16_t number, bool is_buffered) const {
    const auto path = column.path();
    const auto options = properties_->codec_options(path);
    return ::parquet::PageWriter::Open(
        sink_, properties_->compression(path), &builder, group, number, pool(), is_buffered,
        nullptr, nullptr, false, nullptr, nullptr, options ? *options : ::parquet::CodecOptions{});
  }

  void write_chunk(const Group& group, int leaf, ::parquet::ColumnChunkMetaDataBuilder& builder,
                   std::int16_t ordinal, std::int16_t number) {
    const ::parquet::ColumnDescriptor& column = *metadata_->schema()->Column(leaf);
    const auto writer = ::parquet::ColumnWriter::Make(
        &builder, page_writer(column, builder, ordinal, number, false), properties_.get());
    for (const int source : group.sources) {
      const auto reader = file_.RowGroup(source);
      const auto chunk = reader->metadata()->ColumnChunk(leaf);
      const std::int64_t value_bytes =
          chunk->total_uncompressed_size() / std::max<std::int64_t>(chunk->num_values(), 1);
      const std::int64_t values_max = std::clamp<std::int64_t>(
          kBatchBytes / std::max<std::int64_t>(value_bytes, 1), 1, kBatchValues);
      copy_column(*reader->Column(leaf), *writer, kept_,
                  first_rows_[static_cast<std::size_t>(source)],
                  static_cast<std::uint64_t>(reader->metadata()->num_rows()), values_max);
    }
    writer->Close();
  }

  void write_added(const Group& group, ::parquet::RowGroupMetaDataBuilder& builder,
                   std::int16_t ordinal) {
    std::vector<std::shared_ptr<::parquet::ColumnWriter>> writers;
    std::vector<::parquet::ColumnWriter*> plain;
    for (int i = static_cast<int>(leaves_.size()); i < schema_.num_columns(); ++i) {
      ::parquet::ColumnChunkMetaDataBuilder& chunk = *builder.NextColumnChunk();
      const auto number = i > INT16_MAX ? std::int16_t{-1} : static_cast<std::int16_t>(i);
      writers.push_back(::parquet::ColumnWriter::Make(
          &chunk, page_writer(*schema_.Column(i), chunk, ordinal, number, true),
          properties_.get()));
      plain.push_back(writers.back().get());
    }
    AddedColumn added(*annotator_, std::move(plain));
    for (const int source : group.sources) {
      const std::uint64_t first = first_rows_[static_cast<std::size_t>(source)];
      const auto rows = static_cast<std::uint64_t>(metadata_->RowGroup(source)->num_rows());
      for (std::uint64_t row = first; row < first + rows; ++row) {
        if (is_kept(kept_, row)) added.write(row);
      }
    }
    for (const auto& writer : writers) writer->Close();
  }

  ::parquet::ParquetFileReader& file_;
  SourceFile& source_;
  std::span<const std::uint64_t> kept_;
  std::shared_ptr<SinkStream> sink_;
  Annotator* annotator_;
  std::shared_ptr<::parquet::FileMetaData> metadata_;
  ::parquet::SchemaDescriptor schema_;
  std::vector<int> leaves_;  // the leaves of the file that the copy has, too, in the copy's order
  std::shared_ptr<::parquet::WriterProperties> properties_;
  std::vector<std::uint64_t> first_rows_;  // for each group of the file
  std::vector<Group> groups_;
};

}  // namespace

void copy_rows(::parquet::ParquetFileReader& file, SourceFile& source,
               std::span<const std::uint64_t> kept, std::shared_ptr<SinkStream> sink,
               Annotator* annotator) {
  Copier(file, source, kept, std::move(sink), annotator).run();
}

}  // namespace facsim::parquet
