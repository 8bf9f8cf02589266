// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/declared_encoding_internal.h"

#include <algorithm>
#include <new>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kDeclarationBytes = 8192;

// A document that was readable as ASCII up to its declaration is not in UTF-16.
const Encoding* as_declared(const Encoding* encoding) {
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
const Encoding* encoding_of_xml_declaration(std::string_view bytes) {
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

}  // namespace

const Encoding* encoding_labelled(std::string_view label) {
  label = trimmed(label);
  while (!label.empty() && (label.front() == '"' || label.front() == '\'')) label.remove_prefix(1);
  while (!label.empty() && (label.back() == '"' || label.back() == '\'')) label.remove_suffix(1);
  label = trimmed(label);
  if (label.empty()) return nullptr;
  const Encoding* const found = lxb_encoding_data_by_name(raw(label), label.size());
  if (found == nullptr || found->encoding == LXB_ENCODING_REPLACEMENT) return nullptr;
  return found;
}

Prescan::Prescan() {
  if (lxb_html_encoding_init(&found_) != LXB_STATUS_OK) throw std::bad_alloc();
}
Prescan::~Prescan() { lxb_html_encoding_destroy(&found_, false); }

const Encoding* Prescan::encoding_of(std::string_view html) {
  if (const auto* encoding = encoding_of_meta(html)) return encoding;
  return encoding_of_xml_declaration(html);
}

const Encoding* Prescan::encoding_of_meta(std::string_view html) {
  html = html.substr(0, kDeclarationBytes);
  lxb_html_encoding_clean(&found_);
  if (lxb_html_encoding_determine(&found_, raw(html), raw(html) + html.size()) != LXB_STATUS_OK) {
    return nullptr;
  }
  for (std::size_t i = 0; i < lxb_html_encoding_meta_length(&found_); ++i) {
    const lxb_html_encoding_entry_t* entry = lxb_html_encoding_meta_entry(&found_, i);
    const std::string_view label(reinterpret_cast<const char*>(entry->name),
                                 static_cast<std::size_t>(entry->end - entry->name));
    if (const auto* encoding = as_declared(encoding_labelled(label))) return encoding;
  }
  return nullptr;
}

}  // namespace facsim
