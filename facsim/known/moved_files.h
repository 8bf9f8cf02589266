// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of these files does an index remember, wherever they stand now?
//
// A file of the index and a given one are the same where the ends of their absolute paths agree,
// and no other file agrees in more parts. At least the name that the index has for the file must
// agree (of an absolute name the last part, of ../a/b the parts behind the dots). So a file that
// stayed is found by its whole path, one that moved by its name, and where several folders have
// files of one name by the folders' own names. Contents are not looked at.
//
// Cost: 16 bytes for each part of each given path. Nothing is kept of the index's files.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/input_files.h"
#include "facsim/known/open_index.h"

namespace facsim {

class MovedFiles {
 public:
  // `index` must outlive this. Throws Error{damaged}.
  MovedFiles(const OpenIndex& index, const std::vector<InputFile>& files);

  struct Known {
    std::uint64_t key = 0;
    std::string name;  // that the index has for it
    bool has_moved = false;
  };
  // What the index knows of a given file; nothing where it is a stranger.
  [[nodiscard]] std::optional<Known> known(const InputFile& file) const;

  // How many files of the index none of the given ones can be.
  [[nodiscard]] std::uint64_t missing() const;

  // The key of a file of the index: that of the given file which it is; one that no given file has,
  // or 0, where there is none.
  [[nodiscard]] std::uint64_t key_of(std::uint32_t segment, std::uint32_t file) const;

 private:
  static constexpr std::uint32_t kNobody = 0xffffffffU;
  // The end of a given path, and a file of the index that has it too.
  struct Tail {
    std::uint64_t hash = 0;
    std::uint32_t segment = kNobody;
    std::uint32_t file = 0;
  };
  [[nodiscard]] const Tail* find(std::uint64_t hash) const;

  const OpenIndex& index_;
  std::vector<Tail> tails_;  // ascending
};

// Of `path`, so many of the last bytes must agree where the index calls the file `name`.
[[nodiscard]] std::size_t shortest_tail(std::string_view path, std::string_view name) noexcept;

}  // namespace facsim
