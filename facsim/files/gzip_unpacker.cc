// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952), zlib (RFC 1950) and bare deflate (RFC 1951) through isa-l; short gzip members
// through libdeflate.
//
// isa-l can continue wherever its input and output ended, but builds tables of 80 KB for each
// block, which takes 5 microseconds a member. libdeflate needs a member and its output in one piece
// and takes a third of that. In a WARC or a JSON lines file with a member for each record, nearly
// every member is completely in the buffer. CPU seconds for a million members of 120 bytes each and
// for 4,000 HTML pages of 11 KB: zlib 2.26 and 0.09, isa-l 5.40 and 0.06, libdeflate 1.83 and 0.04.

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08"sv;
constexpr std::size_t kGzipHeaderBytes = 10;
constexpr unsigned kHeaderChecksumFlag = 0x02;
// Limit of the unpacked bytes of a member that is unpacked in one piece: the cost of a failed
// attempt.
constexpr std::size_t kWholeMemberBytesMax = std::size_t{256} << 10;
// At an invalid symbol or reference, isa-l 2.30 counts bytes as produced that it has not written:
// at most the longest match and the literals of one look-up.
constexpr std::size_t kUnwrittenBytesMax = 258 + 3;

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const noexcept {
    libdeflate_free_decompressor(decompressor);
  }
};

class DeflateUnpacker : public Unpacker {
 public:
  explicit DeflateUnpacker(std::uint32_t wrapper) : wrapper_(wrapper) {
    isal_inflate_init(state_.get());
    begin_member();
  }

  [[nodiscard]] std::string_view member_name() const noexcept override { return "deflate stream"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return {}; }
  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    return {bytes.empty() ? StartKind::strange : StartKind::member, 0, 0};
  }
  [[nodiscard]] bool sane_header(std::string_view) const noexcept override { return true; }

  void begin_member() override {
    isal_inflate_reset(state_.get());
    state_->crc_flag = wrapper_;
    result_ = ISAL_DECOMP_OK;
  }

  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() / 2;
    const auto in_bytes = static_cast<std::uint32_t>(std::min(in.size(), most));
    const auto out_bytes = static_cast<std::uint32_t>(std::min(out.size(), most));
    // isa-l only reads through next_in; its field lacks the const.
    state_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data()));
    state_->avail_in = in_bytes;
    state_->next_out = reinterpret_cast<std::uint8_t*>(out.data());
    state_->avail_out = out_bytes;
    // Bytes that isa-l counts but does not write must not be old bytes of the reader's buffer: a
    // member's bytes depend only on the file. This costs a few microseconds a step; short members
    // skip it.
    std::fill_n(out.data(), out_bytes, '\0');
    result_ = isal_inflate(state_.get());
    // If a member's last bytes are damaged, isa-l 2.30 counts up to three bytes more than it was
    // given (it does not read them), so that avail_in wraps around.
    const std::uint32_t left = state_->avail_in <= in_bytes ? state_->avail_in : 0;
    Step step{in_bytes - left, out_bytes - state_->avail_out, StepEnd::more};
    if (result_ < 0 || result_ == ISAL_NEED_DICT) {
      step.end = StepEnd::damaged;
      if (result_ == ISAL_INVALID_SYMBOL || result_ == ISAL_INVALID_LOOKBACK) {
        step.produced -= std::min(step.produced, kUnwrittenBytesMax);
      }
    } else if (state_->block_state == ISAL_BLOCK_FINISH) {
      step.end = StepEnd::member_end;
    }
    return step;
  }

  [[nodiscard]] std::string reason() const override {
    switch (result_) {
      case ISAL_INVALID_BLOCK:
        return "a block that cannot occur";
      case ISAL_INVALID_SYMBOL:
        return "a symbol that cannot occur";
      case ISAL_INVALID_LOOKBACK:
        return "a reference before its beginning";
      case ISAL_INVALID_WRAPPER:
        return "a header that cannot occur";
      case ISAL_UNSUPPORTED_METHOD:
        return "an unknown method";
      case ISAL_INCORRECT_CHECKSUM:
        return "its checksum or length is wrong";
      case ISAL_NEED_DICT:
        return "it needs a dictionary";
      default:
        return "it cannot be unpacked";
    }
  }

 private:
  // 100 KiB of tables, too large for the stack.
  std::unique_ptr<inflate_state> state_ = std::make_unique<inflate_state>();
  std::uint32_t wrapper_;
  int result_ = ISAL_DECOMP_OK;
};

