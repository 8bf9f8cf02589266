// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/name_words.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "facsim/base/limits.h"
#include "facsim/features/ascii_blocks_internal.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

// Function words of the languages in which most manuals are written; they occur in any text.
constexpr std::array<std::string_view, 84> kFunctionWords = {
    "a",    "about", "all", "an",   "and",  "any",  "are",   "as",    "at",   "au",   "auf",  "be",
    "but",  "by",    "can", "con",  "das",  "de",   "dem",   "den",   "der",  "des",  "die",  "do",
    "does", "du",    "e",   "ein",  "eine", "el",   "en",    "et",    "for",  "from", "her",  "his",
    "how",  "if",    "im",  "in",   "into", "is",   "ist",   "it",    "its",  "la",   "las",  "le",
    "les",  "los",   "mit", "more", "my",   "no",   "not",   "of",    "on",   "one",  "or",   "our",
    "para", "por",   "s",   "than", "that", "the",  "then",  "these", "this", "to",   "un",   "und",
    "une",  "von",   "was", "we",   "what", "when", "where", "who",   "why",  "will", "with", "y"};
static_assert(std::ranges::is_sorted(kFunctionWords));

// Words that describe the page rather than its subject: variants, states, kinds.
constexpr std::array<std::string_view, 75> kLabels = {
    "amp",       "answered",     "archive",  "archived",     "breaking",  "cached",
    "closed",    "comment",      "comments", "copy",         "corrected", "correction",
    "deutsch",   "download",     "draft",    "druckansicht", "drucken",   "druckversion",
    "edit",      "edited",       "embed",    "english",      "exclusive", "final",
    "français",  "friendly",     "full",     "home",         "imprimer",  "imprimir",
    "latest",    "list",         "lite",     "live",         "mirror",    "mobil",
    "mobile",    "mobilversion", "new",      "news",         "offline",   "online",
    "opinion",   "original",     "page",     "pages",        "part",      "pdf",
    "photos",    "preview",      "price",    "print",        "printable", "printer",
    "read",      "redirected",   "seite",    "sid",          "solved",    "sort",
    "sponsored", "stable",       "stampa",   "text",         "update",    "updated",
    "version",   "video",        "view",     "watch",        "печать",    "印刷",
    "印刷用",    "打印",         "打印版"};
static_assert(std::ranges::is_sorted(kLabels));

// Months and days of the week, as in calendars.
constexpr std::array<std::string_view, 90> kDays = {
    "abril",      "agosto",     "août",     "apr",      "april",     "aug",       "august",
    "avril",      "dec",        "december", "dezember", "diciembre", "dienstag",  "dimanche",
    "domingo",    "donnerstag", "décembre", "enero",    "feb",       "febrero",   "februar",
    "february",   "freitag",    "fri",      "friday",   "février",   "jan",       "januar",
    "january",    "janvier",    "jeudi",    "jueves",   "juillet",   "juin",      "jul",
    "juli",       "julio",      "july",     "jun",      "june",      "juni",      "junio",
    "lundi",      "lunes",      "mai",      "mar",      "march",     "mardi",     "mars",
    "martes",     "marzo",      "may",      "mayo",     "mercredi",  "mittwoch",  "miércoles",
    "mon",        "monday",     "montag",   "märz",     "nov",       "november",  "novembre",
    "noviembre",  "oct",        "october",  "octobre",  "octubre",   "oktober",   "samedi",
    "samstag",    "sat",        "saturday", "sep",      "sept",      "september", "septembre",
    "septiembre", "sonntag",    "sun",      "sunday",   "sábado",    "thu",       "thursday",
    "tue",        "tuesday",    "vendredi", "viernes",  "wed",       "wednesday"};
static_assert(std::ranges::is_sorted(kDays));

bool is_label(std::string_view word) {
  return std::ranges::binary_search(kLabels, word) || std::ranges::binary_search(kDays, word);
}

bool is_function_word(std::string_view word) {
  return std::ranges::binary_search(kFunctionWords, word);
}

bool is_all_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

