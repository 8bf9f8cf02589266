// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/codec_name.h"

#include <string>

#include "facsim/base/error.h"

namespace facsim {

std::string_view name_of(Codec codec) noexcept {
  return codec == Codec::elias_fano ? "elias-fano" : "xor-huffman";
}

Codec codec_named(std::string_view name) {
  for (const Codec codec : {Codec::elias_fano, Codec::xor_huffman}) {
    if (name == name_of(codec)) return codec;
  }
  throw Error{ErrorCode::invalid_argument, std::string("codec `").append(name).append(
                                               "` is neither `elias-fano` nor `xor-huffman`")};
}

}  // namespace facsim
