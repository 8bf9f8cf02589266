// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/main_text.h"

#include <algorithm>
#include <optional>

#include "facsim/extract/judged_blocks_internal.h"
#include "facsim/extract/named_regions_internal.h"

namespace facsim {
namespace {

// A block of mostly links between running text is content if it has this many words outside its
// links, and less than this many hundredths of its characters are in links.
constexpr std::uint64_t kSentenceWordsMin = 5;
constexpr std::uint64_t kSentenceLinksMax = 80;
constexpr std::size_t kShortBlocksBeside = 3;
// Shares of text, in hundredths.
constexpr std::uint64_t kMainShareMin = 25;
constexpr std::uint64_t kWordsBesideMainMin = 100;  // of running text, not hundredths
constexpr std::uint64_t kArticleShareMin = 50;
constexpr std::uint64_t kRunningShareMin = 75;  // on a page that is not reference
constexpr std::uint64_t kBoxShareMin = 80;
constexpr std::uint64_t kTechnicalShareMin = 10;  // of words in code and definitions
constexpr std::uint64_t kReferenceShareMin = 33;  // of the words of a reference page
constexpr std::uint64_t kReferenceBoxShareMin = 95;
constexpr std::uint64_t kInnerBoxShareMin = 90;  // of <main> or <article>
constexpr std::uint32_t kNameWordsMax = 12;      // in a heading that is a name
constexpr std::size_t kTitleBytesRead = 512;     // of the page title
constexpr std::size_t kTitleBytesMin = 3;        // of a block that the page title contains

bool is_linked_sentence(const BlockSpan& block) {
  return 100 * std::uint64_t{block.link_chars} < kSentenceLinksMax * block.chars &&
         has_plain_words(block, kSentenceWordsMin);
}

// The region of a kind with the most running text, the smallest among equals, if it has the share.
std::optional<BlockRange> largest(const BlockText& page, RegionKind kind, BlockRange within,
                                  const WordSums& words, std::uint64_t share_min) {
  std::optional<BlockRange> best;
  std::uint64_t best_words = 0;
  for (const Region& region : page.regions) {
    const BlockRange range = range_of(region);
    if (region.kind != kind || !within.holds(range)) continue;
    const std::uint64_t count = words.in(range);
    const bool is_smaller = best && range.end - range.begin < best->end - best->begin;
    if (count > best_words || (count == best_words && is_smaller)) {
      best = range;
      best_words = count;
    }
  }
  if (best_words == 0 || 100 * best_words < share_min * words.in(within)) return std::nullopt;
  return best;
}

// The smallest element that contains the share of the running text.
std::optional<BlockRange> smallest_box(const BlockText& page, BlockRange within,
                                       const WordSums& words, std::uint64_t share_min) {
  const std::uint64_t total = words.in(within);
  std::optional<BlockRange> best;
  if (total == 0) return best;
  for (const Region& region : page.regions) {
    const BlockRange range = range_of(region);
    if (region.kind != RegionKind::box || !within.holds(range)) continue;
    const bool is_smaller = !best || range.end - range.begin < best->end - best->begin;
    if (is_smaller && 100 * words.in(range) >= share_min * total) best = range;
  }
  return best;
}

// Step 1: returns <main>, unless it has less than its share and much running text that no name
// marks as beside the content is outside of it: then the page was built incorrectly. Short chrome
// beside a short <main>, such as a help popup that a style sheet hides, does not replace it as the
// content.
std::optional<BlockRange> filled_main(const Judged& judged, BlockRange all) {
  const BlockText& page = judged.page;
  const bool has_main = std::ranges::any_of(
      page.regions, [](const Region& region) { return region.kind == RegionKind::main; });
  if (!has_main) return std::nullopt;
  const WordSums words(judged, Weight::plain);
  const auto main = largest(page, RegionKind::main, all, words, 0);
  if (!main) return main;
  Drops drops(page.blocks.size());
  for (const Region& region : page.regions) {
    if (is_named(region.kind) && !range_of(region).holds(*main)) drops.add(range_of(region));
  }
  std::vector<Dropped> drop(page.blocks.size(), Dropped::no);
  drops.apply(Dropped::extra, drop);
  const WordSums unmarked(judged, Weight::plain, drop);
  const std::uint64_t inside = words.in(*main);
  const std::uint64_t rest = unmarked.in(all)-unmarked.in(*main);
  if (100 * inside >= kMainShareMin * (inside + rest)) return main;
  const WordSums running(judged, Weight::running, drop);
  if (running.in(all)-running.in(*main) < kWordsBesideMainMin) return main;
  return std::nullopt;
}

// Step 4: true if most of the text is in pieces too short for running text, and the page is more
// than a page of links.
bool is_reference(const Judged& judged, BlockRange within) {
  std::uint64_t running = 0;
  std::uint64_t text = 0;
  std::uint64_t all = 0;
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (judged.dropped[i] != Dropped::no) continue;
    const std::uint64_t words = judged.page.blocks[i].words;
    all += words;
    text += judged.weights[i] >= Weight::text ? words : 0;
    running += judged.weights[i] >= Weight::running ? words : 0;
  }
  return 100 * running < kRunningShareMin * text && 100 * text >= kReferenceShareMin * all;
}

// True if code and definitions have a share of the words: a manual, in which the blocks before the
// text name its subject. Table cells do not count, since they may contain whole pages.
bool is_technical(const Judged& judged, BlockRange within) {
  std::uint64_t technical = 0;
  std::uint64_t all = 0;
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (judged.dropped[i] != Dropped::no || judged.weights[i] == Weight::any) continue;
    const BlockSpan& block = judged.page.blocks[i];
    all += block.words;
    const bool counts = (block.traits & (kTraitCode | kTraitDefinition)) != 0;
    technical += counts ? block.words : 0;
  }
  return technical != 0 && 100 * technical >= kTechnicalShareMin * all;
}

