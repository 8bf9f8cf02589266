// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which codecs of sorted keys (codec.h) there are, and where their bytes go.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace facsim {

// On disk it has other numbers: docs/formats/sorted-keys.md.
enum class Codec : std::uint8_t { elias_fano, xor_huffman };

// "elias-fano", "xor-huffman".
[[nodiscard]] std::string_view name_of(Codec codec) noexcept;

// Throws Error{invalid_argument} for any other name.
[[nodiscard]] Codec codec_named(std::string_view name);

// Is handed the encoded bytes in pieces, in their order; a piece is valid during the call only.
using EncodedSink = std::function<void(std::span<const std::byte>)>;

}  // namespace facsim
