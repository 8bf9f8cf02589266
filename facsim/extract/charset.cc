// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/charset.h"

#include <lexbor/encoding/encoding.h>
#include <lexbor/html/encoding.h>
#include <simdjson.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>

#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/thai_bytes_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kDeclarationBytes = 8192;
constexpr std::size_t kDetectBytes = 65536;
constexpr std::int32_t kConfidenceMin = 10;  // of 100, in ICU's measure
constexpr std::size_t kReusedTextBytesMax = std::size_t{8} << 20;
// Stands for an ill-formed sequence on its way through the decoder; beyond Unicode, so that a
// U+FFFD of the page's own is not counted.
constexpr lxb_codepoint_t kIllFormedMark = 0x110000;

const lxb_char_t* raw(std::string_view bytes) {
  return reinterpret_cast<const lxb_char_t*>(bytes.data());
}

std::string_view encoding_name(const lxb_encoding_data_t& encoding) {
  return reinterpret_cast<const char*>(encoding.name);
}

// The encoding that a label names, or null: no such label, or one that browsers refuse.
const lxb_encoding_data_t* encoding_labelled(std::string_view label) {
  label = trimmed(label);
  while (!label.empty() && (label.front() == '"' || label.front() == '\'')) label.remove_prefix(1);
  while (!label.empty() && (label.back() == '"' || label.back() == '\'')) label.remove_suffix(1);
  label = trimmed(label);
  if (label.empty()) return nullptr;
  const lxb_encoding_data_t* found = lxb_encoding_data_by_name(raw(label), label.size());
  if (found == nullptr || found->encoding == LXB_ENCODING_REPLACEMENT) return nullptr;
  return found;
}

// A document that could be read as ASCII up to its declaration is not in UTF-16.
const lxb_encoding_data_t* as_declared(const lxb_encoding_data_t* encoding) {
  if (encoding == nullptr) return nullptr;
  switch (encoding->encoding) {
    case LXB_ENCODING_UTF_16BE:
    case LXB_ENCODING_UTF_16LE:
      return lxb_encoding_data(LXB_ENCODING_UTF_8);
    case LXB_ENCODING_X_USER_DEFINED:
      return lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);
    default:
      return encoding;
  }
}

// <?xml version="1.0" encoding="..."?> at the very start.
const lxb_encoding_data_t* encoding_of_xml_declaration(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return nullptr;
  bytes = bytes.substr(0, std::min(bytes.find('>'), kDeclarationBytes));
  std::size_t at = bytes.find("encoding");
  if (at == std::string_view::npos) return nullptr;
  bytes.remove_prefix(at + 8);
  bytes = trimmed(bytes);
  if (!bytes.starts_with('=')) return nullptr;
  bytes = trimmed(bytes.substr(1));
  if (bytes.empty() || (bytes.front() != '"' && bytes.front() != '\'')) return nullptr;
  const std::size_t end = bytes.find(bytes.front(), 1);
  if (end == std::string_view::npos) return nullptr;
  return as_declared(encoding_labelled(bytes.substr(1, end - 1)));
}

struct Prescan {
  Prescan() {
    if (lxb_html_encoding_init(&found) != LXB_STATUS_OK) throw std::bad_alloc();
  }
  ~Prescan() { lxb_html_encoding_destroy(&found, false); }
  Prescan(const Prescan&) = delete;
  Prescan& operator=(const Prescan&) = delete;

  const lxb_encoding_data_t* encoding_of_meta(std::string_view bytes) {
    bytes = bytes.substr(0, kDeclarationBytes);
    lxb_html_encoding_clean(&found);
    if (lxb_html_encoding_determine(&found, raw(bytes), raw(bytes) + bytes.size()) !=
        LXB_STATUS_OK) {
      return nullptr;
    }
    for (std::size_t i = 0; i < lxb_html_encoding_meta_length(&found); ++i) {
      const lxb_html_encoding_entry_t* entry = lxb_html_encoding_meta_entry(&found, i);
      const std::string_view label(reinterpret_cast<const char*>(entry->name),
                                   static_cast<std::size_t>(entry->end - entry->name));
      if (const auto* encoding = as_declared(encoding_labelled(label))) return encoding;
    }
    return nullptr;
  }

  lxb_html_encoding_t found{};
};

// The text between tags, without scripts and styles, roughly: enough to know its letters by.
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

void append_utf8(std::string& text, lxb_codepoint_t c) {
  if (c >= 0xd800 && (c <= 0xdfff || c > 0x10ffff)) c = 0xfffd;
  const auto put = [&text](lxb_codepoint_t byte) { text.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | (c >> 6));
    put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3f));
    put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3f));
    put(0x80 | ((c >> 6) & 0x3f));
    put(0x80 | (c & 0x3f));
  }
}

