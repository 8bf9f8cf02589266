// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/html_text.h"

#include <gtest/gtest.h>

#include "facsim/report/review_page.h"

namespace facsim {
namespace {

TEST(HtmlText, PlainTextStays) {
  EXPECT_EQ(html_text(""), "");
  EXPECT_EQ(html_text("a b\n\xe5\xad\x97 \xd7\xa9"), "a b\n\xe5\xad\x97 \xd7\xa9");
}

TEST(HtmlText, MarkupIsText) {
  EXPECT_EQ(html_text("</script><b a=\"1\" b='2'>&amp;"),
            "&lt;/script&gt;&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;");
}

TEST(HtmlText, ControlsAndTurningMarksAreShown) {
  EXPECT_EQ(html_text(std::string_view("\0\x1b", 2)),
            "\xe2\x9f\xa6U+0000\xe2\x9f\xa7\xe2\x9f\xa6U+001B\xe2\x9f\xa7");
  EXPECT_EQ(html_text("\xe2\x80\xae"), "\xe2\x9f\xa6U+202E\xe2\x9f\xa7");
  EXPECT_EQ(html_text("\xe2\x81\xa6x"), "\xe2\x9f\xa6U+2066\xe2\x9f\xa7x");
  EXPECT_EQ(html_text("\xd8\x9c\xd8"), "\xe2\x9f\xa6U+061C\xe2\x9f\xa7\xd8");
  EXPECT_EQ(html_text("\xe2\x80\x8f"), "\xe2\x9f\xa6U+200F\xe2\x9f\xa7");
  // A dash and an ellipsis have neighbouring code points.
  EXPECT_EQ(html_text("\xe2\x80\x94\xe2\x80\xa6"), "\xe2\x80\x94\xe2\x80\xa6");
}

TEST(HtmlText, ACutCharacterAtTheEnd) { EXPECT_EQ(html_text("\xe2\x80"), "\xe2\x80"); }

TEST(ReviewPage, AnEmptyReviewIsAPage) {
  const std::string page = review_html({}, {.folder = "out"});
  EXPECT_EQ(page.find("<!doctype html>"), 0U);
  EXPECT_NE(page.find("No page was removed."), std::string::npos);
  EXPECT_EQ(page, review_html({}, {.folder = "out"}));
}

TEST(ReviewPage, OneStepIsACurveToo) {
  Review review;
  review.threshold = 1;
  review.steps = {{1, 0, 0}};
  const std::string page = review_html(review, {.folder = "out"});
  EXPECT_NE(page.find("<polyline class=\"removed\""), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace facsim
