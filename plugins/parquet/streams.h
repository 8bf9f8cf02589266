// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adapts the program's Source and Sink to Arrow's files.

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/memory_pool.h>
#include <arrow/result.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

// The program knows the reason.
inline arrow::Status lender_failed() { return arrow::Status::IOError("the program stopped it"); }

// Uses malloc(3) only: Arrow's own pools reserve gigabytes of address space.
inline arrow::MemoryPool* pool() { return arrow::system_memory_pool(); }

class SourceFile final : public arrow::io::RandomAccessFile {
 public:
  // `failed` is set when a read fails.
  SourceFile(Source& source, bool& failed) : source_(&source), failed_(&failed) {}

  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<std::int64_t> Tell() const override { return at_; }
  arrow::Status Seek(std::int64_t position) override {
    if (position < 0) return arrow::Status::Invalid("a place before the file");
    at_ = position;
    return arrow::Status::OK();
  }
  arrow::Result<std::int64_t> GetSize() override {
    return static_cast<std::int64_t>(source_->size());
  }
  arrow::Result<std::int64_t> ReadAt(std::int64_t position, std::int64_t bytes,
                                     void* into) override {
    if (position < 0 || bytes < 0) return arrow::Status::Invalid("a place before the file");
    const std::int64_t got =
        source_->read_at(static_cast<std::uint64_t>(position),
                         std::span(static_cast<char*>(into), static_cast<std::size_t>(bytes)));
    if (got >= 0) return got;
    *failed_ = true;
    return lender_failed();
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(std::int64_t position,
                                                       std::int64_t bytes) override {
    const auto size = static_cast<std::int64_t>(source_->size());
    if (position < 0 || bytes < 0) return arrow::Status::Invalid("a place before the file");
    // The requested length comes from foreign bytes, so the buffer is limited to the rest of the
    // file.
    bytes = std::min(bytes, std::max<std::int64_t>(size - position, 0));
    ARROW_ASSIGN_OR_RAISE(auto buffer, arrow::AllocateResizableBuffer(bytes, pool()));
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, ReadAt(position, bytes, buffer->mutable_data()));
    ARROW_RETURN_NOT_OK(buffer->Resize(got, false));
    return std::shared_ptr<arrow::Buffer>(std::move(buffer));
  }
  arrow::Result<std::int64_t> Read(std::int64_t bytes, void* into) override {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, ReadAt(at_, bytes, into));
    at_ += got;
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t bytes) override {
    ARROW_ASSIGN_OR_RAISE(auto buffer, ReadAt(at_, bytes));
    at_ += buffer->size();
    return buffer;
  }

 private:
  Source* source_;
  bool* failed_;
  std::int64_t at_ = 0;
  bool closed_ = false;
};

class SinkStream final : public arrow::io::OutputStream {
 public:
  SinkStream(Sink& sink, bool& failed) : sink_(&sink), failed_(&failed) {}

  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<std::int64_t> Tell() const override { return at_; }
  arrow::Status Write(const void* data, std::int64_t bytes) override {
    const auto size = static_cast<std::size_t>(bytes);
    if (!sink_->write({static_cast<const char*>(data), size})) {
      *failed_ = true;
      return lender_failed();
    }
    at_ += bytes;
    return arrow::Status::OK();
  }
  using arrow::io::OutputStream::Write;

 private:
  Sink* sink_;
  bool* failed_;
  std::int64_t at_ = 0;
  bool closed_ = false;
};

}  // namespace facsim::parquet
