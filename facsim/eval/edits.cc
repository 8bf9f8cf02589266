// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/edits.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/base/utf.h"
#include "facsim/eval/edit_words_internal.h"
#include "facsim/extract/markup.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

constexpr int kDegreeSteps = 12;  // of 5 percent: 0 .. 60
constexpr std::size_t kMenuWords = 12;
constexpr std::size_t kFrameWords = 15;  // of a wrapper's header, and of its footer

// The changes to the slots of a page.
class Change {
 public:
  explicit Change(const EditablePage& page) : page_(page), words_(page.slots.size()) {}

  void replace(std::size_t slot, std::string word) { words_[slot] = std::move(word); }
  void cut(std::size_t slot) { words_[slot] = std::string(); }
  // Inserts text before a slot; if `slot` is the number of slots, after the last.
  void insert(std::size_t slot, std::string text) {
    insertions_.emplace_back(slot, std::move(text));
  }

  [[nodiscard]] std::string apply() const {
    std::string out;
    std::size_t at = 0;
    auto insertion = insertions_.begin();
    for (std::size_t i = 0; i <= page_.slots.size(); ++i) {
      const bool is_end = i == page_.slots.size();
      const std::size_t here = is_end ? page_.slots.back().end : page_.slots[i].begin;
      if (here > at) out.append(page_.source, at, here - at);
      at = std::max(at, here);
      for (; insertion != insertions_.end() && insertion->first == i; ++insertion) {
        out += ' ' + insertion->second + ' ';
      }
      if (is_end || !words_[i]) continue;
      out += words_[i]->empty() ? " " : *words_[i];
      at = words_[i]->empty() ? behind(i) : page_.slots[i].end;
    }
    return out.append(page_.source, at);
  }

 private:
  // A removed unit takes along the separator before the next unit of its segment.
  [[nodiscard]] std::size_t behind(std::size_t slot) const {
    const bool same =
        slot + 1 < page_.slots.size() && page_.slots[slot + 1].segment == page_.slots[slot].segment;
    return same ? page_.slots[slot + 1].begin : page_.slots[slot].end;
  }

  const EditablePage& page_;
  std::vector<std::optional<std::string>> words_;  // empty: cut
  std::vector<std::pair<std::size_t, std::string>> insertions_;
};

// Makes the edits of one page.
class Editor {
 public:
  Editor(const EditablePage& page, const EditablePage* partner, std::uint64_t seed)
      : page_(page), partner_(partner), words_(page, partner), seed_(seed) {}

  std::vector<PageEdit> all() {
    for (int step = 0; step <= kDegreeSteps; ++step) scattered(step / 20.0);
    for (int step = 0; step <= kDegreeSteps; ++step) block(step / 20.0);
    date();
    for (const double degree : {0.1, 0.3}) inserted(degree);
    for (const double degree : {0.1, 0.3}) deleted(degree);
    for (const double degree : {0.1, 0.3}) reordered(degree);
    for (const double degree : {0.2, 0.5}) truncated(degree);
    menu();
    wrapped();
    embedded();
    return std::move(edits_);
  }

 private:
  [[nodiscard]] std::size_t slots() const { return page_.slots.size(); }
  [[nodiscard]] std::size_t draw(std::uint64_t salt, std::size_t below) const {
    return below == 0 ? 0 : static_cast<std::size_t>(combine(seed_, salt) % below);
  }
  // Returns the number of units for a degree; std::nullopt if fewer can be edited.
  [[nodiscard]] std::optional<std::size_t> count_of(double degree) const {
    const auto count =
        static_cast<std::size_t>(std::llround(degree * static_cast<double>(page_.units)));
    if (count > slots()) return std::nullopt;
    return count;
  }
  [[nodiscard]] double share(std::size_t left, std::size_t longer) const {
    return static_cast<double>(left) / static_cast<double>(longer);
  }
  void add(const char* name, double degree, double unedited, std::string source) {
    edits_.push_back({name, degree, unedited, page_.format, std::move(source)});
  }
  // Adds an edit made of changes to slots; it is left out if its units are not the intended ones.
  void add(const char* name, double degree, double unedited, const Change& change,
           std::size_t units) {
    std::string source = change.apply();
    if (page_.format == PageFormat::text) {
      std::vector<std::uint64_t> hashes;
      hash_units(source, 0, hashes);
      if (hashes.size() != units) return;
    }
    add(name, degree, unedited, std::move(source));
  }

  void replace(Change& change, std::size_t slot) {
    change.replace(slot, words_.fresh(page_.slots[slot].alone, combine(seed_, slot)));
  }

