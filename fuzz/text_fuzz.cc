// SPDX-License-Identifier: Apache-2.0
// Any bytes as a text: units, fingerprints of every recipe without tables, and the smaller pieces
// by which pages are judged. The fast implementations give the same results as the slow ones.

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "facsim/base/utf.h"
#include "facsim/extract/url.h"
#include "facsim/features/number_units.h"
#include "facsim/features/sentences.h"
#include "facsim/features/text_digest.h"
#include "facsim/features/title_key.h"
#include "facsim/features/units.h"
#include "facsim/model/host.h"
#include "facsim/page/fingerprinter.h"
#include "facsim/verify/agreement.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;

struct Way {
  explicit Way(const Recipe& recipe) : slow(recipe, {}) {
    for (const Kernel kernel : {Kernel::scalar, best_kernel()})
      fast.emplace_back(recipe, FeatureTables{}, kernel);
  }
  Fingerprinter slow;
  std::vector<Fingerprinter> fast;
};

std::vector<Way>& ways() {
  static std::vector<Way> all = [] {
    std::vector<Way> made;
    for (const NamedRecipe& named : named_recipes()) {
      const Recipe recipe = recipe_named(named.name);
      if (recipe.units.kind != UnitKind::jieba_words) made.emplace_back(recipe);
    }
    return made;
  }();
  return all;
}

void check_units(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  hash_units(text, 7, hashes);
  const std::vector<Unit> units = split_units(text, 7);
  require(hashes.size() == units.size());
  std::size_t at = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    require(hashes[i] == units[i].hash && simdjson::validate_utf8(units[i].text));
    require(units[i].begin >= at && units[i].end > units[i].begin && units[i].end <= text.size());
    at = units[i].begin;
  }
  std::vector<std::uint64_t> numbers;
  number_units(text, 7, numbers);
  require(numbers.size() <= text.size());
}

void check_fingerprints(std::string_view text) {
  std::vector<std::uint64_t> words;
  hash_units(text, 0, words);
  for (Way& way : ways()) {
    const auto truth = way.slow.general(way.slow.features_of(text));
    for (Fingerprinter& fast : way.fast) require(fast.of_text(text, words) == truth);
  }
}

void check_pieces(std::string_view text) {
  for (const std::string_view sentence : sentences_of(text)) {
    require(sentence.data() >= text.data() &&
            sentence.data() + sentence.size() <= text.data() + text.size());
  }
  require(longest_sentences(text, 3).size() <= text.size() + 3);
  (void)paragraph_edges(text);
  (void)title_key(text);
  (void)title_marks_key(text);
  require(title_words(text, 3).size() <= kTitleWordsMax);
  require(host_of(text).size() <= text.size());
  std::string scratch;
  const Hash128 digest = text_digest(text, scratch);
  require(text_digest(std::string(text) + " \n", scratch) == digest);
  (void)resolve_url(text.substr(0, text.size() / 2), text.substr(text.size() / 2));
  require(is_utf8(text) == simdjson::validate_utf8(text.data(), text.size()));
}

// The first half is one page, all of it another.
void check_agreement(std::string_view text) {
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  hash_units(text.substr(0, text.size() / 2), 0, first);
  hash_units(text, 0, second);
  static AgreementMeter meter;
  const Agreement agreement = meter.measure(first, second);
  require(agreement.share >= 0 && agreement.share <= 1);
  require(meter.share(first, second) == agreement.share);
  require(meter.share(second, second) == 1);
  require(meter.share(second, first) == agreement.share);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)ways();
  const MemoryBound bound((std::size_t{32} << 20) + 4096 * size);
  // A buffer of exactly its size, so that reads beyond it are detected.
  const std::unique_ptr<char[]> copy = std::make_unique<char[]>(size);
  std::copy_n(data, size, copy.get());
  const std::string_view text(copy.get(), size);
  check_units(text);
  check_fingerprints(text);
  check_pieces(text);
  check_agreement(text);
  return 0;
}
