// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/page_parts.h"

#include <charconv>

#include "facsim/base/base64.h"
#include "facsim/report/html_text.h"

namespace facsim {
namespace {

std::string hash_source(std::string_view sha256) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < sha256.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(sha256.data() + i, sha256.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return "'sha256-" + to_base64(bytes) + "'";
}

}  // namespace

std::string page_policy(const PageHead& head) {
  std::string policy = "default-src 'none'";
  if (!head.script.empty()) policy += "; script-src " + hash_source(head.script);
  policy += "; style-src";
  for (const PagePart& style : head.styles) policy += " " + hash_source(style.sha256);
  if (!head.connects.empty()) policy.append("; connect-src ").append(head.connects);
  return policy + "; base-uri 'none'; form-action 'none'";
}

std::string page_head(const PageHead& head) {
  std::string text =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      page_policy(head) +
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
      html_text(head.title) + "</title>\n";
  for (const PagePart& style : head.styles) {
    text.append("<style>").append(style.text).append("</style>");
  }
  return text + "</head>\n";
}

}  // namespace facsim