  void scattered(double degree) {
    const auto count = count_of(degree);
    if (!count) return;
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < slots(); ++i) order.emplace_back(combine(seed_ + 1, i), i);
    std::sort(order.begin(), order.end());
    Change change(page_);
    for (std::size_t i = 0; i < *count; ++i) replace(change, order[i].second);
    add("scattered", degree, share(page_.units - *count, page_.units), change, page_.units);
  }

  void block(double degree) {
    const auto count = count_of(degree);
    if (!count) return;
    const std::size_t begin = draw(2, slots() - *count + 1);
    Change change(page_);
    for (std::size_t i = begin; i < begin + *count; ++i) replace(change, i);
    add("block", degree, share(page_.units - *count, page_.units), change, page_.units);
  }

  // Changes the first year and the numbers beside it; without one, adds a line with a date.
  void date() {
    Change change(page_);
    const auto digits = [&](std::size_t slot) {
      const EditSlot& at = page_.slots[slot];
      const std::string_view word(page_.source.data() + at.begin, at.end - at.begin);
      const bool all =
          std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
      return all ? word.size() : std::size_t{0};
    };
    std::size_t changed = 0;
    for (std::size_t i = 0; i < slots() && changed == 0; ++i) {
      const char* first = page_.source.data() + page_.slots[i].begin;
      if (digits(i) != 4 || (*first != '1' && *first != '2')) continue;
      const std::size_t begin = i >= 2 ? i - 2 : 0;
      for (std::size_t j = begin; j < std::min(slots(), i + 3); ++j) {
        const std::size_t length = digits(j);
        if (j != i && (length == 0 || length > 2)) continue;
        change.replace(j, words_.number(length, combine(seed_ + 3, j)));
        ++changed;
      }
    }
    if (changed > 0) {
      add("date", 0, share(page_.units - changed, page_.units), change, page_.units);
      return;
    }
    change.insert(0, words_.number(4, seed_) + "-" + words_.number(2, seed_ + 1) + "-" +
                         words_.number(2, seed_ + 2));
    add("date", 0, share(page_.units, page_.units + 3), change, page_.units + 3);
  }

  void inserted(double degree) {
    const auto count = count_of(degree);
    if (!count) return;
    Change change(page_);
    change.insert(draw(4, slots()), words_.passage(*count, seed_ + 4));
    const std::size_t units = page_.units + *count;
    add("inserted", degree, share(page_.units, units), change, units);
  }

  void deleted(double degree) {
    const auto count = count_of(degree);
    if (!count || *count == slots()) return;
    const std::size_t begin = draw(5, slots() - *count + 1);
    Change change(page_);
    for (std::size_t i = begin; i < begin + *count; ++i) change.cut(i);
    const std::size_t units = page_.units - *count;
    add("deleted", degree, share(units, page_.units), change, units);
  }

  // Finds `length` consecutive slots without other units between them, from a random place on.
  [[nodiscard]] std::optional<std::size_t> stretch(std::size_t length, std::uint64_t salt) const {
    if (length > slots()) return std::nullopt;
    const std::size_t places = slots() - length + 1;
    const std::size_t drawn = draw(salt, places);
    for (std::size_t step = 0; step < places; ++step) {
      const std::size_t begin = (drawn + step) % places;
      if (page_.slots[begin + length - 1].place - page_.slots[begin].place == length - 1) {
        return begin;
      }
    }
    return std::nullopt;
  }

  // Swaps a block with the longer block after it.
  void reordered(double degree) {
    const auto count = count_of(degree);
    if (!count) return;
    const std::size_t behind = *count + 1;
    const auto found = stretch(*count + behind, 6);
    if (!found) return;
    const std::size_t begin = *found;
    std::vector<std::string> texts;
    for (std::size_t i = begin; i < begin + *count + behind; ++i) {
      const EditSlot& at = page_.slots[i];
      texts.emplace_back(page_.source, at.begin, at.end - at.begin);
    }
    std::rotate(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(*count), texts.end());
    Change change(page_);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      // Words that replace ideographs need a space to remain separate.
      const bool moves_alone = page_.slots[begin + i].alone;
      change.replace(begin + i, moves_alone ? " " + texts[i] + " " : texts[i]);
    }
    add("reordered", degree, share(page_.units - *count, page_.units), change, page_.units);
  }

  void truncated(double degree) {
    const auto count = count_of(degree);
    if (!count || *count == slots()) return;
    Change change(page_);
    for (std::size_t i = slots() - *count; i < slots(); ++i) change.cut(i);
    const std::size_t units = page_.units - *count;
    add("truncated", degree, share(units, page_.units), change, units);
  }

  void menu() {
    if (page_.format == PageFormat::html) {
      add("menu", 0, 1, with_other_menu(page_.source, words_, seed_ + 7));
      return;
    }
    Change change(page_);
    change.insert(0, words_.passage(kMenuWords, seed_ + 7) + "\n");
    const std::size_t units = page_.units + kMenuWords;
    add("menu", 0, share(page_.units, units), change, units);
  }

  void wrapped() {
    if (page_.format == PageFormat::html) {
      add("wrapped", 0, 1, in_other_template(page_.source, words_, seed_ + 8));
      return;
    }
    Change change(page_);
    change.insert(0, words_.passage(kFrameWords, seed_ + 8) + "\n");
    change.insert(slots(), "\n" + words_.passage(kFrameWords, seed_ + 9));
    const std::size_t units = page_.units + 2 * kFrameWords;
    add("wrapped", 0, share(page_.units, units), change, units);
  }

  void embedded() {
    if (partner_ == nullptr || partner_->format != page_.format) return;
    const std::size_t units = page_.units + partner_->units;
    const double unedited = share(page_.units, units);
    if (page_.format == PageFormat::html) {
      const auto source = embedded_in(page_.source, partner_->source);
      if (source) add("embedded", 0, unedited, *source);
      return;
    }
    Change change(*partner_);
    change.insert(partner_->slots.size() / 2, "\n" + page_.source + "\n");
    add("embedded", 0, unedited, change, units);
  }

  const EditablePage& page_;
  const EditablePage* partner_;
  EditWords words_;
  std::uint64_t seed_;
  std::vector<PageEdit> edits_;
};

