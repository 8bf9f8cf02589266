// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes in, UTF-8 out: which encoding is this page in, and what does it say in Unicode?
//
// The encoding is, in this order (HTML Standard 13.2.3.2, labels as in the Encoding Standard):
//   a byte-order mark of UTF-8 or UTF-16; the charset of the HTTP header; for HTML a <meta> or an
//   XML declaration in the first 8 KB; UTF-8 if all bytes are valid UTF-8; what ICU's detector says
//   of the first 64 KB without their markup; windows-1252.
// Labels that nobody knows, and encodings that browsers refuse to decode, are passed over. Bytes
// that came out of JSON are Unicode already: then nothing of this counts.
//
// Promise: the text is valid UTF-8 for any bytes. Each ill-formed sequence becomes one U+FFFD, as
// the Encoding Standard cuts them, and is counted; NUL bytes stay; a byte-order mark is dropped.
// Cost: valid UTF-8 is not copied (some GB/s); other encodings some 200 MB/s.

#include <cstdint>
#include <memory>
#include <string_view>

namespace facsim {

struct DecodeOptions {
  std::string_view http_charset = {};  // the label of the Content-Type header, or empty
  bool is_html = false;                // then <meta> and the XML declaration count
  bool is_unicode = false;             // UTF-8 already, no declaration counts
};

struct DecodedText {
  std::string_view text;     // in the bytes given or in the decoder: valid until its next call
  std::string_view charset;  // as the Encoding Standard names it, e.g. "UTF-8"; lives for ever
  std::uint64_t replaced = 0;
};

// One a thread; reuses its buffers.
class Decoder {
 public:
  Decoder();
  ~Decoder();
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  [[nodiscard]] DecodedText decode(std::string_view bytes, const DecodeOptions& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
