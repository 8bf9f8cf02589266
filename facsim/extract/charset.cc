// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/charset.h"

#include <algorithm>
#include <string>

#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/declared_encoding_internal.h"
#include "facsim/extract/encoding_guess_internal.h"
#include "facsim/extract/thai_bytes_internal.h"
#include "facsim/extract/transcode_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kGuessBytes = 65536;
constexpr std::size_t kZeroBytes = 1024;  // UTF-16 has zero bytes early, or is found by its text
constexpr std::size_t kReusedTextBytesMax = std::size_t{8} << 20;
// At least this many sequences of UTF-8, and no other bytes beyond ASCII, do not occur by chance in
// another encoding.
constexpr std::size_t kUtf8SequencesMin = 3;
// In encodings of East Asia, whose bytes come in pairs, they may: some pairs are UTF-8 too.
constexpr std::size_t kUtf8PairsMin = 8;
constexpr std::uint64_t kIllFormedMin = 3;  // fewer sequences are not a reason to doubt East Asian
constexpr std::size_t kAsciiInUtf16Min = 32;  // bytes

std::string_view encoding_name(const Encoding& encoding) {
  return reinterpret_cast<const char*>(encoding.name);
}

const Encoding* utf8() { return lxb_encoding_data(LXB_ENCODING_UTF_8); }

bool is_east_asian(const Encoding& encoding) {
  switch (encoding.encoding) {
    case LXB_ENCODING_GB18030:
    case LXB_ENCODING_GBK:
    case LXB_ENCODING_BIG5:
    case LXB_ENCODING_EUC_JP:
    case LXB_ENCODING_ISO_2022_JP:
    case LXB_ENCODING_SHIFT_JIS:
    case LXB_ENCODING_EUC_KR:
      return true;
    default:
      return false;
  }
}

// True if valid UTF-8 has more sequences than occur by chance in other encodings.
bool is_surely_utf8(std::string_view bytes, bool may_be_pairs) {
  std::size_t sequences = 0;
  bool has_long = false;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0xc0) continue;
    ++sequences;
    has_long = has_long || byte >= 0xe0;
    const bool is_enough = !may_be_pairs || has_long || sequences >= kUtf8PairsMin;
    if (sequences >= kUtf8SequencesMin && is_enough) return true;
  }
  return false;
}

bool has_escapes(std::string_view bytes) {
  bytes = bytes.substr(0, kGuessBytes);
  return bytes.find('\x1b') != std::string_view::npos && is_iso_2022_jp(bytes);
}

const Encoding* utf16_by_early_zeros(std::string_view bytes) {
  if (bytes.substr(0, kZeroBytes).find('\0') == std::string_view::npos) return nullptr;
  return utf16_by_zeros(bytes.substr(0, kGuessBytes));
}

// True if the bytes contradict a declared encoding. Cost: a pass over them; for East Asian
// encodings ill-formed sequences are counted when they are decoded.
bool contradict(std::string_view bytes, bool is_utf8, const Encoding& declared) {
  if (declared.encoding == LXB_ENCODING_UTF_8) {
    if (utf16_by_early_zeros(bytes) != nullptr) return true;
    return is_utf8 ? has_escapes(bytes) : count_utf8_sequences(bytes).is_doubtful();
  }
  if (is_utf16(declared)) {
    return bytes.size() >= kAsciiInUtf16Min && bytes.find('\0') == std::string_view::npos &&
           is_utf8;
  }
  return (is_utf8 && is_surely_utf8(bytes, is_east_asian(declared))) ||
         (declared.encoding != LXB_ENCODING_ISO_2022_JP && has_escapes(bytes));
}

// Extracts the text between tags, roughly without scripts and styles: enough to recognize its
// letters.
void strip_markup(std::string_view bytes, std::string& text) {
  text.clear();
  const auto skip_past = [&bytes](std::string_view what) {
    const std::size_t at = bytes.find(what);
    bytes.remove_prefix(at == std::string_view::npos ? bytes.size() : at + what.size());
  };
  while (!bytes.empty()) {
    const std::size_t open = std::min(bytes.find('<'), bytes.size());
    text.append(bytes.substr(0, open));
    bytes.remove_prefix(open);
    const bool is_script = equals_ignoring_case(bytes.substr(0, 7), "<script");
    const bool is_style = equals_ignoring_case(bytes.substr(0, 6), "<style");
    if (is_script || is_style) skip_past(is_script ? "</script" : "</style");
    skip_past(">");
    text.push_back(' ');
  }
}

bool is_ascii(std::string_view bytes) {
  return std::ranges::none_of(bytes, [](char c) { return (c & '\x80') != 0; });
}

}  // namespace

struct Decoder::State {
  Prescan prescan;
  EncodingGuesser guesser;
  std::string sample;    // the input of the guesser, without markup
  std::string text;      // the last page decoded
  bool is_utf8 = false;  // the bytes, except a mark at the front, are valid UTF-8

