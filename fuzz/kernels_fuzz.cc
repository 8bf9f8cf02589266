// SPDX-License-Identifier: Apache-2.0
// Runs the same bytes through every kernel of this machine, as windows, hashes, features and
// messages. The scalar kernel defines the correct answer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "facsim/fingerprint/kernels/kernels.h"

namespace {

using namespace facsim;

// The bytes as complete values of another type, in a buffer of exactly their size.
template <class Thing>
std::vector<Thing> as(std::string_view bytes) {
  std::vector<Thing> things(bytes.size() / sizeof(Thing));
  if (!things.empty()) std::memcpy(things.data(), bytes.data(), things.size() * sizeof(Thing));
  return things;
}

// In texts most weights are equal, so every second weight gets the same value.
std::vector<Feature> features_of(std::string_view bytes) {
  std::vector<Feature> features;
  for (std::size_t i = 0; i + 10 <= bytes.size(); i += 10) {
    std::array<std::int16_t, 5> words;
    std::memcpy(words.data(), bytes.data() + i, sizeof words);
    Feature feature;
    std::memcpy(&feature.hash, bytes.data() + i, sizeof feature.hash);
    feature.weight = words[4] % 2 == 0 ? 64 : words[4] * (words[4] % 3 == 0 ? 32768 : 1);
    features.push_back(feature);
  }
  return features;
}

std::vector<Md5Message> messages_of(std::string_view bytes) {
  std::vector<Md5Message> messages;
  while (!bytes.empty()) {
    Md5Message message;
    message.size = static_cast<unsigned char>(bytes[0]) % 17U;
    message.bytes.fill(static_cast<unsigned char>(bytes[0]));
    bytes.remove_prefix(1);
    const std::string_view some = bytes.substr(0, message.size);
    std::memcpy(message.bytes.data(), some.data(), some.size());
    bytes.remove_prefix(some.size());
    messages.push_back(message);
  }
  return messages;
}

struct Answers {
  std::array<VoteSums, 4> sums{};
  std::array<std::int64_t, 3> counts{};
  std::vector<Hash128> digests;
  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers answers_of(const FingerprintKernels& kernels, std::uint8_t choice, std::string_view bytes) {
  Answers answers;
  const std::vector<Feature> features = features_of(bytes);
  answers.counts[0] = kernels.add_weighted(features, answers.sums[0]);
  kernels.add_hashes(as<std::uint64_t>(bytes), answers.sums[1]);
  const auto windows = kernels.add_byte_windows(bytes, 1 + choice % 8U, choice, answers.sums[2]);
  answers.counts[1] = static_cast<std::int64_t>(windows);
  const auto wide =
      kernels.add_utf16_windows(as<char16_t>(bytes), 1 + choice % 4U, choice, answers.sums[3]);
  answers.counts[2] = static_cast<std::int64_t>(wide);
  const std::vector<Md5Message> messages = messages_of(bytes);
  answers.digests.resize(messages.size());
  kernels.md5_words(messages, answers.digests);
  return answers;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy that ends where the bytes end, so that reads beyond it are detected.
  const std::vector<char> copy(data + 1, data + size);
  const std::string_view bytes(copy.data(), copy.size());
  const Answers truth = answers_of(fingerprint_kernels(Kernel::scalar), data[0], bytes);
  for (const std::string& name : kernel_names()) {
    if (!(answers_of(fingerprint_kernels(kernel_named(name)), data[0], bytes) == truth)) {
      std::abort();
    }
  }
  return 0;
}
