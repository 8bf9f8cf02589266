// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/page_name.h"

namespace facsim {

std::string label_of(const PageName& page) {
  if (!page.id.empty()) return page.id;
  const std::string offset = std::to_string(page.offset);
  return page.file.empty() ? offset : page.file + ':' + offset;
}

}  // namespace facsim
