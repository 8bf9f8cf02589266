// SPDX-License-Identifier: Apache-2.0
// zstd frames (RFC 8878), also with the dictionary at the beginning of a WARC.zst (IIPC draft
// "Zstandard compression for WARC files 1.0": skippable frame 0x184D2A5D, raw or itself packed).

#include <zstd.h>

#include <algorithm>

#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd"sv;
constexpr std::uint32_t kWarcDictionaryMagic = 0x184d2a5d;
constexpr std::size_t kZstdHeaderBytesMin =
    6;  // the shortest frame header with a block header's start
// The longest header of a frame and a block, and the longest block.
constexpr std::size_t kFirstBlockBytes = 18 + 3 + (std::size_t{128} << 10);

struct FreeZstdContext {
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

class ZstdUnpacker final : public Unpacker {
 public:
  explicit ZstdUnpacker(int window_log_max) : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log_max);
  }

  [[nodiscard]] std::string_view member_name() const noexcept override { return "zstd frame"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return kZstdMagic; }

  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    const std::string_view magic = kZstdMagic.substr(0, bytes.size());
    if (!bytes.empty() && bytes.starts_with(magic)) return {StartKind::member, 0, 0};
    Start start = look_at_skippable(bytes);
    if (start.kind == StartKind::skippable && load_le32(bytes) == kWarcDictionaryMagic) {
      start.kind = StartKind::dictionary;
    } else if (start.kind == StartKind::strange && bytes.starts_with('\0')) {
      start.kind = StartKind::padding;
    }
    return start;
  }

  [[nodiscard]] bool sane_header(std::string_view bytes) const noexcept override {
    const bool reserved_bit =
        bytes.size() > 4 && (static_cast<unsigned char>(bytes[4]) & 0x08U) != 0;
    return bytes.size() >= kZstdHeaderBytesMin && !reserved_bit;
  }
  [[nodiscard]] std::size_t bytes_to_first_output() const noexcept override {
    return kFirstBlockBytes;
  }

  void begin_member() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    wanted_ = kZstdHeaderBytesMin;
    result_ = 0;
  }

  // Gives the decoder exactly what it requests, one block a call: a failed call does not report
  // what it produced, so only the damaged block is lost.
  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    Step step;
    while (step.end == StepEnd::more && step.produced < out.size()) {
      ZSTD_inBuffer from{in.data() + step.consumed, std::min(in.size() - step.consumed, wanted_),
                         0};
      ZSTD_outBuffer to{out.data() + step.produced, out.size() - step.produced, 0};
      result_ = ZSTD_decompressStream(context_.get(), &to, &from);
      if (ZSTD_isError(result_) != 0) {
        step.end = StepEnd::damaged;
        break;
      }
      step.consumed += from.pos;
      step.produced += to.pos;
      if (result_ == 0) step.end = StepEnd::member_end;
      wanted_ = result_;
      if (from.pos == 0 && to.pos == 0) break;
    }
    return step;
  }

  [[nodiscard]] std::string reason() const override { return ZSTD_getErrorName(result_); }

  [[nodiscard]] bool set_dictionary(std::string_view bytes) override {
    if (bytes.size() > kZstdDictionaryBytesMax) return false;
    std::string unpacked;
    if (bytes.starts_with(kZstdMagic)) {
      if (!unpack_dictionary(bytes, unpacked)) return false;
      bytes = unpacked;
    }
    return ZSTD_isError(ZSTD_DCtx_loadDictionary(context_.get(), bytes.data(), bytes.size())) == 0;
  }

 private:
  static bool unpack_dictionary(std::string_view packed, std::string& into) {
    ZstdUnpacker unpacker(kZstdBodyWindowLogMax);
    unpacker.begin_member();
    while (true) {
      const std::size_t have = into.size();
      into.resize(std::max<std::size_t>(have * 2, std::size_t{1} << 18));
      const Step step = unpacker.step(packed, std::span(into).subspan(have));
      packed.remove_prefix(step.consumed);
      into.resize(have + step.produced);
      if (step.end == StepEnd::member_end) return into.size() <= kZstdDictionaryBytesMax;
      const bool stuck = step.produced == 0 && step.consumed == 0;
      if (step.end == StepEnd::damaged || stuck) return false;
      if (into.size() > kZstdDictionaryBytesMax) return false;
    }
  }

  std::unique_ptr<ZSTD_DCtx, FreeZstdContext> context_;
  std::size_t wanted_ = kZstdHeaderBytesMin;
  std::size_t result_ = 0;
};

}  // namespace

std::unique_ptr<Unpacker> make_zstd_unpacker(int window_log_max) {
  return std::make_unique<ZstdUnpacker>(window_log_max);
}

}  // namespace facsim
