// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/main_text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace facsim {
namespace {

constexpr std::uint64_t kRunningWordsMin = 10;
// Longer ones are paragraphs that somebody wanted large.
constexpr std::uint32_t kHeadingWordsMax = 30;
// A block of mostly links stays between running text if it says so many words itself, and less than
// so many hundredths of its characters are in links.
constexpr std::uint64_t kSentenceWordsMin = 5;
constexpr std::uint64_t kSentenceLinksMax = 80;
constexpr std::size_t kShortBlocksBeside = 3;
constexpr std::uint64_t kWordsBeforeComments = 50;
// Shares of text, in hundredths.
constexpr std::uint64_t kMainShareMin = 25;
constexpr std::uint64_t kWordsBesideMainMin = 100;  // of running text, not hundredths
constexpr std::uint64_t kArticleShareMin = 50;
constexpr std::uint64_t kFrameShareMax = 90;  // of all words of the page, those in links too
constexpr std::array<std::uint64_t, 2> kExtraSharesMax = {75, 50};
constexpr std::uint64_t kLeftShareMin = 10;     // when extras are dropped
constexpr std::uint64_t kRunningShareMin = 75;  // of a page that is not reference
constexpr std::uint64_t kBoxShareMin = 80;
constexpr std::uint64_t kTechnicalShareMin = 10;  // of words in code and definitions
constexpr std::uint64_t kReferenceShareMin = 33;  // of the words of a page that is reference
constexpr std::uint64_t kReferenceBoxShareMin = 95;
constexpr std::uint64_t kInnerBoxShareMin = 90;  // of <main> or <article>
// What names take away is given back if it has so many words, and more than what they leave.
constexpr std::uint64_t kNamedWordsMin = 100;
constexpr std::uint32_t kTeasersMin = 2;   // articles in a region, beyond its first block
constexpr std::size_t kTitleBytesMin = 3;  // of a block that the page's title has in it

// Code is no menu, however much of it is linked.
bool is_mostly_links(const BlockSpan& block) {
  return (block.traits & kTraitCode) == 0 && 2 * block.link_chars >= block.chars;
}

// Whether the block has so many words outside its links, if these have words of the same length.
bool has_plain_words(const BlockSpan& block, std::uint64_t words_min) {
  const std::uint64_t plain_chars = block.chars - block.link_chars;
  return block.words * plain_chars >= words_min * std::uint64_t{block.chars};
}

bool is_caption(const BlockSpan& block) {
  return (block.traits & (kTraitFigure | kTraitCell | kTraitCode)) == kTraitFigure;
}

// Headings announce text: they do not say where it begins or ends.
bool may_be_text(const BlockSpan& block) {
  const bool is_heading = (block.traits & kTraitHeading) != 0 && block.words <= kHeadingWordsMax;
  return !is_heading && !is_mostly_links(block);
}

// Captions stand beside the text, unless the page has more of them than of any other.
bool are_captions_text(const BlockText& page) {
  std::uint64_t captions = 0;
  std::uint64_t others = 0;
  for (const BlockSpan& block : page.blocks) {
    if (may_be_text(block)) (is_caption(block) ? captions : others) += block.words;
  }
  return captions >= kNamedWordsMin && captions > others;
}

bool is_linked_sentence(const BlockSpan& block) {
  return 100 * std::uint64_t{block.link_chars} < kSentenceLinksMax * block.chars &&
         has_plain_words(block, kSentenceWordsMin);
}

// What a block counts as; each is also all that stand before it.
enum class Weight : std::uint8_t { any, plain, text, running };

// The weights of a page's blocks: asked many times.
std::vector<Weight> weights_of(const BlockText& page) {
  const bool with_captions = are_captions_text(page);
  std::vector<Weight> weights;
  weights.reserve(page.blocks.size());
  for (const BlockSpan& block : page.blocks) {
    const bool is_text = may_be_text(block) && (with_captions || !is_caption(block));
    const bool is_running = is_text && has_plain_words(block, kRunningWordsMin);
    weights.push_back(is_running                ? Weight::running
                      : is_text                 ? Weight::text
                      : !is_mostly_links(block) ? Weight::plain
                                                : Weight::any);
  }
  return weights;
}

enum class Dropped : std::uint8_t { no, frame, notice, extra, comments };

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool is_empty() const { return begin >= end; }
  [[nodiscard]] bool holds(std::size_t block) const { return begin <= block && block < end; }
  [[nodiscard]] bool holds(Range other) const { return begin <= other.begin && other.end <= end; }
  [[nodiscard]] Range cut_to(Range other) const {
    return {std::max(begin, other.begin), std::min(end, other.end)};
  }
};

