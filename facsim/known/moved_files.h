// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds which of the given files an index knows, wherever they are now.
//
// A file of the index and a given file are the same if the ends of their absolute paths agree, and
// no other file agrees in more parts. At least the name that the index has for the file must agree
// (for an absolute name the last part, for ../a/b the parts after the dots). So a file that did not
// move is found by its whole path, and one that moved by its name; if several folders have files of
// one name, the folders' own names decide. Contents are not compared.
//
// Cost: 16 bytes for each part of each given path, and nothing for the index's files.

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
    std::string name;  // the index's name for it
    bool has_moved = false;
  };
  // Returns what the index knows of a given file; nothing if it does not know the file.
  [[nodiscard]] std::optional<Known> known(const InputFile& file) const;

  // Returns how many files of the index are none of the given ones.
  [[nodiscard]] std::uint64_t missing() const;

  // Returns the key of a file of the index: that of the given file which it is; if there is none, a
  // key that no given file has, or 0.
  [[nodiscard]] std::uint64_t key_of(std::uint32_t segment, std::uint32_t file) const;

 private:
  static constexpr std::uint32_t kNobody = 0xffffffffU;
  // An end of a given path, and a file of the index that has it too.
  struct Tail {
    std::uint64_t hash = 0;
    std::uint32_t segment = kNobody;
    std::uint32_t file = 0;
  };
  [[nodiscard]] const Tail* find(std::uint64_t hash) const;

  const OpenIndex& index_;
  std::vector<Tail> tails_;  // ascending
};

// Returns how many of the last bytes of `path` must agree if the index names the file `name`.
[[nodiscard]] std::size_t shortest_tail(std::string_view path, std::string_view name) noexcept;

}  // namespace facsim
