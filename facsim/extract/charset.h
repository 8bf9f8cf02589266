// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes in, UTF-8 out: which encoding is this page in, and what does it say in Unicode?
//
// The encoding is, in this order (HTML Standard 13.2.3.2, labels as in the Encoding Standard):
//   a byte-order mark of UTF-8 or UTF-16; the charset of the HTTP header; for HTML a <meta> or an
//   XML declaration in the first 8 KB; UTF-8 if at least nine in ten sequences beyond ASCII are
//   well-formed; what the first 64 KB without their markup are guessed to be
//   (encoding_guess_internal.h); windows-1252.
// Labels that nobody knows, and encodings that browsers refuse to decode, are passed over. Bytes
// that came out of JSON are declared to be UTF-8.
//
// A declaration is doubted where the bytes contradict it: UTF-8 and encodings of East Asia where
// more than a tenth of the sequences beyond ASCII are ill-formed, any other than UTF-8 where the
// bytes are UTF-8 and have three sequences of it, UTF-8 where the bytes are UTF-16 or ISO-2022-JP.
// Then the page's other declaration counts if the bytes do not contradict that too, else the guess;
// where nothing better is found, the first declaration stays.
//
// Promise: the text is valid UTF-8 for any bytes. Each ill-formed sequence becomes one U+FFFD, as
// the Encoding Standard cuts them, and is counted; NUL bytes stay; a byte-order mark is dropped.
// Cost: valid UTF-8 is not copied (some GB/s); other encodings some 200 MB/s. A guess is
// made only of what nothing is said of, or what contradicts it.

#include <cstdint>
#include <memory>
#include <string_view>

namespace facsim {

struct DecodeOptions {
  std::string_view http_charset = {};  // the label of the Content-Type header, or empty
  bool is_html = false;                // then <meta> and the XML declaration count
  bool is_unicode = false;             // UTF-8, unless the bytes contradict that
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
