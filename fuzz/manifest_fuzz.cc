// SPDX-License-Identifier: Apache-2.0
// Any bytes as the manifest of an index: unchanged, and with a valid checksum. An accepted manifest
// is written back identically.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/store/manifest.h"

namespace {

void read(const std::string& text) {
  try {
    const facsim::Manifest manifest = facsim::parse_manifest(text, "MANIFEST");
    if (facsim::parse_manifest(facsim::to_text(manifest), "again") != manifest) std::abort();
  } catch (const facsim::Error& failed) {
    if (failed.code() != facsim::ErrorCode::damaged &&
        failed.code() != facsim::ErrorCode::unsupported) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text);
  read(text + "checksum " + facsim::hex(facsim::RecipeId{facsim::hash64(text)}) + "\n");
  return 0;
}
