// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codecs of sorted keys (codec.h), and the sink that takes their bytes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace facsim {

// The numbers on disk are different: docs/formats/sorted-keys.md.
enum class Codec : std::uint8_t { elias_fano, xor_huffman };

// Returns "elias-fano" or "xor-huffman".
[[nodiscard]] std::string_view name_of(Codec codec) noexcept;

// Throws Error{invalid_argument} for any other name.
[[nodiscard]] Codec codec_named(std::string_view name);

// Receives the encoded bytes in pieces, in order; a piece is valid only during the call.
using EncodedSink = std::function<void(std::span<const std::byte>)>;

}  // namespace facsim
