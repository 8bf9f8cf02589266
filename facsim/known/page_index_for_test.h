// SPDX-License-Identifier: Apache-2.0
#pragma once
// Families of pages for an index of pages, and the slow twin against which its answers are checked:
// it compares every page with every other.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/page_answerer.h"
#include "facsim/page/analysis.h"
#include "facsim/page/pair_judge.h"
#include "facsim/page_index.h"
#include "facsim/store/index_folder.h"

namespace facsim::for_test {

inline std::string some_words(std::mt19937_64& draw, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "word" + std::to_string(draw() % 5000) + ' ';
  return text;
}

// Makes some pages, and others with some words changed or with part of another; a few are too short
// for a fingerprint; every third has markup.
inline std::vector<Page> family_pages(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 draw(seed);
  std::vector<std::string> texts;
  std::vector<Page> pages;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    if (texts.size() < 4 || draw() % 3 == 0) {
      text = some_words(draw, draw() % 6 == 0 ? 8 : 120);
    } else {
      text = texts[draw() % texts.size()];
      for (std::uint64_t edits = draw() % 4; edits > 0 && text.size() > 60; --edits) {
        text.replace(draw() % (text.size() - 40), 1 + draw() % 30, " other" + std::to_string(i));
      }
      if (draw() % 5 == 0) text += some_words(draw, 100);
    }
    texts.push_back(text);
    Page page{.id = "p" + std::to_string(i),
              .url = "https://h" + std::to_string(i % 5) + ".example.org/" + std::to_string(i),
              .bytes = text};
    if (i % 3 == 0) {
      page.format = PageFormat::html;
      page.bytes = "<html><title>t" + std::to_string(i % 7) + "</title><body><p>" + text +
                   "</p></body></html>";
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

inline PageIndexOptions usual_options() {
  return {.judge = {.profile = profile_named("balanced"), .tables = {}}, .limits = {.threads = 2}};
}

inline std::vector<std::string> ids_of(const std::vector<FoundPage>& seen) {
  std::vector<std::string> ids;
  for (const FoundPage& each : seen) ids.push_back(each.page.id);
  return ids;
}

// The slow twin: compares every page with every other, by facts.
class AllPairs {
 public:
  explicit AllPairs(Profile profile, int served) : profile_(std::move(profile)) {
    profile_.max_distance = served;
  }

  void add(const Page& page) {
    pages_.push_back(page);
    facts_.push_back(facts(page));
  }
  void erase(const std::string& id) {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].id != id) continue;
      pages_.erase(pages_.begin() + static_cast<std::ptrdiff_t>(i));
      facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  // Returns "id distance kind resemblance by" for each, nearest first.
  [[nodiscard]] std::vector<std::string> near(const Page& asked) {
    const PageFacts question = facts(asked);
    std::vector<std::pair<unsigned, std::string>> found;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (question.digest != facts_[i].digest && !are_candidates(question, facts_[i], profile_)) {
        continue;
      }
      const int distance = question.distance_to(facts_[i]);
      const auto match = estimate_match(question, facts_[i], profile_.thresholds).match;
      if (!match && (distance < 0 || distance > profile_.max_distance)) continue;
      found.emplace_back(static_cast<unsigned>(distance), line(pages_[i].id, distance, match));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> lines;
    for (auto& [distance, text] : found) lines.push_back(std::move(text));
    return lines;
  }
  static std::string line(const std::string& id, int distance, const std::optional<Match>& match) {
    std::string text = id + ' ' + std::to_string(distance);
    if (!match) return text;
    return text + ' ' + std::string(name_of(match->kind)) + ' ' +
           std::to_string(match->resemblance) + ' ' + std::to_string(match->containment) + ' ' +
           std::to_string(match->containment_reverse) + ' ' + std::string(name_of(match->by));
  }

 private:
  PageFacts facts(const Page& page) {
    return question_of(page, analyzer_, profile_.recipe).value().facts;
  }

  Profile profile_;
  PageAnalyzer analyzer_{
      {.profile = profile_named("balanced"), .tables = {}, .extract = {}, .with_visible = false}};
  std::vector<Page> pages_;
  std::vector<PageFacts> facts_;
};

inline std::vector<std::string> lines_of(const std::vector<FoundPage>& seen) {
  std::vector<std::string> lines;
  for (const FoundPage& each : seen) {
    lines.push_back(AllPairs::line(each.page.id, each.distance, each.match));
  }
  return lines;
}

class PageIndexTest : public testing::Test {
 protected:
  PageIndexTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  [[nodiscard]] PageIndex begin() const { return PageIndex::begin(folder_, usual_options()); }
  [[nodiscard]] PageIndex open(PageIndexOptions options = usual_options()) const {
    return PageIndex::open(folder_, std::move(options));
  }
  [[nodiscard]] std::string newest_segment() const {
    return folder_ + "/" + read_manifest(folder_).segments.back().name;
  }

  TempFolder temp_;
  std::string folder_;
};

inline std::span<const Page> some(const std::vector<Page>& pages, std::size_t first,
                                  std::size_t count) {
  return std::span(pages).subspan(first, std::min(count, pages.size() - first));
}

}  // namespace facsim::for_test