class GzipUnpacker final : public DeflateUnpacker {
 public:
  GzipUnpacker() : DeflateUnpacker(ISAL_GZIP), whole_(libdeflate_alloc_decompressor()) {
    if (whole_ == nullptr) throw std::bad_alloc();
  }

  [[nodiscard]] std::string_view member_name() const noexcept override { return "gzip member"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return kGzipMagic; }

  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    const std::string_view magic = kGzipMagic.substr(0, bytes.size());
    if (!bytes.empty() && bytes.starts_with(magic)) return {StartKind::member, 0, 0};
    if (bytes.starts_with('\0')) return {StartKind::padding, 0, 0};
    return {};
  }

  // With the three bytes of the magic, about one place in 2^37 of random bytes passes.
  [[nodiscard]] bool sane_header(std::string_view bytes) const noexcept override {
    if (bytes.size() < kGzipHeaderBytes) return false;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const bool flags = (byte(3) & 0xe0U) == 0;                         // reserved bits
    const bool effort = byte(8) == 0 || byte(8) == 2 || byte(8) == 4;  // XFL
    const bool system = byte(9) <= 13 || byte(9) == 255;               // OS
    return flags && effort && system;
  }

  // isa-l's tables are reset only when needed: for a short member that would be half of the work.
  void begin_member() override {
    if (member_bytes_ > 0) is_short_ = member_bytes_ <= kWholeMemberBytesMax;
    member_bytes_ = 0;
    is_fresh_ = true;
    is_streaming_ = false;
  }

  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    if (std::exchange(is_fresh_, false) && is_short_) {
      if (const std::optional<Step> step = whole_member(in, out)) {
        member_bytes_ = step->produced;
        return *step;
      }
    }
    if (!std::exchange(is_streaming_, true)) DeflateUnpacker::begin_member();
    const Step step = DeflateUnpacker::step(in, out);
    member_bytes_ += step.produced;
    return step;
  }

 private:
  // Unpacks a member if it is undamaged and it and its output fit into these buffers. isa-l does
  // the rest: it distinguishes truncated from damaged members and returns the bytes before the
  // damage.
  std::optional<Step> whole_member(std::string_view in, std::span<char> out) {
    // libdeflate does not verify the header's checksum.
    const bool has_header_checksum =
        in.size() > 3 && (static_cast<unsigned char>(in[3]) & kHeaderChecksumFlag) != 0;
    if (in.size() < kGzipHeaderBytes || has_header_checksum) return std::nullopt;
    Step step;
    const libdeflate_result result = libdeflate_gzip_decompress_ex(
        whole_.get(), in.data(), in.size(), out.data(), std::min(out.size(), kWholeMemberBytesMax),
        &step.consumed, &step.produced);
    if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
    step.end = StepEnd::member_end;
    return step;
  }

  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> whole_;
  std::uint64_t member_bytes_ = 0;  // unpacked bytes of this member so far
  bool is_short_ = true;            // the previous member was short: this one probably is
  bool is_fresh_ = true;            // no step has been taken
  bool is_streaming_ = false;       // isa-l unpacks this member
};

}  // namespace

std::unique_ptr<Unpacker> make_gzip_unpacker() { return std::make_unique<GzipUnpacker>(); }

std::unique_ptr<Unpacker> make_deflate_unpacker(bool zlib_wrapper) {
  return std::make_unique<DeflateUnpacker>(zlib_wrapper ? ISAL_ZLIB : ISAL_DEFLATE);
}

}  // namespace facsim
