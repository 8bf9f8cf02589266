// SPDX-License-Identifier: Apache-2.0
// bzip2: streams of blocks of 100 to 900 KB, each packed separately. A stream counts as a member;
// pbzip2 and lbzip2 write one stream for roughly each block, bzip2 one for the whole file.

#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBzip2StreamMagic = "BZh"sv;

class Bzip2Unpacker final : public Unpacker {
 public:
  Bzip2Unpacker() = default;
  ~Bzip2Unpacker() override { close(); }
  Bzip2Unpacker(const Bzip2Unpacker&) = delete;
  Bzip2Unpacker& operator=(const Bzip2Unpacker&) = delete;

  [[nodiscard]] std::string_view member_name() const noexcept override { return "bzip2 stream"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return kBzip2StreamMagic; }

  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    const std::string_view magic = kBzip2StreamMagic.substr(0, bytes.size());
    if (!bytes.empty() && bytes.starts_with(magic)) return {StartKind::member, 0, 0};
    if (bytes.starts_with('\0')) return {StartKind::padding, 0, 0};
    return {};
  }

  [[nodiscard]] bool sane_header(std::string_view bytes) const noexcept override {
    return begins_bzip2(bytes);
  }
  // Ten bytes are checked; a block of up to 900 KB yields nothing before it is complete.
  [[nodiscard]] std::size_t bytes_to_first_output() const noexcept override { return 0; }

  // A block takes at most 3.6 MB, whatever the file claims.
  void begin_member() override {
    close();
    stream_ = {};
    result_ = BZ2_bzDecompressInit(&stream_, 0, 0);
    if (result_ != BZ_OK) throw std::bad_alloc();
    open_ = true;
  }

  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    constexpr std::size_t most = std::numeric_limits<unsigned>::max();
    const auto in_bytes = static_cast<unsigned>(std::min(in.size(), most));
    const auto out_bytes = static_cast<unsigned>(std::min(out.size(), most));
    // bzip2 only reads through next_in; its field lacks the const.
    stream_.next_in = const_cast<char*>(in.data());
    stream_.avail_in = in_bytes;
    stream_.next_out = out.data();
    stream_.avail_out = out_bytes;
    // A damaged stream was closed; the library must not be called again.
    if (open_) result_ = BZ2_bzDecompress(&stream_);
    Step step{in_bytes - stream_.avail_in, out_bytes - stream_.avail_out, StepEnd::more};
    if (result_ == BZ_MEM_ERROR) throw std::bad_alloc();
    if (result_ == BZ_STREAM_END) step.end = StepEnd::member_end;
    if (result_ < 0) step.end = StepEnd::damaged;
    if (step.end != StepEnd::more) close();
    return step;
  }

  [[nodiscard]] std::string reason() const override {
    return result_ == BZ_DATA_ERROR_MAGIC ? "a header that cannot occur"
                                          : "its data or checksum is wrong";
  }

 private:
  void close() noexcept {
    if (open_) BZ2_bzDecompressEnd(&stream_);
    open_ = false;
  }

  bz_stream stream_ = {};
  bool open_ = false;
  int result_ = BZ_OK;
};

}  // namespace

// Three letters and a digit may begin a text, so begins_bzip2() also checks the magic of a block.
std::unique_ptr<Unpacker> make_bzip2_unpacker() { return std::make_unique<Bzip2Unpacker>(); }

}  // namespace facsim
