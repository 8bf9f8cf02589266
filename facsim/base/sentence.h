// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sentence for a person that names settings and actions, which each door calls by its own word.
//
// The temporary folder is `--tmp` on the command line, `tmp` in Python and `RunLimits::tmp` here.
// The library never writes such a word into a sentence: it names the setting, and the door that
// shows the sentence renders it. Sentences are joined like strings; plain() has the words of
// plain_words(). A sentence does not become a string by itself, since its names would be lost on
// the way to a door.
//
//   Sentence what = "give " + Named::tmp + " a larger folder";
//   what.plain();            // "give tmp a larger folder"
//   what.in(program_words);  // "give --tmp a larger folder", if the caller is the program

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

enum class Named : std::uint8_t {
  // Settings.
  against,
  apply,
  body_max,
  cluster,
  count_by,
  follow,
  force,
  free_disk,
  html_field,
  id_field,
  jieba,
  keep,
  label_min,
  link,
  matches,
  max_distance,
  memory,
  min_agreement,
  min_containment,
  min_containment_to_remove,
  min_documents,
  min_resemblance,
  mode,
  names,
  no_text,
  output,
  page_max,
  pairs,
  profile,
  recipe,
  refuse_templates,
  resemblance_floor,
  rows,
  scope,
  status,
  status_field,
  text_field,
  text_size,
  time_field,
  tmp,
  unpacked_max,
  update,
  warn_loss,
  // Actions.
  dedup,
  fingerprint,
  idf,
  index_add,
  index_build,
  index_build_anew,   // replaces the existing index
  index_build_pages,  // an index of pages
  index_check,
  index_compact,
  index_rebuild,
  list_pages,  // of the file that is the value
  mirrors_rules,
  recipe_list,
  recluster,
  report,
  serve,
  show,
  store,
  store_backup,
  store_check,
  store_rebuild,
  store_rebuild_new,  // into another folder
  store_restore,
  // Parts of a result.
  duplicates,
  reported,
  summary,
};
inline constexpr Named kFirstAction = Named::dedup;
inline constexpr Named kFirstPart = Named::duplicates;
inline constexpr Named kLastNamed = Named::summary;

// Returns "min_resemblance", "index build", "duplicates.jsonl", ...: words are joined by `_` in a
// setting, by a blank in an action.
[[nodiscard]] std::string_view name_of(Named named) noexcept;
[[nodiscard]] constexpr bool is_action(Named named) noexcept {
  return named >= kFirstAction && named < kFirstPart;
}
[[nodiscard]] constexpr bool is_setting(Named named) noexcept { return named < kFirstAction; }

// Returns a door's word for a setting or action; an empty string if the door has none (see
// Sentence::hint()). `value` is what the setting is set to or what the action is run on; empty: the
// name alone.
using Words = std::string (*)(Named named, std::string_view value);

// Returns name_of(), followed by "=VALUE" for a setting and by " VALUE" for an action.
[[nodiscard]] std::string plain_words(Named named, std::string_view value);

class Sentence {
 public:
  Sentence() = default;
  // NOLINTBEGIN(google-explicit-constructor): most sentences are a text alone.
  Sentence(std::string text) : plain_(std::move(text)) {}
  Sentence(std::string_view text) : plain_(text) {}
  Sentence(const char* text) : plain_(text) {}
  Sentence(Named named) : Sentence(named, {}) {}
  // NOLINTEND(google-explicit-constructor)
  Sentence(Named named, std::string_view value);
  // All three parts, or nothing at a door that has no word for `named`.
  [[nodiscard]] static Sentence hint(std::string_view before, Named named, std::string_view after);

  [[nodiscard]] const std::string& plain() const noexcept { return plain_; }
  explicit operator const std::string&() const noexcept { return plain_; }
  [[nodiscard]] bool empty() const noexcept { return plain_.empty(); }

  [[nodiscard]] std::string in(Words words) const;

  // Removes the first bytes, which must not contain a name.
  void remove_prefix(std::size_t bytes);

  Sentence& operator+=(const Sentence& other);
  friend Sentence operator+(Sentence left, const Sentence& right) {
    left += right;
    return left;
  }

 private:
  struct Part {
    std::size_t begin;  // in plain_
    std::size_t size;
    Named named;
    std::string value;
    std::string before;  // the text around the name of a hint
    std::string after;
  };
  std::string plain_;
  std::vector<Part> parts_;  // by begin
};

inline Sentence operator+(const Sentence& left, Named right) { return left + Sentence(right); }
inline Sentence operator+(Named left, const Sentence& right) { return Sentence(left) + right; }

}  // namespace facsim
