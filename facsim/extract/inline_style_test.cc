// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "facsim/extract/inline_style_internal.h"

namespace facsim {
namespace {

TEST(InlineStyle, Hides) {
  for (const char* style :
       {"display:none", " DISPLAY : None !important ; color:red", "color:red;display:none",
        "opacity:0", "opacity: 0.00", "opacity:0%", "opacity:.0", "position:absolute;left:-9999px",
        "top:-1000em ; position:fixed", "position:absolute;left:0;right:-99999px",
        "text-indent:-9999px", "text-indent: -999em", "clip-path:inset(50%)",
        "clip-path: inset( 100% )", "position:absolute;clip:rect(0,0,0,0)",
        "position: absolute; clip: rect(1px 1px 1px 1px);",
        "position:absolute;clip:rect(0px, 9px, 0px, 0px)", "visibility:visible;display:none"}) {
    EXPECT_EQ(style_says(style), StyleSays::hidden) << style;
  }
}

TEST(InlineStyle, WhatIsInvisibleMayHoldWhatIsVisible) {
  for (const char* style :
       {"visibility:hidden", "Visibility: Collapse", "color:red;visibility:hidden!important",
        "visibility:visible;visibility:hidden", "visibility:hidden;height:10px"}) {
    EXPECT_EQ(style_says(style), StyleSays::invisible) << style;
  }
  for (const char* style : {"visibility:visible", "visibility:hidden;visibility: visible"}) {
    EXPECT_EQ(style_says(style), StyleSays::visible) << style;
  }
}

TEST(InlineStyle, SaysNothing) {
  for (const char* style : {"",
                            ";",
                            ":",
                            ";;:;",
                            "color:red",
                            "display",
                            "display:",
                            "display:nonexistent",
                            "display:none;display:block",
                            "opacity:0.1",
                            "opacity:1",
                            "opacity:",
                            "opacity:0;opacity:1",
                            "opacity:var(--x)",
                            "left:-9999px",
                            "position:relative;left:-9999px",
                            "position:absolute;left:-20px",
                            "position:absolute;left:auto",
                            "position:absolute;left:-9999px;left:0",
                            "text-indent:-2em",
                            "text-indent:1000px",
                            "clip:rect(0,0,0,0)",
                            "position:absolute;clip:rect(0,9px,9px,0)",
                            "position:absolute;clip:rect(0,0,0",
                            "position:absolute;clip:rect(auto,auto,auto,auto)",
                            "position:absolute;clip:rect()",
                            "position:absolute;clip:rect(0,0)",
                            "clip-path:inset(10%)",
                            "clip-path:inset(50px)",
                            "clip-path:inset()",
                            "clip-path:circle(0)",
                            "font-size:0",
                            "height:0;overflow:hidden",
                            "visibility:inherit",
                            "visibility:hidden;height:0px",
                            "max-height:0;visibility:hidden",
                            "opacity:nan",
                            "opacity:-",
                            "opacity:+",
                            "xdisplay:none"}) {
    EXPECT_EQ(style_says(style), StyleSays::nothing) << style;
  }
}

}  // namespace
}  // namespace facsim
