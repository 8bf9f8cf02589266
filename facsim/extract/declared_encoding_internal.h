// SPDX-License-Identifier: Apache-2.0
#pragma once
// The encodings that a page is said to be in.

#include <lexbor/html/encoding.h>

#include <string_view>

#include "facsim/extract/transcode_internal.h"

namespace facsim {

// The encoding that a label names, or null: no such label, or one that browsers refuse.
[[nodiscard]] const Encoding* encoding_labelled(std::string_view label);

// Reads the first 8 KB of HTML; keeps its buffers.
class Prescan {
 public:
  Prescan();
  ~Prescan();
  Prescan(const Prescan&) = delete;
  Prescan& operator=(const Prescan&) = delete;

  // What a <meta> says, else an XML declaration; null where neither does.
  [[nodiscard]] const Encoding* encoding_of(std::string_view html);

 private:
  [[nodiscard]] const Encoding* encoding_of_meta(std::string_view html);
  lxb_html_encoding_t found_{};
};

}  // namespace facsim
