// SPDX-License-Identifier: Apache-2.0
// lz4 frames (lz4_Frame_format.md 1.6.4). The legacy format has no checksum and is not supported.

#include <lz4frame.h>

#include <algorithm>
#include <new>

#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kLz4Magic = "\x04\x22\x4d\x18"sv;
constexpr std::size_t kLz4HeaderBytesMin = 7;  // the shortest frame header

struct FreeLz4Context {
  void operator()(LZ4F_dctx* context) const noexcept { LZ4F_freeDecompressionContext(context); }
};

class Lz4Unpacker final : public Unpacker {
 public:
  Lz4Unpacker() {
    LZ4F_dctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0) {
      throw std::bad_alloc();
    }
    context_.reset(context);
  }

  [[nodiscard]] std::string_view member_name() const noexcept override { return "lz4 frame"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return kLz4Magic; }

  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    const std::string_view magic = kLz4Magic.substr(0, bytes.size());
    if (!bytes.empty() && bytes.starts_with(magic)) return {StartKind::member, 0, 0};
    if (bytes.starts_with('\0')) return {StartKind::padding, 0, 0};
    return look_at_skippable(bytes);
  }

  [[nodiscard]] bool sane_header(std::string_view bytes) const noexcept override {
    if (bytes.size() < kLz4HeaderBytesMin) return false;
    const auto flags = static_cast<unsigned char>(bytes[4]);
    const auto block = static_cast<unsigned char>(bytes[5]);
    return (flags & 0xc2U) == 0x40 && (block & 0x8fU) == 0 && (block >> 4U) >= 4;
  }
  // A block has up to 4 MiB. The first step checks the header's checksum.
  [[nodiscard]] std::size_t bytes_to_first_output() const noexcept override { return 0; }

  void begin_member() override {
    LZ4F_resetDecompressionContext(context_.get());
    wanted_ = kLz4HeaderBytesMin;
    result_ = 0;
  }

  // One block a call, for the same reason as in the zstd unpacker.
  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    Step step;
    while (step.end == StepEnd::more && step.produced < out.size()) {
      std::size_t consumed = std::min(in.size() - step.consumed, wanted_);
      std::size_t produced = out.size() - step.produced;
      result_ = LZ4F_decompress(context_.get(), out.data() + step.produced, &produced,
                                in.data() + step.consumed, &consumed, nullptr);
      if (LZ4F_isError(result_) != 0) {
        step.end = StepEnd::damaged;
        break;
      }
      step.consumed += consumed;
      step.produced += produced;
      if (result_ == 0) step.end = StepEnd::member_end;
      wanted_ = result_;
      if (consumed == 0 && produced == 0) break;
    }
    return step;
  }

  [[nodiscard]] std::string reason() const override { return LZ4F_getErrorName(result_); }

 private:
  std::unique_ptr<LZ4F_dctx, FreeLz4Context> context_;
  std::size_t wanted_ = kLz4HeaderBytesMin;
  std::size_t result_ = 0;
};

}  // namespace

std::unique_ptr<Unpacker> make_lz4_unpacker() { return std::make_unique<Lz4Unpacker>(); }

}  // namespace facsim
