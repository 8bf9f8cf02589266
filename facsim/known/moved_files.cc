// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/moved_files.h"

#include <algorithm>

#include "facsim/base/hash64.h"
#include "facsim/corpus/inputs.h"

namespace facsim {
namespace {

// A file that cannot be read again has only a name, which must not equal the end of a path.
constexpr std::uint64_t kNameSeed = 1;

// Calls visit(hash, is_whole) for all ends of at least `shortest` bytes, the longest first, until
// it returns true.
template <class Visit>
void for_each_tail(std::string_view path, std::size_t shortest, Visit visit) {
  std::size_t begin = 0;
  while (path.size() - begin >= shortest && begin < path.size()) {
    if (visit(hash64(path.substr(begin)), begin == 0)) return;
    const std::size_t slash = path.find('/', begin);
    if (slash == std::string_view::npos) return;
    begin = slash + 1;
  }
}

template <class Visit>
void for_each_tail_of_input(const InputFile& file, Visit visit) {
  const std::string path = lasting_path_of(file);
  if (path.empty()) {
    visit(hash64(file.name, kNameSeed), true);
  } else {
    for_each_tail(path, 1, visit);
  }
}

template <class Visit>
void for_each_tail_of_known(const PageSections& pages, std::uint32_t file, Visit visit) {
  const std::string path = pages.path(file);
  const std::string name = pages.file_name(file);
  if (path.empty()) {
    visit(hash64(name, kNameSeed), true);
  } else {
    for_each_tail(path, shortest_tail(path, name), visit);
  }
}

}  // namespace

std::size_t shortest_tail(std::string_view path, std::string_view name) noexcept {
  const std::size_t last = path.size() - (path.rfind('/') + 1);
  if (name.starts_with('/')) return last;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::string_view tail = name.substr(begin);
    const bool ends_so = path.ends_with(tail);
    if (ends_so && (path == tail || path[path.size() - tail.size() - 1] == '/')) {
      return tail.size();
    }
    const std::size_t slash = name.find('/', begin);
    if (slash == std::string_view::npos) break;
    begin = slash + 1;
  }
  return last;
}

MovedFiles::MovedFiles(const OpenIndex& index, const std::vector<InputFile>& files)
    : index_(index) {
  for (const InputFile& file : files) {
    for_each_tail_of_input(file, [this](std::uint64_t hash, bool) {
      tails_.push_back({.hash = hash});
      return false;
    });
  }
  std::ranges::sort(tails_, {}, &Tail::hash);
  const auto repeated = std::ranges::unique(tails_, {}, &Tail::hash);
  tails_.erase(repeated.begin(), repeated.end());
  for (std::uint32_t segment = 0; segment < index.parts().size(); ++segment) {
    const PageSections& pages = *index.parts()[segment]->pages;
    for (std::uint32_t file = 0; file < pages.files_count(); ++file) {
      for_each_tail_of_known(pages, file, [&](std::uint64_t hash, bool) {
        const auto at = std::ranges::lower_bound(tails_, hash, {}, &Tail::hash);
        if (at != tails_.end() && at->hash == hash && at->segment == kNobody) {
          at->segment = segment;
          at->file = file;
        }
        return false;
      });
    }
  }
}

const MovedFiles::Tail* MovedFiles::find(std::uint64_t hash) const {
  const auto at = std::ranges::lower_bound(tails_, hash, {}, &Tail::hash);
  return at != tails_.end() && at->hash == hash ? &*at : nullptr;
}

std::optional<MovedFiles::Known> MovedFiles::known(const InputFile& file) const {
  std::optional<Known> found;
  for_each_tail_of_input(file, [&](std::uint64_t hash, bool is_whole) {
    const Tail* const tail = find(hash);
    if (tail == nullptr || tail->segment == kNobody) return false;
    const PageSections& pages = *index_.parts()[tail->segment]->pages;
    found = Known{hash, pages.file_name(tail->file), !is_whole};
    return true;
  });
  return found;
}

std::uint64_t MovedFiles::key_of(std::uint32_t segment, std::uint32_t file) const {
  std::uint64_t key = 0;
  for_each_tail_of_known(*index_.parts()[segment]->pages, file, [&](std::uint64_t hash, bool) {
    if (find(hash) == nullptr) return false;
    key = hash;
    return true;
  });
  return key;
}

std::uint64_t MovedFiles::missing() const {
  std::uint64_t count = 0;
  for (std::uint32_t segment = 0; segment < index_.parts().size(); ++segment) {
    const std::uint64_t files = index_.parts()[segment]->pages->files_count();
    for (std::uint32_t file = 0; file < files; ++file) count += key_of(segment, file) == 0 ? 1 : 0;
  }
  return count;
}

}  // namespace facsim
