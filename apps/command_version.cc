// SPDX-License-Identifier: Apache-2.0
// facsim version: prints what is needed to trust, compare or report a result.
#include <brotli/decode.h>
#include <bzlib.h>
#include <isa-l.h>
#include <lexbor/core/base.h>
#include <libdeflate.h>
#include <lz4.h>
#include <lzma.h>
#include <simdjson.h>
#include <unicode/uvernum.h>
#include <xxhash.h>
#include <zstd.h>
#include <CLI/Version.hpp>

#include "apps/commands.h"
#include "apps/json.h"
#include "apps/output.h"
#include "facsim/base/cpu.h"
#include "facsim/base/version.h"
#include "facsim/model/profile.h"

namespace facsim {
namespace {

std::string in_one_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line;
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

// "1.0.8, 13-Jul-2019" without the date.
std::string bzip2_version() {
  const std::string_view version = BZ2_bzlibVersion();
  return std::string(version.substr(0, version.find(',')));
}

std::string libraries() {
  const unsigned xxhash = XXH_versionNumber();
  const unsigned brotli = BrotliDecoderVersion();
  return "lexbor " LEXBOR_VERSION_STRING ", ICU " U_ICU_VERSION ", simdjson " +
         dotted(simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
                simdjson::SIMDJSON_VERSION_REVISION) +
         ", nlohmann " +
         dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                NLOHMANN_JSON_VERSION_PATCH) +
         ", isa-l " + dotted(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION) +
         ", libdeflate " LIBDEFLATE_VERSION_STRING ", zstd " + ZSTD_versionString() + ", lz4 " +
         LZ4_versionString() + ", xz " + lzma_version_string() + ", bzip2 " + bzip2_version() +
         ", brotli " +
         dotted(static_cast<int>(brotli >> 24U), static_cast<int>(brotli >> 12U & 0xfffU),
                static_cast<int>(brotli & 0xfffU)) +
         ", xxHash " +
         dotted(static_cast<int>(xxhash / 10000), static_cast<int>(xxhash / 100 % 100),
                static_cast<int>(xxhash % 100)) +
         ", CLI11 " CLI11_VERSION;
}

}  // namespace

void run_version(const Settings& settings) {
  require_words(settings, 0, "no words");
  std::string text = "facsim " + std::string(kVersion) + "\n";
  text += "compiler   " + compiler() + "\n";
  const Recipe recipe;
  text += "recipe     " + hex(recipe.id()) + "  " + recipe.name + " (facsim recipe list: all)\n";
  std::string profiles;
  for (const NamedProfile& profile : named_profiles()) {
    if (!profiles.empty()) profiles += ' ';
    profiles += profile.name;
  }
  text += "profiles   " + profiles + "\n";
  text += "processor  " + in_one_line(cpu_feature_names()) + "\n";
  text += "kernels    " + in_one_line(kernel_names()) + "\n";
  text += "libraries  " + libraries() + "\n";
  Output output;
  output.write(text);
  output.finish();
}

}  // namespace facsim
