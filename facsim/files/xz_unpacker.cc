// SPDX-License-Identifier: Apache-2.0
// xz (The .xz File Format 1.2.0): streams of blocks, the same whether written by one thread or
// many. A stream counts as a member.

#include <lzma.h>

#include <new>

#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kXzMagic = "\xfd\x37\x7a\x58\x5a\x00"sv;
// The format allows dictionaries of up to 1.5 GiB (xz -9 writes 64 MiB). As with zstd's windows,
// bytes that were never written cost nothing.
constexpr std::uint64_t kXzMemoryBytesMax = std::uint64_t{2} << 30;

class XzUnpacker final : public Unpacker {
 public:
  XzUnpacker() = default;
  ~XzUnpacker() override { lzma_end(&stream_); }
  XzUnpacker(const XzUnpacker&) = delete;
  XzUnpacker& operator=(const XzUnpacker&) = delete;

  [[nodiscard]] std::string_view member_name() const noexcept override { return "xz stream"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return kXzMagic; }

  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    const std::string_view magic = kXzMagic.substr(0, bytes.size());
    if (!bytes.empty() && bytes.starts_with(magic)) return {StartKind::member, 0, 0};
    if (bytes.starts_with('\0')) return {StartKind::padding, 0, 0};
    return {};
  }

  // The header has a checksum of its own.
  [[nodiscard]] bool sane_header(std::string_view bytes) const noexcept override {
    lzma_stream_flags flags = {};
    return bytes.size() >= LZMA_STREAM_HEADER_SIZE &&
           lzma_stream_header_decode(&flags, reinterpret_cast<const std::uint8_t*>(bytes.data())) ==
               LZMA_OK;
  }
  [[nodiscard]] std::size_t bytes_to_first_output() const noexcept override { return 0; }

  void begin_member() override {
    result_ = lzma_stream_decoder(&stream_, kXzMemoryBytesMax, 0);
    if (result_ != LZMA_OK) throw std::bad_alloc();
  }

  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    result_ = lzma_code(&stream_, LZMA_RUN);
    Step step{in.size() - stream_.avail_in, out.size() - stream_.avail_out, StepEnd::more};
    if (result_ == LZMA_STREAM_END) {
      step.end = StepEnd::member_end;
    } else if (result_ != LZMA_OK && result_ != LZMA_BUF_ERROR) {
      step.end = StepEnd::damaged;
    }
    return step;
  }

  [[nodiscard]] std::string reason() const override {
    switch (result_) {
      case LZMA_FORMAT_ERROR:
        return "a header that cannot occur";
      case LZMA_OPTIONS_ERROR:
        return "it has a filter that is not known";
      case LZMA_MEM_ERROR:
      case LZMA_MEMLIMIT_ERROR:
        return "its dictionary is too large for this machine or facsim, which takes 2 GiB";
      default:
        return "its data or checksum is wrong";
    }
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_ret result_ = LZMA_OK;
};

}  // namespace

std::unique_ptr<Unpacker> make_xz_unpacker() { return std::make_unique<XzUnpacker>(); }

}  // namespace facsim
