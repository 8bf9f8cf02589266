// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/fingerprint_files.h"

namespace facsim {

std::optional<std::size_t> FingerprintBlocks::next(FingerprintBlock& block) {
  for (; at_ < inputs_.size(); ++at_, file_.reset()) {
    if (!file_) file_.emplace(inputs_[at_].path, inputs_[at_].form);
    if (file_->next(block)) return at_;
  }
  return std::nullopt;
}

void BadLines::add(const std::string& name, const FingerprintBlock& block) {
  if (block.bad_lines == 0) return;
  if (count_ == 0) first_ = name + ":" + std::to_string(block.first_bad_line);
  count_ += block.bad_lines;
}

std::optional<std::string> BadLines::warning() const {
  if (count_ == 0) return std::nullopt;
  return std::to_string(count_) +
         (count_ == 1 ? " line is no fingerprint and was left out: "
                      : " lines are no fingerprints and were left out, first ") +
         first_;
}

FingerprintsRead for_each_fingerprint(
    std::vector<FingerprintInput> inputs, std::uint64_t first_number,
    const std::function<void()>& check,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit) {
  FingerprintsRead read{.next_number = first_number, .bad = {}};
  FingerprintBlocks blocks(std::move(inputs));
  std::size_t file = 0;
  FingerprintBlock block;
  while (const std::optional<std::size_t> input = blocks.next(block)) {
    if (check) check();
    if (*input != file) first_number = read.next_number;
    file = *input;
    for_each_record(block, [&](const FingerprintRecord& record) {
      visit(record, first_number + record.line - 1);
      read.next_number = first_number + record.line;
    });
    read.bad.add(blocks.name_of(file), block);
  }
  return read;
}

}  // namespace facsim