// Kinds of which a name says that they are not the content.
bool is_named(RegionKind kind) {
  return kind == RegionKind::frame || kind == RegionKind::notice || kind == RegionKind::extra ||
         kind == RegionKind::comments;
}

Range range_of(const Region& region) { return {region.block_begin, region.block_end}; }

// A page and what is known of its blocks.
struct Judged {
  const BlockText& page;
  std::vector<Weight> weights;
  std::vector<Dropped> dropped;
};

// Sums of the words of blocks of a weight that are not dropped, over ranges.
class Words {
 public:
  Words(const Judged& judged, Weight least) : Words(judged, least, judged.dropped) {}
  Words(const Judged& judged, Weight least, const std::vector<Dropped>& dropped)
      : sums_(dropped.size() + 1, 0) {
    for (std::size_t i = 0; i < dropped.size(); ++i) {
      const bool counts = dropped[i] == Dropped::no && judged.weights[i] >= least;
      sums_[i + 1] = sums_[i] + (counts ? judged.page.blocks[i].words : 0);
    }
  }
  [[nodiscard]] std::uint64_t in(Range range) const {
    return range.is_empty() ? 0 : sums_[range.end] - sums_[range.begin];
  }

 private:
  std::vector<std::uint64_t> sums_;
};

// Drops the blocks of ranges, all at once. Of several reasons the first counts, but comments are
// comments in a footer too.
class Drops {
 public:
  explicit Drops(std::size_t blocks) : steps_(blocks + 1, 0) {}
  void add(Range range) {
    if (range.is_empty()) return;
    ++steps_[range.begin];
    --steps_[range.end];
  }
  void apply(Dropped why, std::vector<Dropped>& dropped) const {
    std::int32_t open = 0;
    for (std::size_t i = 0; i < dropped.size(); ++i) {
      open += steps_[i];
      if (open > 0 && (dropped[i] == Dropped::no || why == Dropped::comments)) dropped[i] = why;
    }
  }

 private:
  std::vector<std::int32_t> steps_;
};

