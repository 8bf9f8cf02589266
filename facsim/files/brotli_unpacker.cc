// SPDX-License-Identifier: Apache-2.0
// Brotli (RFC 7932): one stream, without magic, checksum or length; for bodies only.

#include <brotli/decode.h>

#include <new>

#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

struct FreeState {
  void operator()(BrotliDecoderState* state) const noexcept { BrotliDecoderDestroyInstance(state); }
};

class BrotliUnpacker final : public Unpacker {
 public:
  BrotliUnpacker() { begin_member(); }

  [[nodiscard]] std::string_view member_name() const noexcept override { return "brotli stream"; }
  [[nodiscard]] std::string_view magic() const noexcept override { return {}; }
  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    return {bytes.empty() ? StartKind::strange : StartKind::member, 0, 0};
  }
  [[nodiscard]] bool sane_header(std::string_view) const noexcept override { return true; }

  // The window is at most 16 MiB; the decoder only allocates what the stream fills.
  void begin_member() override {
    state_.reset(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr));
    if (state_ == nullptr) throw std::bad_alloc();
  }

  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    std::size_t in_left = in.size();
    std::size_t out_left = out.size();
    const auto* from = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* to = reinterpret_cast<std::uint8_t*>(out.data());
    const BrotliDecoderResult result =
        BrotliDecoderDecompressStream(state_.get(), &in_left, &from, &out_left, &to, nullptr);
    Step step{in.size() - in_left, out.size() - out_left, StepEnd::more};
    if (result == BROTLI_DECODER_RESULT_ERROR) step.end = StepEnd::damaged;
    if (result == BROTLI_DECODER_RESULT_SUCCESS) step.end = StepEnd::member_end;
    return step;
  }

  [[nodiscard]] std::string reason() const override {
    return BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state_.get()));
  }

 private:
  std::unique_ptr<BrotliDecoderState, FreeState> state_;
};

}  // namespace

std::unique_ptr<Unpacker> make_brotli_unpacker() { return std::make_unique<BrotliUnpacker>(); }

}  // namespace facsim