// Decodes all bytes into `text`; returns the number of ill-formed sequences.
std::uint64_t transcode(std::string_view bytes, const lxb_encoding_data_t& encoding,
                        std::string& text) {
  text.clear();
  text.reserve(bytes.size() + bytes.size() / 2);
  std::array<lxb_codepoint_t, 4096> buffer;
  lxb_encoding_decode_t decode;
  lxb_encoding_decode_init(&decode, &encoding, buffer.data(), buffer.size());
  lxb_encoding_decode_replace_set(&decode, &kIllFormedMark, 1);
  std::uint64_t replaced = 0;
  const auto drain = [&] {
    for (std::size_t i = 0; i < lxb_encoding_decode_buf_used(&decode); ++i) {
      if (buffer[i] >= kIllFormedMark) ++replaced;
      append_utf8(text, buffer[i]);
    }
    lxb_encoding_decode_buf_used_set(&decode, 0);
  };
  const lxb_char_t* at = raw(bytes);
  const lxb_char_t* const end = at + bytes.size();
  while (encoding.decode(&decode, &at, end) == LXB_STATUS_SMALL_BUFFER) drain();
  drain();
  lxb_encoding_decode_finish(&decode);
  drain();
  return replaced;
}

bool is_utf8(std::string_view bytes) { return simdjson::validate_utf8(bytes.data(), bytes.size()); }

}  // namespace

struct Decoder::State {
  Prescan prescan;
  UCharsetDetector* detector = nullptr;
  std::string sample;  // what the detector looks at, without markup
  std::string text;    // the last page decoded

  State() = default;
  ~State() { ucsdet_close(detector); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const lxb_encoding_data_t* declared(std::string_view bytes, const DecodeOptions& options) {
    if (const auto* encoding = encoding_labelled(options.http_charset)) return encoding;
    if (!options.is_html) return nullptr;
    if (const auto* encoding = prescan.encoding_of_meta(bytes)) return encoding;
    return encoding_of_xml_declaration(bytes);
  }

  const lxb_encoding_data_t* detected(std::string_view bytes, bool is_html) {
    bytes = bytes.substr(0, kDetectBytes);
    if (is_html) {
      strip_markup(bytes, sample);
      bytes = sample;
    }
    if (looks_like_thai(bytes)) return lxb_encoding_data(LXB_ENCODING_WINDOWS_874);
    UErrorCode error = U_ZERO_ERROR;
    if (detector == nullptr) detector = ucsdet_open(&error);
    ucsdet_setText(detector, bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
    const UCharsetMatch* match = ucsdet_detect(detector, &error);
    if (U_FAILURE(error) || match == nullptr) return nullptr;
    if (ucsdet_getConfidence(match, &error) < kConfidenceMin) return nullptr;
    const char* name = ucsdet_getName(match, &error);
    if (U_FAILURE(error) || name == nullptr) return nullptr;
    // Without a mark, texts in UTF-16 are known by the zero bytes of their spaces and line ends.
    const bool is_utf16 = std::string_view(name).starts_with("UTF-16");
    if (is_utf16 && bytes.find('\0') == std::string_view::npos) return nullptr;
    return encoding_labelled(name);
  }
};

Decoder::Decoder() : state_(std::make_unique<State>()) {}
Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;

DecodedText Decoder::decode(std::string_view bytes, const DecodeOptions& options) {
  State& state = *state_;
  if (state.text.capacity() > kReusedTextBytesMax) std::string().swap(state.text);
  const lxb_encoding_data_t* utf8 = lxb_encoding_data(LXB_ENCODING_UTF_8);
  const lxb_encoding_data_t* encoding = options.is_unicode ? utf8 : nullptr;
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    bytes.remove_prefix(3);
    encoding = utf8;
  } else if (!options.is_unicode && bytes.starts_with("\xFF\xFE")) {
    bytes.remove_prefix(2);
    encoding = lxb_encoding_data(LXB_ENCODING_UTF_16LE);
  } else if (!options.is_unicode && bytes.starts_with("\xFE\xFF")) {
    bytes.remove_prefix(2);
    encoding = lxb_encoding_data(LXB_ENCODING_UTF_16BE);
  }
  if (encoding == nullptr) encoding = state.declared(bytes, options);
  if (encoding == nullptr && is_utf8(bytes)) encoding = utf8;
  if (encoding == nullptr) encoding = state.detected(bytes, options.is_html);
  if (encoding == nullptr) encoding = lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);

  DecodedText result;
  result.charset = encoding_name(*encoding);
  if (encoding == utf8 && is_utf8(bytes)) {
    result.text = bytes;
  } else {
    result.replaced = transcode(bytes, *encoding, state.text);
    result.text = state.text;
  }
  return result;
}

}  // namespace facsim
