// SPDX-License-Identifier: Apache-2.0
#pragma once
// A recipe is everything that decides the bits and nothing else.
//
// A recipe's id is a hash of its text form, so any change that could change a bit makes another id.
// Thresholds are never part of it (profile.h has them): they can be changed without making old data
// incomparable. The sketch has an id of its own, so that fingerprints of several recipes can be
// stored with one sketch of the same text.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

enum class RecipeId : std::uint64_t {};
[[nodiscard]] std::string hex(RecipeId id);  // 16 hexadecimal digits

// Raised whenever code changes the bits that an unchanged recipe makes.
inline constexpr std::uint32_t kRecipeVersion = 6;
inline constexpr std::string_view kRecipeUnicode = "15.0";

// The part of a page that is read.
enum class TextPart {
  main,               // the main text; plain text has no other
  all,                // all visible text
  title,              // from markup; empty if there is none
  longest_sentences,  // of the main text, `count` of them, in the order of the text
  paragraph_edges,    // the first and the last sentence of each paragraph of the main text
  field,              // a member of the JSON record, `field`: a string
};

struct PartSpec {
  TextPart part = TextPart::main;
  std::string field;
  std::uint32_t count = 0;
  std::uint32_t weight = 1;  // every feature of this part counts this many times
  friend bool operator==(const PartSpec&, const PartSpec&) = default;
};

enum class UnitKind {
  words,        // features/units.h
  icu_words,    // words by ICU's rules and dictionaries
  jieba_words,  // words of the Python package jieba
  bytes,        // windows of `size` bytes of UTF-8
  characters,   // windows of `size` code points
  utf16,        // windows of `size` UTF-16 code units
  given,        // the member `field` of the JSON record lists features: pairs or a map
};

// How a text is transformed before windows are cut from it.
enum class Folding {
  none,
  nfkc,    // NFKC_Casefold; unlike words it preserves vowel signs and tatweel
  python,  // str.lower(), then the characters of \w joined
};

// How the end of a text is cut into windows.
enum class LastWindow {
  whole,    // the last window that fits; a text shorter than a window is one window
  dropped,  // the one before that; a text of `size` or fewer has no window
  partial,  // the remainder, even if shorter
};

struct UnitSpec {
  UnitKind kind = UnitKind::words;
  std::string field;          // for given
  std::uint32_t size = 0;     // of windows, 1..64
  std::uint32_t overlap = 0;  // of neighbouring windows, below size
  Folding folding = Folding::none;
  LastWindow last = LastWindow::whole;
  bool hmm = true;  // for jieba_words: also finds words that the dictionary lacks
  // The version of the library that cuts icu_words ("ICU 72.1") or jieba_words; empty until it was
  // queried.
  std::string made_with;
  friend bool operator==(const UnitSpec&, const UnitSpec&) = default;
};

enum class Weighting {
  set,          // 1, however often it occurs
  tf,           // the number of occurrences
  log_tf,       // 1 + ln tf, in 64ths
  tf_idf,       // tf times the table's idf
  five_levels,  // 1..5: fifths of the page's largest tf-idf; of its largest 1 + ln tf without table
};

// A file that decides bits. Its digest is part of the recipe, its name is not.
struct TableRef {
  std::string file;          // empty: no table; "jieba": the one of the Python package
  std::uint64_t digest = 0;  // 0 until it was read
  friend bool operator==(const TableRef&, const TableRef&) = default;
};

struct FeatureSpec {
  std::vector<std::uint32_t> lengths = {1, 2};  // n: n units in a row are a feature; ascending
  Weighting weighting = Weighting::log_tf;
  std::uint32_t top = 0;  // only this many features, those of the largest weight; 0: all
  TableRef idf;
  TableRef stop_words;  // units that are dropped before features are made
  TableRef topic;       // units whose features have more weight
  friend bool operator==(const FeatureSpec&, const FeatureSpec&) = default;
};

enum class FeatureHash {
  xxh3,           // XXH3-64 with the seed; windows: features/windows.h
  md5,            // the last bytes of the MD5 digest, big-endian
  python_string,  // Python 2's hash of a string, 64 bits
  dotnet_string,  // the .NET Framework's hash of a string, 32 bits
};

struct FingerprintSpec {
  std::uint32_t bits = 64;  // 32, 64 or 128
  FeatureHash hash = FeatureHash::xxh3;
  std::uint64_t seed = 0;
  bool of_nothing =
      false;  // texts without features have a fingerprint too (0, or that of the original)
  friend bool operator==(const FingerprintSpec&, const FingerprintSpec&) = default;
};

// Sketches are made of sets of shingles of words, whatever the fingerprint's units.
struct SketchSpec {
  std::uint32_t shingle_size = 5;  // Broder, SEQUENCES 1997
  std::uint32_t bins = 64;         // a power of two, 1..4096
  std::uint32_t bits = 8;          // a bin: 1, 2, 4, 8 or 16
  std::uint64_t seed = 0;
  friend bool operator==(const SketchSpec&, const SketchSpec&) = default;
};

struct AnchorSpec {
  std::uint32_t shingle_size = 8;
  std::uint32_t smallest = 0;  // the number of smallest shingle hashes that are anchors
  std::uint32_t modulus = 0;   // hashes that it divides are anchors too; 0: none
  [[nodiscard]] bool has_any() const noexcept { return smallest != 0 || modulus != 0; }
  friend bool operator==(const AnchorSpec&, const AnchorSpec&) = default;
};

struct Recipe {
  std::string name = "balanced";
  std::vector<PartSpec> parts = {PartSpec{}};
  // A main text below this is replaced by the visible text; on a page with a title, only if it is
  // below both of these.
  std::uint32_t fallback_units_min = 100;
  std::uint32_t titled_fallback_units_min = 20;
  UnitSpec units;
  FeatureSpec features;
  FingerprintSpec fingerprint;
  SketchSpec sketch;
  AnchorSpec anchors;
  std::uint32_t layout_bins = 64;  // for the set of tag.class names
  std::uint32_t layout_bits = 8;

  // True if shingles, lengths and digests use all visible text, because some part does; otherwise
  // they use the main text, or its fallback.
  [[nodiscard]] bool judges_all_text() const noexcept;
  // True if it reads the main or visible text and no other part.
  [[nodiscard]] bool reads_one_text() const noexcept;
  // True for single words and pairs of words, weighted 1 + ln tf, on 64 bits, which have a fast
  // path.
  [[nodiscard]] bool has_default_features() const noexcept;

  // Ids of everything that decides the fingerprint, the sketch, and both. The name is not part of
  // them.
  [[nodiscard]] RecipeId fingerprint_id() const;
  [[nodiscard]] RecipeId sketch_id() const;
  [[nodiscard]] RecipeId id() const;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

// Writes TOML that parse_recipe() reads back without loss.
[[nodiscard]] std::string to_toml(const Recipe& recipe);

// `where` names the text in messages. Throws Error{invalid_argument} that names the line (invalid
// TOML, an unknown key, a value of another type) or the key (a value that is not allowed), and
// Error{unsupported} for another version.
[[nodiscard]] Recipe parse_recipe(std::string_view toml, std::string_view where);

// Throws Error{invalid_argument} that names the first impossible setting.
void check_recipe(const Recipe& recipe, std::string_view where);

struct NamedRecipe {
  std::string_view name;
  std::string_view about;  // one line
};
// Throws Error{invalid_argument} that lists the known names.
[[nodiscard]] Recipe recipe_named(std::string_view name);
[[nodiscard]] std::span<const NamedRecipe> named_recipes() noexcept;

}  // namespace facsim
