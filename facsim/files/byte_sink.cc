// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/byte_sink.h"

#include <utility>

#include "facsim/files/byte_sink_internal.h"
#include "facsim/files/packer_internal.h"

namespace facsim {

namespace {

class PlainSink final : public ByteSink {
 public:
  explicit PlainSink(FileOutput file) : file_(std::move(file)) {}
  void write(std::string_view bytes) override { file_.write(bytes); }
  void end_member() override {}
  void write_packed(std::string_view bytes) override { file_.write(bytes); }
  void close() override { file_.close(); }

 private:
  FileOutput file_;
};

class MemberSink final : public ByteSink {
 public:
  MemberSink(FileOutput file, std::unique_ptr<Packer> packer)
      : file_(std::move(file)), packer_(std::move(packer)) {}

  void write(std::string_view bytes) override {
    if (bytes.empty()) return;
    packer_->pack(bytes, file_);
    inside_ = true;
    empty_ = false;
  }

  void end_member() override {
    if (inside_) packer_->end(file_);
    inside_ = false;
  }

  void write_packed(std::string_view bytes) override {
    end_member();
    file_.write(bytes);
    if (!bytes.empty()) empty_ = false;
  }

  void close() override {
    end_member();
    // Most readers do not accept an empty file as gzip.
    if (empty_) packer_->end(file_);
    file_.close();
  }

 private:
  FileOutput file_;
  std::unique_ptr<Packer> packer_;
  bool inside_ = false;  // the current member has bytes
  bool empty_ = true;    // the file has no member yet
};

}  // namespace

std::unique_ptr<ByteSink> make_sink(FileOutput file, Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return std::make_unique<MemberSink>(std::move(file), make_gzip_packer());
    case Packing::zstd:
      return std::make_unique<MemberSink>(std::move(file), make_zstd_packer());
    case Packing::lz4:
      return std::make_unique<MemberSink>(std::move(file), make_lz4_packer());
    case Packing::xz:
      return std::make_unique<MemberSink>(std::move(file), make_xz_packer());
    case Packing::bzip2:
      return std::make_unique<MemberSink>(std::move(file), make_bzip2_packer());
    case Packing::none:
      break;
  }
  return std::make_unique<PlainSink>(std::move(file));
}

std::unique_ptr<ByteSink> create_bytes(const std::string& path, Packing packing) {
  return make_sink(FileOutput::create(path), packing);
}

}  // namespace facsim
