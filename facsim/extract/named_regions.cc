// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/named_regions_internal.h"

#include <array>
#include <string_view>

namespace facsim {
namespace {

constexpr std::uint64_t kWordsBeforeComments = 50;
// Shares of text, in hundredths.
constexpr std::uint64_t kFrameShareMax = 90;  // of all words of the page, including those in links
constexpr std::array<std::uint64_t, 2> kExtraSharesMax = {75, 50};
constexpr std::uint64_t kLeftShareMin = 10;    // when extras are dropped
constexpr std::uint64_t kTakenShareMax = 140;  // of what is left; more than this is restored
constexpr std::uint32_t kCookiesMin = 3;  // mentions of cookies in a popup that asks for consent
constexpr std::uint32_t kTeasersMin = 2;  // articles in a region, beyond its first block

// Cookies are called cookies in the languages of the web. Searches for their rarest letter.
std::uint32_t cookies_in(std::string_view text) {
  std::uint32_t count = 0;
  for (std::size_t k = text.find('k', 2); k != text.npos; k = text.find('k', k + 1)) {
    count += text.substr(k - 2, 5) == "ookie" ? 1 : 0;
  }
  constexpr std::string_view kJapanese = "\u30af\u30c3\u30ad\u30fc";
  for (std::size_t at = text.find(kJapanese); at != text.npos; at = text.find(kJapanese, at + 1)) {
    ++count;
  }
  return count;
}

// True if a popup asks for consent to cookies, whatever its names.
class Consents {
 public:
  explicit Consents(const BlockText& page) {
    const auto is_popup = [](const Region& region) { return region.kind == RegionKind::popup; };
    if (std::ranges::none_of(page.regions, is_popup)) return;
    Drops popups(page.blocks.size());
    for (const Region& region : page.regions) {
      if (is_popup(region)) popups.add(range_of(region));
    }
    std::vector<Dropped> in_popup(page.blocks.size(), Dropped::no);
    popups.apply(Dropped::extra, in_popup);
    sums_.assign(1, 0);
    for (std::size_t i = 0; i < page.blocks.size(); ++i) {
      const std::string_view text = page.text_of(page.blocks[i]);
      sums_.push_back(sums_.back() + (in_popup[i] == Dropped::no ? 0 : cookies_in(text)));
    }
  }
  [[nodiscard]] bool are(BlockRange popup) const {
    return sums_[popup.end] - sums_[popup.begin] >= kCookiesMin;
  }

 private:
  std::vector<std::uint32_t> sums_;
};

// Finds regions that lead to other pages: half of the text is in links, or they contain several
// articles.
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
  [[nodiscard]] bool are_half_links(BlockRange range) const {
    return link_sums_[range.end] >= link_sums_[range.begin];
  }
  [[nodiscard]] bool are(BlockRange range) const {
    if (are_half_links(range)) return true;
    return articles_[range.end - 1] - articles_[range.begin] >= kTeasersMin;
  }

 private:
  std::vector<std::int64_t> link_sums_;  // characters in links minus those outside
  std::vector<std::uint32_t> articles_;  // number that begin up to a block
};

}  // namespace

void drop_frames(Judged& judged, BlockRange within) {
  const WordSums words(judged, Weight::any);
  Drops frames(judged.dropped.size());
  Drops notices(judged.dropped.size());
  for (const Region& region : judged.page.regions) {
    if (region.kind != RegionKind::frame && region.kind != RegionKind::notice) continue;
    const BlockRange range = range_of(region).cut_to(within);
    if (100 * words.in(range) > kFrameShareMax * words.in(within)) continue;
    (region.kind == RegionKind::frame ? frames : notices).add(range);
  }
  notices.apply(Dropped::notice, judged.dropped);
  frames.apply(Dropped::frame, judged.dropped);
}

void drop_comments(Judged& judged, BlockRange within) {
  const WordSums words(judged, Weight::running);
  Drops drops(judged.dropped.size());
  for (const Region& region : judged.page.regions) {
    const BlockRange range = range_of(region).cut_to(within);
    if (region.kind != RegionKind::comments || range.is_empty()) continue;
    if (words.in({within.begin, range.begin}) >= kWordsBeforeComments) drops.add(range);
  }
  drops.apply(Dropped::comments, judged.dropped);
}

void drop_extras(Judged& judged, BlockRange within) {
  const WordSums words(judged, Weight::text);
  for (const std::uint64_t share_max : kExtraSharesMax) {
    Drops drops(judged.dropped.size());
    for (const Region& region : judged.page.regions) {
      if (region.kind != RegionKind::extra && region.kind != RegionKind::comments) continue;
      const BlockRange range = range_of(region).cut_to(within);
      if (100 * words.in(range) <= share_max * words.in(within)) drops.add(range);
    }
    std::vector<Dropped> more = judged.dropped;
    drops.apply(Dropped::extra, more);
    const std::uint64_t left = WordSums(judged, Weight::text, more).in(within);
    if (100 * left < kLeftShareMin * words.in(within)) continue;
    judged.dropped = std::move(more);
    return;
  }
}

bool keep_most(Judged& judged, BlockRange within) {
  const Leads leads(judged.page);
  const Consents consents(judged.page);
  const std::uint64_t left = WordSums(judged, Weight::text).in(within);
  const WordSums all(judged, Weight::text, std::vector(judged.dropped.size(), Dropped::no));
  const auto are_most = [left](std::uint64_t words) {
    return words >= kNamedWordsMin && 100 * words > kTakenShareMax * left;
  };
  Drops kept(judged.dropped.size());
  Drops gone(judged.dropped.size());
  for (const Region& region : judged.page.regions) {
    const BlockRange range = range_of(region).cut_to(within);
    const bool is_popup = region.kind == RegionKind::popup;
    if ((!is_named(region.kind) && !is_popup) || range.is_empty()) continue;
    const bool is_gone = region.kind == RegionKind::notice || leads.are(range) ||
                         (is_popup && (!are_most(all.in(range)) || consents.are(range)));
    (is_gone ? gone : kept).add(range);
  }
  std::vector<Dropped> marks(judged.dropped.size(), Dropped::no);
  gone.apply(Dropped::notice, marks);
  kept.apply(Dropped::extra, marks);
  const auto may_return = [&](std::size_t i) {
    return (judged.dropped[i] == Dropped::frame || judged.dropped[i] == Dropped::extra) &&
           marks[i] == Dropped::extra;
  };
  std::uint64_t taken = 0;
  for (std::size_t i = within.begin; i < within.end; ++i) {
    const bool counts = judged.weights[i] >= Weight::text && may_return(i);
    taken += counts ? judged.page.blocks[i].words : 0;
  }
  // Beside this much text, the dropped blocks are as often chrome. Comparisons of two pages read
  // them separately (Document::named_text).
  if (left >= kNamedWordsMin || !are_most(taken)) return false;
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (may_return(i)) judged.dropped[i] = Dropped::no;
  }
  return true;
}

std::vector<bool> chrome_of(const BlockText& page) {
  std::vector<bool> chrome(page.blocks.size());
  const Leads leads(page);
  const Consents consents(page);
  for (const Region& region : page.regions) {
    const BlockRange range = range_of(region);
    const bool is_popup = region.kind == RegionKind::popup;
    if ((!is_named(region.kind) && !is_popup) || range.is_empty()) continue;
    const bool is_chrome = region.kind == RegionKind::notice || leads.are_half_links(range) ||
                           (is_popup && consents.are(range));
    if (!is_chrome) continue;
    for (std::size_t i = range.begin; i < range.end; ++i) chrome[i] = true;
  }
  return chrome;
}

}  // namespace facsim