// True if the page title contains the text of the block, except for the sign of a link to itself.
bool is_in_title(std::string_view block, std::string_view title) {
  for (const std::string_view sign : {"\u00b6", "#", " "}) {
    if (block.ends_with(sign)) block.remove_suffix(sign.size());
  }
  if (block.size() < kTitleBytesMin || block.size() > title.size()) return false;
  return title.find(block) != title.npos;
}

// Returns the block before another that says what a page is about: the longest that the page title
// contains, else the last heading. If there is none, returns the other block.
std::size_t titling_block(const Judged& judged, BlockRange within, std::size_t before,
                          std::string_view title) {
  title = title.substr(0, kTitleBytesRead);
  std::optional<std::size_t> titled;
  std::optional<std::size_t> heading;
  for (std::size_t i = within.begin; i < before; ++i) {
    const BlockSpan& block = judged.page.blocks[i];
    if (judged.dropped[i] != Dropped::no || is_mostly_links(block)) continue;
    if ((block.traits & kTraitHeading) != 0) heading = i;
    if (!is_in_title(judged.page.text_of(block), title)) continue;
    if (!titled || block.chars >= judged.page.blocks[*titled].chars) titled = i;
  }
  return titled ? *titled : heading.value_or(before);
}

// Step 6 for one page: `box` contains the text and is inside `outer`.
class Filling {
 public:
  Filling(const Judged& judged, BlockRange outer, BlockRange box, Weight least)
      : judged_(&judged), least_(least), outer_(outer), box_(box) {
    first_ = box.begin;
    while (first_ < box.end && !is_kept_text(first_)) ++first_;
    last_ = box.end;
    while (last_ > first_ && !is_kept_text(last_ - 1)) --last_;  // one past it
    begin_ = first_ - std::min<std::size_t>(first_ - outer.begin, kShortBlocksBeside);
    end_ = std::min<std::size_t>(box.end, last_ + kShortBlocksBeside);
  }

  // For a manual: everything from the title of the page on is text.
  void begin_at_title(std::string_view title) {
    if (first_ == last_) return;
    const std::size_t at = titling_block(*judged_, outer_, first_, title);
    if (at < first_) begin_ = at;
    first_ = at;
  }

  [[nodiscard]] BlockReason reason_of(std::size_t i) const {
    const BlockSpan& block = judged_->page.blocks[i];
    switch (judged_->dropped[i]) {
      case Dropped::frame:
      case Dropped::notice:
        return BlockReason::aside;
      case Dropped::extra:
      case Dropped::comments:
        return BlockReason::extra;
      case Dropped::no:
        break;
    }
    if (!outer_.holds(i)) return BlockReason::outside;
    const bool is_inside = first_ <= i && i < last_;
    if (is_mostly_links(block) && !(is_inside && is_linked_sentence(block))) {
      return BlockReason::links;
    }
    if (is_inside)
      return judged_->weights[i] == Weight::running ? BlockReason::running : BlockReason::between;
    const bool is_near = first_ != last_ && begin_ <= i && i < end_;
    if (is_near && block.words < kRunningWordsMin && (box_.holds(i) || is_titling(block))) {
      return BlockReason::near_running;
    }
    return box_.holds(i) ? BlockReason::apart : BlockReason::outside;
  }

