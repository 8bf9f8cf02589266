// SPDX-License-Identifier: Apache-2.0
#include "facsim/tables/load_parquet.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/error.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPluginName = "facsim_parquet.so";
constexpr std::string_view kDecimalDigits = "0123456789";
constexpr const char* kArrowFolders = "FACSIM_ARROW_LIBRARIES";

constexpr const char* kNamedPlugin = "FACSIM_PARQUET_PLUGIN";

std::atomic<const parquet::Entry& (*)()> instead = nullptr;

[[noreturn]] void throw_no_plugin(const std::string& why, const std::string& remedy) {
  throw Error(ErrorCode::unsupported, "Parquet is read by a plug-in, and " + why + "; " + remedy);
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::vector<fs::path> plugin_places() {
  if (const std::string_view named = variable(kNamedPlugin); !named.empty()) {
    return {fs::absolute(named)};  // dlopen(3) would search for a bare name elsewhere
  }
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  const fs::path folder = program.parent_path();
  return {folder / kPluginName, folder.parent_path() / "lib/facsim" / kPluginName};
}

fs::path find_plugin() {
  const std::vector<fs::path> places = plugin_places();
  std::error_code ignored;
  const auto place = std::find_if(places.begin(), places.end(), [&](const fs::path& path) {
    return fs::is_regular_file(path, ignored);
  });
  if (place != places.end()) return *place;
  const bool is_named = places.size() == 1;
  throw_no_plugin(
      is_named ? "'" + places.front().string() + "' (FACSIM_PARQUET_PLUGIN) is no file"
               : "there is no " + std::string(kPluginName) + " beside the program",
      "build facsim where Python has pyarrow (pip install pyarrow), or convert the file to JSON "
      "lines");
}

// Folders that may contain pyarrow, those named by the user first.
std::vector<fs::path> arrow_places(const fs::path& plugin) {
  std::vector<fs::path> places;
  std::string_view named = variable(kArrowFolders);
  while (!named.empty()) {
    const std::size_t colon = std::min(named.find(':'), named.size());
    if (colon > 0) places.emplace_back(named.substr(0, colon));
    named.remove_prefix(std::min(colon + 1, named.size()));
  }
  // site-packages/facsim/bin/facsim_parquet.so
  places.push_back(plugin.parent_path().parent_path().parent_path() / "pyarrow");
  if (const std::string_view environment = variable("VIRTUAL_ENV"); !environment.empty()) {
    std::error_code failed;
    fs::directory_iterator found(fs::path(environment) / "lib", failed);
    while (!failed && found != fs::directory_iterator()) {
      places.push_back(found->path() / "site-packages/pyarrow");
      found.increment(failed);
    }
  }
  return places;
}

// Extracts the version: "libarrow.so.2100: cannot open ..." -> "2100".
std::string missing_arrow(std::string_view text) {
  for (const std::string_view name : {"libarrow.so.", "libparquet.so."}) {
    if (!text.starts_with(name)) continue;
    const std::string_view number = text.substr(name.size());
    return std::string(number.substr(0, number.find_first_not_of(kDecimalDigits)));
  }
  return {};
}

// Arrow counts 100 for each major version: "2100" -> "21".
std::string major_of(const std::string& number) {
  return number.size() > 2 ? number.substr(0, number.size() - 2) : number;
}

// The major version of the pyarrow in a folder; empty without one.
std::string major_in(const fs::path& folder) {
  constexpr std::string_view kBefore = "libarrow.so.";
  std::error_code failed;
  fs::directory_iterator found(folder, failed);
  while (!failed && found != fs::directory_iterator()) {
    const std::string name = found->path().filename().string();
    const std::string number = name.starts_with(kBefore) ? name.substr(kBefore.size()) : "";
    const bool is_number = number.find_first_not_of(kDecimalDigits) == std::string::npos;
    if (number.size() > 2 && is_number) return major_of(number);
    found.increment(failed);
  }
  return {};
}

std::string loader_said() {
  const char* said = ::dlerror();
  return said == nullptr ? "it cannot be loaded" : said;
}

// RTLD_NOW and RTLD_LOCAL, since it may bring another version of a library that the program has.
void* load(const fs::path& library) { return ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL); }

[[noreturn]] void throw_no_arrow(const std::string& number, const std::vector<fs::path>& places) {
  const std::string major = major_of(number);
  std::string there = "there are none";
  for (const fs::path& place : places) {
    const std::string other = major_in(place);
    if (!other.empty()) {
      there = "'" + place.string() +
              (other == major ? "' does not have all of them" : "' has those of pyarrow " + other);
      break;
    }
  }
  throw_no_plugin(
      "it needs the libraries of pyarrow " + major + ", but " + there,
      "pip install 'facsim[parquet]' where facsim came by pip, else pip install 'pyarrow==" +
          major + ".*' and name its folder in " + kArrowFolders);
}

// If the loader does not find the libraries of Arrow, loads them first by their full paths: the
// loader then uses the library already loaded under the same name.
void* load_with_arrow(const fs::path& plugin) {
  void* library = load(plugin);
  if (library != nullptr) return library;
  std::string why = loader_said();
  const std::string number = missing_arrow(why);
  if (!number.empty()) {
    const std::vector<fs::path> places = arrow_places(plugin);
    bool has_any = false;
    for (const fs::path& folder : places) {
      const fs::path arrow = folder / ("libarrow.so." + number);
      const fs::path columns = folder / ("libparquet.so." + number);
      std::error_code ignored;
      if (!fs::exists(arrow, ignored) || !fs::exists(columns, ignored)) continue;
      has_any = true;
      if (load(arrow) != nullptr && load(columns) != nullptr) library = load(plugin);
      if (library != nullptr) return library;
      why = loader_said();
    }
    if (!has_any) throw_no_arrow(number, places);
  }
  throw_no_plugin("it cannot be loaded (" + why + ")",
                  "take the plug-in that was built with this program, and the pyarrow that it was "
                  "built with");
}

const parquet::Entry& load_plugin() {
  const fs::path place = find_plugin();
  void* library = load_with_arrow(place);
  const auto* entry = static_cast<const parquet::Entry*>(::dlsym(library, parquet::kEntryName));
  if (entry == nullptr || entry->version != parquet::kVersion) {
    ::dlclose(library);
    throw_no_plugin("'" + place.string() + "' is of another version of facsim",
                    "take the plug-in that was built with this program");
  }
  return *entry;
}

}  // namespace

void use_instead_of_parquet_plugin(const parquet::Entry& (*entry)()) { instead = entry; }

const parquet::Entry& parquet_plugin() {
  if (const auto other = instead.load(); other != nullptr && variable(kNamedPlugin).empty()) {
    return other();
  }
  static const parquet::Entry& entry = load_plugin();
  return entry;
}

}  // namespace facsim
