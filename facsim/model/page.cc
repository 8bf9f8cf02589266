// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/page.h"

namespace facsim {

std::size_t bytes_of(const Page& page) noexcept {
  std::size_t bytes = page.bytes.size();
  for (const PageField& field : page.fields) {
    bytes += sizeof field + field.name.size() + field.text.size();
  }
  for (const GivenFeature& feature : page.given) bytes += sizeof feature + feature.text.size();
  return bytes;
}

}  // namespace facsim