// True for parts of versions: 3, v2, 2rc1, rc1, dev0.
bool is_of_version(std::string_view word) {
  constexpr std::array<std::string_view, 9> kStages = {"rc",  "dev", "alpha", "beta", "post",
                                                       "pre", "a",   "b",     "x"};
  if (word.starts_with('v')) word.remove_prefix(1);
  const auto digits =
      static_cast<std::size_t>(std::ranges::find_if_not(word, is_digit) - word.begin());
  const bool has_digits = digits > 0;
  word.remove_prefix(digits);
  if (word.empty()) return has_digits;
  return std::ranges::any_of(kStages, [&](std::string_view stage) {
    // `x2` and `a1` alone are names.
    if (!word.starts_with(stage) || (!has_digits && stage.size() == 1)) return false;
    const std::string_view rest = word.substr(stage.size());
    return rest.empty() ? has_digits : is_all_digits(rest);
  });
}

// True for units of scripts without spaces, kana and ideographs; each of them is a unit.
bool is_of_run(std::string_view unit) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(unit[i]); };
  if (unit.size() < 3 || byte(0) < 0xe3) return false;
  if (byte(0) == 0xe3) return byte(1) >= 0x81;  // U+3040 and above
  return byte(0) <= 0xe9 || byte(0) == 0xf0;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_upper(c) || is_lower(c); }

// Counts capitals after a small letter or digit, and words after several capitals.
int humps(std::string_view word) {
  int found = 0;
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    const bool behind_small = (is_lower(word[i]) || is_digit(word[i])) && is_upper(word[i + 1]);
    const bool behind_capitals =
        i > 0 && is_upper(word[i - 1]) && is_upper(word[i]) && is_lower(word[i + 1]);
    if (behind_small || behind_capitals) ++found;
  }
  return found;
}

// True for SAXNotSupportedException, but not for iPhone or YouTube, which occur in headlines.
bool is_camel_case(std::string_view word) { return word.size() >= 8 && humps(word) >= 2; }

// True for snake_case, a::b, f() and a.b.c; false for U.S. and Node.js.
bool is_joined(std::string_view token) {
  int points = 0;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    const bool between_words = is_letter(token[i - 1]) && is_letter(token[i + 1]);
    if (token[i] == '_' && between_words) return true;
    if (token[i] == ':' && token[i + 1] == ':') return true;
    if (token[i] == '.' && between_words) ++points;
  }
  return points >= 2 || (token.size() > 1 && token.ends_with("()"));
}

// True if a unit that ends at `end` is in the last part of a joined token, like Some in a::b::Some.
bool is_in_last_part(std::string_view token, std::size_t end) {
  const std::string_view behind = token.substr(end, token.find('(') - end);
  return behind.find_first_of(".:") == std::string_view::npos;
}

// Returns the token of the source that contains a range of bytes.
std::string_view token_round(std::string_view source, std::size_t begin, std::size_t end) {
  const auto parts = [&](std::size_t i) {
    return source[i] == ' ' || (source[i] >= '\t' && source[i] <= '\r') || source[i] == '-' ||
           source[i] == '/';
  };
  while (begin > 0 && !parts(begin - 1)) --begin;
  while (end < source.size() && !parts(end)) ++end;
  return source.substr(begin, end - begin);
}

// The words of one source.
class SourceReader {
 public:
  SourceReader(std::string_view source, bool is_path, std::uint64_t seed)
      : source_(source.substr(0, limits::kTitleBytesMax)),
        is_path_(is_path),
        units_(split_units(source_, seed)) {
    if (units_.size() > kNameUnitsMax) units_.resize(kNameUnitsMax);
  }

  std::vector<NameWord> read() {
    for (std::size_t i = 0; i < units_.size();) i = take(i);
    return std::move(words_);
  }

 private:
  // Adds the word that begins at unit i, if it is one. Returns the unit after it.
  std::size_t take(std::size_t i) {
    if (is_of_run(units_[i].text)) {
      const std::size_t end = end_of(i, [](const Unit& unit) { return is_of_run(unit.text); });
      if (end - i > 1 && !is_label(joined(i, end))) add(i, end, "", false);
      return end;
    }
    if (is_all_digits(units_[i].text)) {
      const std::size_t end = end_of(i, [](const Unit& unit) { return is_all_digits(unit.text); });
      if (end - i > 1) add(i, end, ".", true);
      return end;
    }
    const std::string& word = units_[i].text;
    if (is_of_version(word) || is_label(word)) return i + 1;
    // In wait_for the second word is as good as the first.
    if (!is_function_word(word) ||
        is_joined(token_round(source_, units_[i].begin, units_[i].end))) {
      add(i, i + 1, "", false);
    }
    return i + 1;
  }

