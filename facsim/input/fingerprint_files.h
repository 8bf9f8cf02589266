// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads several files of fingerprints (fingerprint_file.h) in sequence: gives every fingerprint a
// number, and makes one warning for all invalid lines.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/input/fingerprint_file.h"

namespace facsim {

struct FingerprintInput {
  std::string name;  // as the user named it
  std::string path;  // the path to open
  FingerprintForm form = FingerprintForm::hex;
};

// Reads the files block by block.
class FingerprintBlocks {
 public:
  explicit FingerprintBlocks(std::vector<FingerprintInput> inputs) : inputs_(std::move(inputs)) {}
  // Reads the next block and returns the index of its input; nullopt at the end. Throws as
  // FingerprintFile does, for the file it opens or reads.
  [[nodiscard]] std::optional<std::size_t> next(FingerprintBlock& block);
  [[nodiscard]] const std::string& name_of(std::size_t input) const { return inputs_[input].name; }

 private:
  std::vector<FingerprintInput> inputs_;
  std::size_t at_ = 0;
  std::optional<FingerprintFile> file_;  // the file of at_, once it is open
};

// Counts lines that are not a fingerprint.
class BadLines {
 public:
  // Adds the invalid lines of a block after for_each_record(); `name` is the file's name.
  void add(const std::string& name, const FingerprintBlock& block);
  // Returns the count and the place of the first; nullopt if there are none.
  [[nodiscard]] std::optional<std::string> warning() const;

 private:
  std::uint64_t count_ = 0;
  std::string first_;  // "FILE:LINE"
};

struct FingerprintsRead {
  std::uint64_t next_number = 0;  // one more than that of the last fingerprint
  BadLines bad;
};

// Calls `visit` for every fingerprint, in order, with its number: lines of the first file count
// from `first_number`, those of further files continue. `check` is called for each block and may
// throw. Throws as FingerprintFile does.
[[nodiscard]] FingerprintsRead for_each_fingerprint(
    std::vector<FingerprintInput> inputs, std::uint64_t first_number,
    const std::function<void()>& check,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit);

}  // namespace facsim
