// SPDX-License-Identifier: Apache-2.0
#pragma once
// The encodings that a page declares.

#include <lexbor/html/encoding.h>

#include <string_view>

#include "facsim/extract/transcode_internal.h"

namespace facsim {

// Returns the encoding that a label names, or null if the label is unknown or browsers refuse it.
[[nodiscard]] const Encoding* encoding_labelled(std::string_view label);

// Reads the first 8 KB of HTML; reuses its buffers.
class Prescan {
 public:
  Prescan();
  ~Prescan();
  Prescan(const Prescan&) = delete;
  Prescan& operator=(const Prescan&) = delete;

  // Returns the encoding in a <meta>, else in an XML declaration; null if neither declares one.
  [[nodiscard]] const Encoding* encoding_of(std::string_view html);

 private:
  [[nodiscard]] const Encoding* encoding_of_meta(std::string_view html);
  lxb_html_encoding_t found_{};
};

}  // namespace facsim