  // Returns the end of a run of such units with at most one character between two of them.
  std::size_t end_of(std::size_t i, const std::function<bool(const Unit&)>& belongs) const {
    ++i;
    while (i < units_.size() && belongs(units_[i]) && joins(units_[i - 1].end, units_[i].begin)) {
      ++i;
    }
    return i;
  }

  bool joins(std::size_t end, std::size_t begin) const {
    if (begin <= end) return true;
    const char c = source_[end];
    return begin - end == 1 && (c == '.' || c == '_' || c == '-');
  }

  [[nodiscard]] std::string joined(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) text += units_[i].text;
    return text;
  }

  void add(std::size_t begin, std::size_t end, std::string_view between, bool is_number) {
    NameWord word;
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin) word.text += between;
      word.text += units_[i].text;
      word.hashes.push_back(units_[i].hash);
    }
    word.is_number = is_number;
    const Unit& unit = units_[begin];
    // In paths the words of headlines are joined like identifiers.
    word.is_identifier = !is_number && word.hashes.size() == 1 &&
                         (is_camel_case(source_.substr(unit.begin, unit.end - unit.begin)) ||
                          (!is_path_ && is_joined(token_round(source_, unit.begin, unit.end))));
    word.is_proper = word.hashes.size() == 1 && !is_number && is_proper(unit);
    words_.push_back(std::move(word));
  }

  bool is_proper(const Unit& unit) const {
    const std::string_view written = source_.substr(unit.begin, unit.end - unit.begin);
    if (is_camel_case(written)) return true;
    if (is_path_) return written.size() >= 4 && humps(written) > 0;
    const std::string_view token = token_round(source_, unit.begin, unit.end);
    const auto end = static_cast<std::size_t>(written.data() + written.size() - token.data());
    return is_joined(token) && is_in_last_part(token, end);
  }

  std::string_view source_;
  bool is_path_;
  std::vector<Unit> units_;
  std::vector<NameWord> words_;
};

char hex_value(char c) {
  if (is_digit(c)) return static_cast<char>(c - '0');
  return static_cast<char>((c | 0x20) - 'a' + 10);
}

bool is_hex(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

// Lenient: a percent sign without two digits is unchanged (the service rejects it: serve/target.h).
std::string decoded(std::string_view text) {
  std::string read;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && text.size() - i > 2 && is_hex(text[i + 1]) && is_hex(text[i + 2])) {
      read += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      read += text[i] == '+' ? ' ' : text[i];
    }
  }
  return read;
}

// True if there was one.
bool drop_extension(std::string& part) {
  constexpr std::array<std::string_view, 11> kExtensions = {
      ".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".jsp", ".txt", ".md", ".rst", ".cgi"};
  for (const std::string_view extension : kExtensions) {
    if (part.size() <= extension.size()) continue;
    const std::string_view end = std::string_view(part).substr(part.size() - extension.size());
    const bool is_it = std::ranges::equal(
        end, extension, {}, [](char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; });
    if (is_it) {
      part.resize(part.size() - extension.size());
      return true;
    }
  }
  return false;
}

// Doxygen names the page of ns::Some classns_1_1Some; similarly for structs and others.
std::string without_compound(const std::string& part) {
  constexpr std::array<std::string_view, 7> kCompounds = {
      "class", "struct", "union", "interface", "namespace", "exception", "concept"};
  std::string_view rest = part;
  for (const std::string_view compound : kCompounds) {
    if (part.starts_with(compound)) rest.remove_prefix(compound.size());
    if (rest.size() < part.size()) break;
  }
  const bool is_one =
      rest.size() < part.size() && !rest.empty() &&
      (is_letter(rest.front()) || rest.front() == '_') &&
      (rest.find("_1_1") != std::string_view::npos || std::ranges::any_of(rest, is_upper));
  if (!is_one) return part;
  std::string name;
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t mark = std::min(rest.find("_1_1", at), rest.size());
    name += rest.substr(at, mark - at);
    if (mark < rest.size()) name += ' ';
    at = mark + 4;
  }
  return name;
}

