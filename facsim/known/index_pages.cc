// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_pages.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "facsim/corpus/named_fields.h"
#include "facsim/run/run.h"
#include "facsim/store/file_names.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Returns an empty path if it cannot be resolved.
fs::path without_links(const fs::path& path) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  return failed ? fs::path() : real;
}

bool is_index_file(std::string_view name) {
  return name == kLockName || name == kManifestName || segment_number(name) ||
         tombstones_number(name);
}

// True if `path` is the index's folder or one of its files. Names alone decide most paths.
bool belongs_to(const fs::path& index, const fs::path& path) {
  if (index.empty()) return false;
  if (path.filename() == index.filename() && without_links(path) == index) return true;
  return is_index_file(path.filename().string()) && without_links(path.parent_path()) == index;
}

}  // namespace

IndexPages::IndexPages(const std::vector<std::string>& words, ReadOptions read, RunLimits limits,
                       const std::atomic<bool>* cancelled, const std::string& folder)
    : read_(std::move(read)),
      limits_(std::move(limits)),
      standard_input_(limits_.tmp, cancelled),
      found_(find_inputs(words, read_, standard_input_,
                         [index = without_links(folder)](const std::string& path) {
                           return belongs_to(index, path);
                         })) {}

void IndexPages::read(Corpus& corpus, const ReadyProfile& judge, const RunHooks& hooks,
                      Scratch& scratch) {
  Run run(limits_, hooks, scratch);
  run.warn(found_.warnings);
  require_named_fields(found_.files, read_, hooks);
  counts_ = scan(corpus, read_, judge, run);
  warnings_ = run.warnings();
}

}  // namespace facsim