// The region of a kind with the most running text, of equals the smallest, if it has the share.
std::optional<Range> largest(const BlockText& page, RegionKind kind, Range within,
                             const Words& words, std::uint64_t share_min) {
  std::optional<Range> best;
  std::uint64_t best_words = 0;
  for (const Region& region : page.regions) {
    const Range range = range_of(region);
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

// The smallest element that holds the share of the running text.
std::optional<Range> smallest_box(const BlockText& page, Range within, const Words& words,
                                  std::uint64_t share_min) {
  const std::uint64_t total = words.in(within);
  std::optional<Range> best;
  if (total == 0) return best;
  for (const Region& region : page.regions) {
    const Range range = range_of(region);
    if (region.kind != RegionKind::box || !within.holds(range)) continue;
    const bool is_smaller = !best || range.end - range.begin < best->end - best->begin;
    if (is_smaller && 100 * words.in(range) >= share_min * total) best = range;
  }
  return best;
}

// Step 1: <main>, unless much running text stands outside it, which nothing marks as beside the
// content, and it has less than its share: then the page was built wrongly. What short chrome
// stands beside a short <main>, such as a help popup that a style sheet hides, is not the content
// instead.
std::optional<Range> filled_main(const Judged& judged, Range all) {
  const BlockText& page = judged.page;
  const bool has_main = std::ranges::any_of(
      page.regions, [](const Region& region) { return region.kind == RegionKind::main; });
  if (!has_main) return std::nullopt;
  const Words words(judged, Weight::plain);
  const auto main = largest(page, RegionKind::main, all, words, 0);
  if (!main) return main;
  Drops drops(page.blocks.size());
  for (const Region& region : page.regions) {
    if (is_named(region.kind) && !range_of(region).holds(*main)) drops.add(range_of(region));
  }
  std::vector<Dropped> drop(page.blocks.size(), Dropped::no);
  drops.apply(Dropped::extra, drop);
  const Words unmarked(judged, Weight::plain, drop);
  const std::uint64_t inside = words.in(*main);
  const std::uint64_t rest = unmarked.in(all)-unmarked.in(*main);
  if (100 * inside >= kMainShareMin * (inside + rest)) return main;
  const Words running(judged, Weight::running, drop);
  if (running.in(all)-running.in(*main) < kWordsBesideMainMin) return main;
  return std::nullopt;
}

// Step 2: frames, but those that hold nearly the whole page.
void drop_frames(Judged& judged, Range within) {
  const Words words(judged, Weight::any);
  Drops frames(judged.dropped.size());
  Drops notices(judged.dropped.size());
  for (const Region& region : judged.page.regions) {
    if (region.kind != RegionKind::frame && region.kind != RegionKind::notice) continue;
    const Range range = range_of(region).cut_to(within);
    if (100 * words.in(range) > kFrameShareMax * words.in(within)) continue;
    (region.kind == RegionKind::frame ? frames : notices).add(range);
  }
  notices.apply(Dropped::notice, judged.dropped);
  frames.apply(Dropped::frame, judged.dropped);
}

// Also step 2: comments behind a text, which may well be longer.
void drop_comments(Judged& judged, Range within) {
  const Words words(judged, Weight::running);
  Drops drops(judged.dropped.size());
  for (const Region& region : judged.page.regions) {
    const Range range = range_of(region).cut_to(within);
    if (region.kind != RegionKind::comments || range.is_empty()) continue;
    if (words.in({within.begin, range.begin}) >= kWordsBeforeComments) drops.add(range);
  }
  drops.apply(Dropped::comments, judged.dropped);
}

// Step 3: extras, as far as enough is left without them.
void drop_extras(Judged& judged, Range within) {
  const Words words(judged, Weight::text);
  for (const std::uint64_t share_max : kExtraSharesMax) {
    Drops drops(judged.dropped.size());
    for (const Region& region : judged.page.regions) {
      if (region.kind != RegionKind::extra && region.kind != RegionKind::comments) continue;
      const Range range = range_of(region).cut_to(within);
      if (100 * words.in(range) <= share_max * words.in(within)) drops.add(range);
    }
    std::vector<Dropped> more = judged.dropped;
    drops.apply(Dropped::extra, more);
    const std::uint64_t left = Words(judged, Weight::text, more).in(within);
    if (100 * left < kLeftShareMin * words.in(within)) continue;
    judged.dropped = std::move(more);
    return;
  }
}

// Step 4: whether the text is mostly in pieces too short for running text, and is more than a page
// of links.
bool is_reference(const Judged& judged, Range within) {
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

// Whether a region leads to other pages: half of it is in links, or it holds several articles.
class Leads {
 public:
  explicit Leads(const BlockText& page)
      : link_sums_(page.blocks.size() + 1), articles_(page.blocks.size() + 1) {
    for (const Region& region : page.regions) {
      if (region.kind == RegionKind::article) ++articles_[region.block_begin];
    }
    for (std::size_t i = 0; i < page.blocks.size(); ++i) {
      const BlockSpan& block = page.blocks[i];
      link_sums_[i + 1] =
          link_sums_[i] + 2 * std::int64_t{block.link_chars} - std::int64_t{block.chars};
      articles_[i + 1] += articles_[i];
    }
  }
  [[nodiscard]] bool are(Range range) const {
    if (link_sums_[range.end] >= link_sums_[range.begin]) return true;
    return articles_[range.end - 1] - articles_[range.begin] >= kTeasersMin;
  }

 private:
  std::vector<std::int64_t> link_sums_;  // characters in links less those outside
  std::vector<std::uint32_t> articles_;  // that begin up to a block
};

// Step 4: gives back what names took away, if that is most of what the page says. Not comments
// behind a text, cookie banners, and what leads to other pages. True if it did.
bool keep_most(Judged& judged, Range within) {
  const Leads leads(judged.page);
  Drops kept(judged.dropped.size());
  Drops gone(judged.dropped.size());
  for (const Region& region : judged.page.regions) {
    const Range range = range_of(region).cut_to(within);
    if (!is_named(region.kind) || range.is_empty()) continue;
    const bool is_gone = region.kind == RegionKind::notice || leads.are(range);
    (is_gone ? gone : kept).add(range);
  }
  std::vector<Dropped> marks(judged.dropped.size(), Dropped::no);
  gone.apply(Dropped::notice, marks);
  kept.apply(Dropped::extra, marks);
  std::uint64_t left = 0;
  std::uint64_t taken = 0;
  const auto may_return = [&](std::size_t i) {
    return (judged.dropped[i] == Dropped::frame || judged.dropped[i] == Dropped::extra) &&
           marks[i] == Dropped::extra;
  };
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (judged.weights[i] < Weight::text) continue;
    const std::uint64_t words = judged.page.blocks[i].words;
    if (judged.dropped[i] == Dropped::no) left += words;
    if (may_return(i)) taken += words;
  }
  if (taken < kNamedWordsMin || taken <= left) return false;
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (may_return(i)) judged.dropped[i] = Dropped::no;
  }
  return true;
}

// Whether code and definitions have a share of the words: a manual, in which what stands before the
// text says what it is about. Not table cells, in which whole pages stand.
bool is_technical(const Judged& judged, Range within) {
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

// Whether a block is what the title of the page calls it, but for the sign of a link to itself.
bool is_in_title(std::string_view block, std::string_view title) {
  for (const std::string_view sign : {"\u00b6", "#", " "}) {
    if (block.ends_with(sign)) block.remove_suffix(sign.size());
  }
  return block.size() >= kTitleBytesMin && title.find(block) != title.npos;
}

// The block before another that says what a page is: the longest that its title has in it, else the
// last heading. Without one the other.
std::size_t titling_block(const Judged& judged, Range within, std::size_t before,
                          std::string_view title) {
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

// Step 6 for one page: `box` holds the text and stands in `outer`.
class Filling {
 public:
  Filling(const Judged& judged, Range outer, Range box, Weight least)
      : judged_(&judged), least_(least), outer_(outer), box_(box) {
    first_ = box.begin;
    while (first_ < box.end && !is_kept_text(first_)) ++first_;
    last_ = box.end;
    while (last_ > first_ && !is_kept_text(last_ - 1)) --last_;  // one past it
    begin_ = first_ - std::min<std::size_t>(first_ - outer.begin, kShortBlocksBeside);
    end_ = std::min<std::size_t>(box.end, last_ + kShortBlocksBeside);
  }

  // Of a manual: what stands from the title of the page on is text.
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
  Weight least_;  // of what counts as running text
  Range outer_;
  Range box_;
  std::size_t first_;  // of the running text; first_ == last_ where there is none
  std::size_t last_;   // one past its last
  std::size_t begin_;  // of what stands beside it
  std::size_t end_;
};

// What holds the text.
struct Held {
  bool is_list = false;
  std::optional<Range> article;
};

Held held_by(const Judged& judged, Range within) {
  const bool is_list = is_reference(judged, within);
  const Words words(judged, is_list ? Weight::text : Weight::running);
  return {is_list, largest(judged.page, RegionKind::article, within, words, kArticleShareMin)};
}

}  // namespace

std::vector<BlockReason> judge_blocks(const BlockText& page, const HeadSays& head) {
  Judged judged{page, weights_of(page), std::vector(page.blocks.size(), Dropped::no)};
  Range outer{0, static_cast<std::uint32_t>(page.blocks.size())};
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
  const Words words(judged, least);
  if (article) outer = *article;
  const std::uint64_t share_min = is_manual         ? kReferenceBoxShareMin
                                  : main || article ? kInnerBoxShareMin
                                                    : kBoxShareMin;
  const Range box = smallest_box(page, outer, words, share_min).value_or(outer);

  Filling filling(judged, outer, box, least);
  if (is_manual) filling.begin_at_title(head.title);
  std::vector<BlockReason> reasons(page.blocks.size());
  for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] = filling.reason_of(i);
  return reasons;
}

namespace {

// The texts of the blocks that are wanted, by number, joined by '\n'.
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

std::string join_main(const BlockText& page, std::span<const BlockReason> reasons) {
  return joined(page, reasons.size(), [&](std::size_t i) { return is_main(reasons[i]); });
}

std::string join_named(const BlockText& page, std::span<const BlockReason> reasons) {
  return joined(page, reasons.size(), [&](std::size_t i) {
    return !is_main(reasons[i]) && !is_mostly_links(page.blocks[i]);
  });
}

}  // namespace facsim