 private:
  [[nodiscard]] bool is_kept_text(std::size_t i) const {
    return judged_->dropped[i] == Dropped::no && judged_->weights[i] >= least_;
  }
  static bool is_titling(const BlockSpan& block) {
    return (block.traits & (kTraitHeading | kTraitItem | kTraitCell | kTraitCode)) != 0;
  }

  const Judged* judged_;
  Weight least_;  // the least weight of running text
  BlockRange outer_;
  BlockRange box_;
  std::size_t first_;  // of the running text; first_ == last_ if there is none
  std::size_t last_;   // one past the last of the running text
  std::size_t begin_;  // of the blocks beside the running text
  std::size_t end_;
};

// The kind of page, and the article that contains the text.
struct Held {
  bool is_list = false;
  std::optional<BlockRange> article;
};

Held held_by(const Judged& judged, BlockRange within) {
  const bool is_list = is_reference(judged, within);
  const WordSums words(judged, is_list ? Weight::text : Weight::running);
  return {is_list, largest(judged.page, RegionKind::article, within, words, kArticleShareMin)};
}

}  // namespace

std::vector<BlockReason> judge_blocks(const BlockText& page, const HeadSays& head) {
  Judged judged{page, weights_of(page), std::vector(page.blocks.size(), Dropped::no)};
  BlockRange outer{0, static_cast<std::uint32_t>(page.blocks.size())};
  const auto main = filled_main(judged, outer);
  if (main) outer = *main;
  drop_frames(judged, outer);
  drop_comments(judged, outer);
  drop_extras(judged, outer);
  Held held = held_by(judged, outer);
  if (keep_most(judged, held.article.value_or(outer))) held = held_by(judged, outer);
  const auto& [is_list, article] = held;
  const bool is_manual = is_list || head.is_manual || is_technical(judged, article.value_or(outer));
  const Weight least = is_list ? Weight::text : Weight::running;
  const WordSums words(judged, least);
  if (article) outer = *article;
  const std::uint64_t share_min = is_manual         ? kReferenceBoxShareMin
                                  : main || article ? kInnerBoxShareMin
                                                    : kBoxShareMin;
  const BlockRange box = smallest_box(page, outer, words, share_min).value_or(outer);

  Filling filling(judged, outer, box, least);
  if (is_manual) filling.begin_at_title(head.title);
  std::vector<BlockReason> reasons(page.blocks.size());
  for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] = filling.reason_of(i);
  return reasons;
}

namespace {

// The texts of the wanted blocks, by number, joined by '\n'.
template <class Wanted>
std::string joined(const BlockText& page, std::size_t blocks, const Wanted& is_wanted) {
  std::string text;
  for (std::size_t i = 0; i < blocks; ++i) {
    if (!is_wanted(i)) continue;
    std::size_t last = i;  // blocks in a row are joined by '\n' already
    while (last + 1 < blocks && is_wanted(last + 1)) ++last;
    if (!text.empty()) text.push_back('\n');
    text.append(page.text, page.blocks[i].begin, page.blocks[last].end - page.blocks[i].begin);
    i = last;
  }
  return text;
}

}  // namespace

std::size_t first_heading(const BlockText& page, std::span<const BlockReason> reasons) {
  std::size_t first = page.blocks.size();
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    const BlockSpan& block = page.blocks[i];
    const bool is_heading =
        (block.traits & kTraitHeading) != 0 && block.words > 0 && block.words <= kNameWordsMax;
    if (!is_heading) continue;
    if (is_main(reasons[i])) return i;
    first = std::min(first, i);
  }
  return first;
}

std::string join_main(const BlockText& page, std::span<const BlockReason> reasons) {
  return joined(page, reasons.size(), [&](std::size_t i) { return is_main(reasons[i]); });
}

std::string join_named(const BlockText& page, std::span<const BlockReason> reasons) {
  const std::vector<bool> chrome = chrome_of(page);
  return joined(page, reasons.size(), [&](std::size_t i) {
    return !is_main(reasons[i]) && !is_mostly_links(page.blocks[i]) && !chrome[i];
  });
}

}  // namespace facsim
