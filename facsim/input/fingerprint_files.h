// SPDX-License-Identifier: Apache-2.0
#pragma once
// Several files of fingerprints (fingerprint_file.h) one behind the other: every fingerprint with a
// number of its own, and one warning for all lines that are none.

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
  std::string path;  // to be opened
  FingerprintForm form = FingerprintForm::hex;
};

// Block by block.
class FingerprintBlocks {
 public:
  explicit FingerprintBlocks(std::vector<FingerprintInput> inputs) : inputs_(std::move(inputs)) {}
  // The next block, and which of the inputs it is of; nothing at the end. Throws as FingerprintFile
  // does, for the file that it comes to.
  [[nodiscard]] std::optional<std::size_t> next(FingerprintBlock& block);
  [[nodiscard]] const std::string& name_of(std::size_t input) const { return inputs_[input].name; }

 private:
  std::vector<FingerprintInput> inputs_;
  std::size_t at_ = 0;
  std::optional<FingerprintFile> file_;  // that at_ names, once it is open
};

// Lines that are no fingerprint.
class BadLines {
 public:
  // Those of a block that for_each_record() has seen; `name` is the file's.
  void add(const std::string& name, const FingerprintBlock& block);
  // How many there are, and where the first is; nothing where there is none.
  [[nodiscard]] std::optional<std::string> warning() const;

 private:
  std::uint64_t count_ = 0;
  std::string first_;  // "FILE:LINE"
};

struct FingerprintsRead {
  std::uint64_t next_number = 0;  // behind that of the last fingerprint
  BadLines bad;
};

// Calls `visit` for every fingerprint, in order, with its number: the first file's lines count from
// `first_number`, those of further files go on behind. `check` is called for each block and may
// throw. Throws as FingerprintFile does.
[[nodiscard]] FingerprintsRead for_each_fingerprint(
    std::vector<FingerprintInput> inputs, std::uint64_t first_number,
    const std::function<void()>& check,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit);

}  // namespace facsim