std::string_view before(std::string_view text, std::string_view marks) {
  return text.substr(0, std::min(text.find_first_of(marks), text.size()));
}

}  // namespace

std::vector<NameWord> name_words(const NameSources& sources, std::uint64_t seed) {
  std::vector<NameWord> words;
  const auto add = [&](std::string_view source, bool is_path) {
    std::vector<std::string> seen;
    for (const NameWord& word : SourceReader(source, is_path, seed).read()) {
      if (std::ranges::find(seen, word.text) != seen.end()) continue;
      seen.push_back(word.text);
      auto known = std::ranges::find(words, word.text, &NameWord::text);
      if (known == words.end()) known = words.insert(words.end(), word);
      known->is_identifier = known->is_identifier || word.is_identifier;
      known->is_in_path = known->is_in_path || is_path;
      known->is_proper = known->is_proper || word.is_proper;
      ++known->sources;
    }
  };
  add(sources.title, false);
  add(sources.heading, false);
  add(sources.path, true);
  std::erase_if(words, [](const NameWord& word) {
    return word.is_number && !(word.is_in_path && word.sources > 1);
  });
  return words;
}

std::vector<std::vector<std::uint64_t>> headlines(std::string_view title, std::string_view heading,
                                                  std::uint64_t seed) {
  std::vector<std::vector<std::uint64_t>> lines;
  const auto add = [&](std::string_view text) {
    std::vector<std::uint64_t> units;
    std::size_t half_words = 0;
    for (const Unit& unit : split_units(text.substr(0, limits::kTitleBytesMax), seed)) {
      units.push_back(unit.hash);
      half_words += is_of_run(unit.text) ? 1 : 2;
    }
    const bool is_long = half_words >= 2 * kHeadlineWordsMin;
    if (!is_long || std::ranges::find(lines, units) != lines.end()) return;
    lines.push_back(std::move(units));
  };
  add(heading);
  add(title);
  for (std::string_view left = title.substr(0, limits::kTitleBytesMax); !left.empty();) {
    std::size_t end = left.size();
    std::size_t next = end;
    for (const std::string_view separator :
         {" - ", " | ", " – ", " — ", " :: ", " · ", " » ", ": "}) {
      const std::size_t at = left.find(separator);
      if (at < end) {
        end = at;
        next = at + separator.size();
      }
    }
    add(left.substr(0, end));
    left.remove_prefix(next);
  }
  return lines;
}

std::vector<std::uint64_t> name_hashes(std::string_view text, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  hash_units(text, seed, hashes);
  return hashes;
}

std::string last_path_part(std::string_view url_or_path) {
  std::string_view rest = url_or_path;
  const std::size_t scheme = rest.find("://");
  const bool is_url = scheme != std::string_view::npos;
  if (is_url) rest.remove_prefix(scheme + 3);
  std::string values;
  if (is_url) {
    rest = before(rest, "#");
    const std::size_t query = std::min(rest.find('?'), rest.size());
    for (std::string_view left = rest.substr(query, 3 * limits::kTitleBytesMax); left.size() > 1;) {
      left.remove_prefix(1);
      const std::string_view pair = before(left, "&;");
      const std::size_t equals = pair.find('=');
      if (equals != std::string_view::npos) {
        values += ' ';
        values += decoded(pair.substr(equals + 1));
      }
      left.remove_prefix(pair.size());
    }
    rest = rest.substr(0, query);
    // Without a slash there is only a host.
    const std::size_t slash = rest.find('/');
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  }
  while (rest.ends_with('/')) rest.remove_suffix(1);
  // Longer parts are cut before any processing: a percent escape takes three bytes.
  std::string part =
      decoded(rest.substr(rest.rfind('/') + 1).substr(0, 3 * limits::kTitleBytesMax));
  while (drop_extension(part)) {
  }
  part = without_compound(part);
  if (part == "index") part.clear();
  return part + values;
}

}  // namespace facsim
