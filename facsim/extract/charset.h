// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes in, UTF-8 out: finds the encoding of a page and decodes it to Unicode.
//
// The encoding is the first of these that is known (HTML Standard 13.2.3.2, labels as in the
// Encoding Standard):
//   a byte-order mark of UTF-8 or UTF-16; the charset of the HTTP header; for HTML a <meta> or an
//   XML declaration in the first 8 KB; UTF-8 if at least nine in ten sequences beyond ASCII are
//   well-formed; the guess from the first 64 KB without their markup (encoding_guess_internal.h);
//   windows-1252.
// Unknown labels, and encodings that browsers refuse to decode, are ignored. Bytes that came out of
// JSON are declared to be UTF-8.
//
// A declaration is doubted if the bytes contradict it: UTF-8 and East Asian encodings if more than
// a tenth of the sequences beyond ASCII are ill-formed; encodings other than UTF-8 if the bytes are
// valid UTF-8 with at least three such sequences; UTF-8 if the bytes are UTF-16; all but UTF-16 and
// ISO-2022-JP if the bytes are ISO-2022-JP. Then the page's other declaration counts if the bytes
// do not contradict it too, else the guess; if nothing better is found, the first declaration is
// used.
//
// Promise: the text is valid UTF-8 for any bytes. Each ill-formed sequence, delimited as in the
// Encoding Standard, becomes one U+FFFD and is counted; NUL bytes are preserved; a byte-order mark
// is dropped. Cost: valid UTF-8 is not copied (some GB/s); other encodings about 200 MB/s. A guess
// is made only if no encoding is declared or the bytes contradict the declaration.

#include <cstdint>
#include <memory>
#include <string_view>

namespace facsim {

struct DecodeOptions {
  std::string_view http_charset = {};  // the label in the Content-Type header, or empty
  bool is_html = false;                // if true, <meta> and the XML declaration count
  bool is_unicode = false;             // declared UTF-8, unless the bytes contradict that
};

struct DecodedText {
  std::string_view text;     // points into the input or the decoder: valid until its next call
  std::string_view charset;  // the name in the Encoding Standard, e.g. "UTF-8"; valid forever
  std::uint64_t replaced = 0;
};

// Use one per thread; reuses its buffers.
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
