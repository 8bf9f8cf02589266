// SPDX-License-Identifier: Apache-2.0
// Measures the hot loops of fingerprints with every kernel of this machine, on real documents
// (FACSIM_DATA): bytes and features (windows, hashes) a second on one core. They are compared with
// their slow twins and with a pass that only classifies bytes.
//
//   FACSIM_DATA=... facsim_micro_bench --benchmark_filter=kernels/ota_terms

#include <benchmark/benchmark.h>

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "facsim/features/documents_for_test.h"
#include "facsim/features/units.h"
#include "facsim/features/weights.h"
#include "facsim/fingerprint/kernels/kernels.h"

namespace facsim {
namespace {

constexpr std::size_t kBytesMax = 20'000'000;
constexpr std::uint64_t kSeed = 0;
constexpr unsigned kWindow = 4;

struct Worked {
  std::string text;
  std::u16string utf16;
  std::vector<std::uint64_t> units;
  std::vector<Feature> features;  // of the default recipe: singles and pairs, 1 + ln tf
  std::vector<Md5Message> messages;
};

std::size_t code_point_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

// For well-formed text: 16 characters at a time while they are ASCII, then one by one.
void to_utf16(std::string_view text, std::u16string& units) {
  using Bytes = unsigned char __attribute__((vector_size(16)));
  using Units = char16_t __attribute__((vector_size(32)));
  units.resize(text.size() + 16);
  char16_t* to = units.data();
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto low = [&](int i) { return static_cast<unsigned>(at[i]) & 0x3fU; };
  while (at < end) {
    if (end - at >= 16) {
      std::array<std::uint64_t, 2> words;
      __builtin_memcpy(words.data(), at, 16);
      if (((words[0] | words[1]) & 0x8080808080808080U) == 0) {
        Bytes bytes;
        __builtin_memcpy(&bytes, at, 16);
        const Units wide = __builtin_convertvector(bytes, Units);
        __builtin_memcpy(to, &wide, 32);
        at += 16;
        to += 16;
        continue;
      }
    }
    const auto lead = static_cast<unsigned char>(*at);
    const std::size_t size = code_point_bytes(*at);
    if (size == 1) {
      *to++ = lead;
    } else if (size == 2) {
      *to++ = static_cast<char16_t>((lead & 0x1fU) << 6 | low(1));
    } else if (size == 3) {
      *to++ = static_cast<char16_t>((lead & 0xfU) << 12 | low(1) << 6 | low(2));
    } else {
      const unsigned point = (lead & 7U) << 18 | low(1) << 12 | low(2) << 6 | low(3);
      *to++ = static_cast<char16_t>(0xd7c0 + (point >> 10));
      *to++ = static_cast<char16_t>(0xdc00 + (point & 0x3ffU));
    }
    at += size;
  }
  units.resize(static_cast<std::size_t>(to - units.data()));
}

// Every window of four code points, as UTF-8.
void windows_as_messages(std::string_view text, std::vector<Md5Message>& messages) {
  messages.clear();
  std::size_t end = 0;
  std::size_t points = 0;
  for (std::size_t begin = 0; end < text.size();) {
    end += code_point_bytes(text[end]);
    if (++points < 4) continue;
    Md5Message& message = messages.emplace_back();
    message.size = static_cast<std::uint32_t>(end - begin);
    __builtin_memcpy(message.bytes.data(), text.data() + begin, end - begin);
    begin += code_point_bytes(text[begin]);
  }
}

const std::vector<Worked>& documents_of(const std::string& set) {
  static std::map<std::string, std::vector<Worked>> cache;
  auto [at, is_new] = cache.try_emplace(set);
  if (!is_new) return at->second;
  FeatureCounter counter;
  for (std::string& text : real_documents(set, kBytesMax)) {
    Worked& worked = at->second.emplace_back();
    worked.text = std::move(text);
    to_utf16(worked.text, worked.utf16);
    hash_units(worked.text, kSeed, worked.units);
    const std::span<const Feature> features = counter.singles_and_pairs(worked.units);
    worked.features.assign(features.begin(), features.end());
    windows_as_messages(worked.text, worked.messages);
  }
  return at->second;
}

// A step returns the number of hashes that it processed.
using Step = std::function<std::size_t(const Worked&)>;

void run(benchmark::State& state, const std::string& set, std::size_t share, const Step& step) {
  const std::vector<Worked>& documents = documents_of(set);
  if (documents.empty()) {
    state.SkipWithError(("skipped: no data at " + data_name()).c_str());
    return;
  }
  std::size_t bytes = 0;
  std::size_t hashes = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < documents.size(); i += share) {
      hashes += step(documents[i]);
      bytes += documents[i].text.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.SetItemsProcessed(static_cast<std::int64_t>(hashes));
}

void add_slowly(std::uint64_t hash, std::int32_t weight, VoteSums& sums) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    if ((hash >> bit & 1U) != 0) sums[bit] += weight;
  }
}