std::vector<EditSlot> slots_of(std::string_view text, std::size_t begin, std::uint32_t segment) {
  std::vector<EditSlot> slots;
  const std::vector<Unit> units = split_units(text);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Unit& unit = units[i];
    // Several units of one character cannot be edited separately in the bytes.
    const bool shares = (i > 0 && units[i - 1].end > unit.begin) ||
                        (i + 1 < units.size() && units[i + 1].begin < unit.end);
    if (shares) continue;
    slots.push_back({.begin = begin + unit.begin,
                     .end = begin + unit.end,
                     .hash = unit.hash,
                     .place = static_cast<std::uint32_t>(i),
                     .segment = segment,
                     .alone = stands_alone(unit.text)});
  }
  return slots;
}

// Replaces &amp; &nbsp; and the like by blanks, because their names would be taken for words. Words
// that contain one then differ from those of the main text, and their segment is not found there.
std::string without_references(std::string text) {
  constexpr std::size_t kNameMax = 10;
  for (std::size_t at = 0; (at = text.find('&', at)) != std::string::npos; ++at) {
    const std::size_t end = text.find(';', at);
    if (end == std::string::npos) break;
    if (end - at <= kNameMax) std::fill(&text[at], &text[end] + 1, ' ');
  }
  return text;
}

// Returns the slots of the segments that form the main text, in its order.
std::vector<EditSlot> slots_in_html(const std::string& html,
                                    const std::vector<std::uint64_t>& units) {
  constexpr std::size_t kAheadMax =
      40;  // units between a short segment and the one before, at most
  constexpr std::size_t kLongSegment = 8;  // units; longer segments are found at any distance
  std::vector<EditSlot> slots;
  std::size_t cursor = 0;
  std::uint32_t number = 0;
  for (const auto& [begin, end] : text_segments(html)) {
    const std::string text = without_references(html.substr(begin, end - begin));
    std::vector<EditSlot> segment = slots_of(text, begin, number++);
    if (segment.empty()) continue;
    const auto from = units.begin() + static_cast<std::ptrdiff_t>(cursor);
    const std::size_t ahead = segment.size() >= kLongSegment
                                  ? units.size() - cursor
                                  : std::min(units.size() - cursor, kAheadMax + segment.size());
    const auto to = from + static_cast<std::ptrdiff_t>(ahead);
    const auto found =
        std::search(from, to, segment.begin(), segment.end(),
                    [](std::uint64_t unit, const EditSlot& slot) { return unit == slot.hash; });
    if (found == to) continue;
    cursor = static_cast<std::size_t>(found - units.begin());
    for (EditSlot& slot : segment) slot.place = static_cast<std::uint32_t>(cursor++);
    slots.insert(slots.end(), segment.begin(), segment.end());
  }
  return slots;
}

}  // namespace

std::optional<EditablePage> editable(const Page& page, PageAnalyzer& analyzer) {
  (void)analyzer.analyze(page);
  EditablePage result;
  result.hashes = analyzer.units();
  result.units = result.hashes.size();
  if (result.units < kEditableUnitsMin) return std::nullopt;
  if (page.format == PageFormat::html && analyzer.document().has_markup &&
      (page.is_unicode || is_utf8(page.bytes))) {
    result.format = PageFormat::html;
    // The edited page is written as a member "html".
    result.source = std::string(markup_prefix(page, page.bytes)) + page.bytes;
    result.slots = slots_in_html(result.source, analyzer.units());
    // Most of the text must be editable, otherwise degrees up to .6 are impossible.
    if (result.slots.size() * 4 >= result.units * 3) return result;
  }
  result.format = PageFormat::text;
  result.source = std::string(analyzer.text());
  result.slots = slots_of(result.source, 0, 0);
  if (result.slots.size() < kEditableUnitsMin) return std::nullopt;
  return result;
}

std::vector<PageEdit> edits_of(const EditablePage& page, const EditablePage* partner,
                               std::uint64_t seed) {
  return Editor(page, partner, seed).all();
}

}  // namespace facsim