  // Returns the first declaration of the page or its writer, in order of precedence.
  const Encoding* first_declared(std::string_view bytes, const DecodeOptions& options) {
    if (options.is_unicode) return utf8();
    if (const auto* encoding = encoding_labelled(options.http_charset)) return encoding;
    return options.is_html ? prescan.encoding_of(bytes) : nullptr;
  }

  // Returns null if nothing beside the first is declared.
  const Encoding* second_declared(std::string_view bytes, const DecodeOptions& options,
                                  const Encoding& first) {
    const Encoding* const second = options.is_html ? prescan.encoding_of(bytes) : nullptr;
    return second == &first ? nullptr : second;
  }

  // Returns the encoding that the bytes suggest; null if they suggest none.
  const Encoding* guessed(std::string_view bytes, bool is_html) {
    const std::string_view beginning = bytes.substr(0, kGuessBytes);
    if (const auto* encoding = utf16_by_zeros(beginning)) return encoding;
    std::string_view words = beginning;
    if (is_html) {
      strip_markup(beginning, sample);
      if (!facsim::is_ascii(sample)) words = sample;
    }
    if (looks_like_thai(words)) return lxb_encoding_data(LXB_ENCODING_WINDOWS_874);
    return guesser.guess(beginning, words);
  }

  const Encoding* undeclared(std::string_view bytes, bool is_html) {
    if (const auto* encoding = utf16_by_early_zeros(bytes)) return encoding;
    if (is_utf8) {
      return has_escapes(bytes) ? lxb_encoding_data(LXB_ENCODING_ISO_2022_JP) : utf8();
    }
    const SequenceCount census = count_utf8_sequences(bytes);
    if (census.well_formed >= kUtf8SequencesMin && !census.is_doubtful()) return utf8();
    if (const auto* encoding = guessed(bytes, is_html)) return encoding;
    return lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);
  }

  // Chooses an encoding after the bytes contradicted the first declaration.
  const Encoding* doubted(std::string_view bytes, const DecodeOptions& options,
                          const Encoding& first) {
    const Encoding* const second = second_declared(bytes, options, first);
    if (second != nullptr && !contradict(bytes, is_utf8, *second)) {
      if (!is_east_asian(*second)) return second;
      if (!transcode(bytes, *second, text).census.is_doubtful()) return second;
    }
    if (!options.is_unicode) {
      if (const auto* encoding = utf16_by_early_zeros(bytes)) return encoding;
      if (has_escapes(bytes)) return lxb_encoding_data(LXB_ENCODING_ISO_2022_JP);
    }
    if (is_utf8) return utf8();
    const Encoding* const guess = guessed(bytes, options.is_html);
    return guess == nullptr ? &first : guess;
  }

  const Encoding* chosen(std::string_view bytes, const DecodeOptions& options) {
    const Encoding* const first = first_declared(bytes, options);
    if (first == nullptr) return undeclared(bytes, options.is_html);
    if (options.is_unicode && is_utf8) return first;
    return contradict(bytes, is_utf8, *first) ? doubted(bytes, options, *first) : first;
  }

  DecodedText decoded(std::string_view bytes, const Encoding& encoding) {
    DecodedText result;
    result.charset = encoding_name(encoding);
    if (&encoding == utf8() && is_utf8) {
      result.text = bytes;
      return result;
    }
    result.replaced = transcode(bytes, encoding, text).replaced;
    result.text = text;
    return result;
  }
};

Decoder::Decoder() : state_(std::make_unique<State>()) {}
Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;

DecodedText Decoder::decode(std::string_view bytes, const DecodeOptions& options) {
  State& state = *state_;
  if (state.text.capacity() > kReusedTextBytesMax) std::string().swap(state.text);
  const bool is_marked = bytes.starts_with("\xEF\xBB\xBF");
  if (is_marked) bytes.remove_prefix(3);
  state.is_utf8 = is_valid_utf8(bytes);
  if (is_marked) return state.decoded(bytes, *utf8());
  if (!options.is_unicode && bytes.starts_with("\xFF\xFE")) {
    return state.decoded(bytes.substr(2), *lxb_encoding_data(LXB_ENCODING_UTF_16LE));
  }
  if (!options.is_unicode && bytes.starts_with("\xFE\xFF")) {
    return state.decoded(bytes.substr(2), *lxb_encoding_data(LXB_ENCODING_UTF_16BE));
  }
  const Encoding* const encoding = state.chosen(bytes, options);
  if (is_east_asian(*encoding)) {
    const Transcoded transcoded = transcode(bytes, *encoding, state.text);
    const bool is_doubtful =
        transcoded.replaced >= kIllFormedMin && transcoded.census.is_doubtful();
    const Encoding* const better =
        is_doubtful ? state.doubted(bytes, options, *encoding) : encoding;
    if (better != encoding) return state.decoded(bytes, *better);
    // A second declaration may have been tried in the buffer in between.
    if (is_doubtful) return state.decoded(bytes, *encoding);
    return {
        .text = state.text, .charset = encoding_name(*encoding), .replaced = transcoded.replaced};
  }
  return state.decoded(bytes, *encoding);
}

}  // namespace facsim