template <class Units>
std::size_t add_windows_slowly(const Units& units, unsigned unit_bits, VoteSums& sums) {
  if (units.size() < kWindow) return 0;
  for (std::size_t begin = 0; begin + kWindow <= units.size(); ++begin) {
    std::uint64_t packed = 0;
    for (unsigned i = 0; i < kWindow; ++i) {
      const auto unit =
          static_cast<std::make_unsigned_t<typename Units::value_type>>(units[begin + i]);
      packed |= std::uint64_t{unit} << (unit_bits * i);
    }
    add_slowly(mix64(packed ^ mix64(kSeed ^ kWindowSalt)), 1, sums);
  }
  return units.size() - kWindow + 1;
}

// The minimal cost of any pass.
std::size_t classify(const Worked& document) {
  std::size_t letters = 0;
  for (const char c : document.text) {
    letters += static_cast<unsigned char>((static_cast<unsigned char>(c) | 0x20U) - 'a') < 26;
  }
  benchmark::DoNotOptimize(letters);
  return 0;
}

std::vector<std::pair<std::string, Step>> twins() {
  static VoteSums sums{};
  return {
      {"weighted",
       [](const Worked& document) {
         for (const Feature& f : document.features) add_slowly(f.hash, f.weight, sums);
         return document.features.size();
       }},
      {"hashes",
       [](const Worked& document) {
         for (const std::uint64_t hash : document.units) add_slowly(hash, 1, sums);
         return document.units.size();
       }},
      {"bytes4", [](const Worked& document) { return add_windows_slowly(document.text, 8, sums); }},
      {"utf16x4",
       [](const Worked& document) { return add_windows_slowly(document.utf16, 16, sums); }},
  };
}

std::vector<std::pair<std::string, Step>> steps_of(const FingerprintKernels& kernels) {
  static VoteSums sums{};
  static std::u16string utf16;
  static std::vector<Md5Message> messages;
  static std::vector<Hash128> digests;
  return {
      {"weighted",
       [&kernels](const Worked& document) {
         benchmark::DoNotOptimize(kernels.add_weighted(document.features, sums));
         return document.features.size();
       }},
      {"hashes",
       [&kernels](const Worked& document) {
         kernels.add_hashes(document.units, sums);
         return document.units.size();
       }},
      {"bytes4",
       [&kernels](const Worked& document) {
         return kernels.add_byte_windows(document.text, kWindow, kSeed, sums);
       }},
      {"utf16x4",
       [&kernels](const Worked& document) {
         return kernels.add_utf16_windows(document.utf16, kWindow, kSeed, sums);
       }},
      {"utf16x4 from utf8",
       [&kernels](const Worked& document) {
         to_utf16(document.text, utf16);
         return kernels.add_utf16_windows(utf16, kWindow, kSeed, sums);
       }},
      {"md5",
       [&kernels](const Worked& document) {
         digests.resize(document.messages.size());
         kernels.md5_words(document.messages, digests);
         benchmark::DoNotOptimize(digests.data());
         return document.messages.size();
       }},
      {"md5 from utf8",
       [&kernels](const Worked& document) {
         windows_as_messages(document.text, messages);
         digests.resize(messages.size());
         kernels.md5_words(messages, digests);
         benchmark::DoNotOptimize(digests.data());
         return messages.size();
       }},
  };
}

void add(const std::string& set, const std::string& name, std::size_t share, const Step& step) {
  benchmark::RegisterBenchmark(
      ("kernels/" + set + "/" + name).c_str(),
      [set, share, step](benchmark::State& state) { run(state, set, share, step); })
      ->Unit(benchmark::kMillisecond);
}

void add_benchmarks() {
  constexpr std::size_t kAll = 1;
  constexpr std::size_t kOneInTen = 10;
  for (const char* set : {"ota_terms", "tidb_zh"}) {
    add(set, "classify bytes", kAll, classify);
    add(set, "utf8 to utf16", kAll, [](const Worked& document) {
      static std::u16string utf16;
      to_utf16(document.text, utf16);
      benchmark::DoNotOptimize(utf16.data());
      return utf16.size();
    });
    for (const auto& [name, step] : twins()) add(set, name + "/twin", kOneInTen, step);
    for (const std::string& kernel : kernel_names()) {
      for (const auto& [name, step] : steps_of(fingerprint_kernels(kernel_named(kernel)))) {
        add(set, name + "/" + kernel, kAll, step);
      }
    }
  }
}

const bool kAdded = (add_benchmarks(), true);

}  // namespace
}  // namespace facsim
