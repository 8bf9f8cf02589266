// SPDX-License-Identifier: Apache-2.0
// Any bytes in any encoding, declared or not, become valid UTF-8. The first byte chooses the label.

#include <simdjson.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "facsim/extract/charset.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::string_view, 15> kLabels = {
      "",       "utf-8",        "utf-16le", "utf-16be",    "gb18030",
      "gbk",    "big5",         "euc-jp",   "iso-2022-jp", "shift_jis",
      "euc-kr", "windows-1252", "koi8-r",   "latin2",      "klingon"};
  static facsim::Decoder decoder;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const facsim::DecodeOptions options{.http_charset = kLabels[data[0] % kLabels.size()],
                                      .is_html = (data[0] & 64) != 0,
                                      .is_unicode = (data[0] & 128) != 0};
  const facsim::DecodedText decoded = decoder.decode(bytes, options);
  if (!simdjson::validate_utf8(decoded.text.data(), decoded.text.size())) std::abort();
  // A byte that decodes to two characters still gives at most seven bytes of UTF-8.
  if (decoded.text.size() > 7 * bytes.size() + 3) std::abort();
  return 0;
}
