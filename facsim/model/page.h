// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page: fetched bytes, with what the crawl recorded about them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace facsim {

enum class PageFormat { text, html };

// The rules for the markup of an HTML page, chosen by its media type or the name of its file. In
// XHTML <script src='x'/> is empty and CDATA sections are text. Unstated: XHTML if the page begins
// with an XML declaration, else HTML.
enum class Markup { unstated, html, xhtml };

// The most different fields that a policy can order pages by.
inline constexpr std::size_t kKeepFieldsMax = 4;

// A member of a JSON record that a recipe reads.
struct PageField {
  std::string name;
  std::string text;
};

// A feature that is given in the record.
struct GivenFeature {
  std::string text;
  std::optional<double> weight;  // std::nullopt if only the text was given
  bool is_whole = true;          // the weight was written as a whole number
};

// The location from which a page can be read again.
struct PagePlace {
  std::string file = {};     // as in PageName; empty: the location is unknown
  std::uint64_t offset = 0;  // of its record in the file
  std::string path = {};     // where the file can be opened; empty: it cannot be (standard input)
};

struct Page {
  std::string id = {};  // a label: JSON id, WARC-Record-ID, path; may be empty, need not be unique
  std::string file_name = {};  // of the file that is the page, with its folders
  std::string url = {};        // empty if it has none
  PageFormat format = PageFormat::text;
  Markup markup = Markup::unstated;
  std::string bytes = {};         // HTML or text as fetched, after HTTP encodings are undone
  bool is_damaged = false;        // the readable part of a body that is cut or damaged
  bool is_unicode = false;        // `bytes` are already UTF-8: declarations are ignored
  std::string http_charset = {};  // of the Content-Type header, or empty
  std::optional<std::int64_t> unix_time = {};  // of the capture or the file, in seconds
  std::uint32_t nanoseconds = 0;               // and the fraction of a second
  std::vector<PageField> fields = {};          // those that the recipe reads
  std::vector<GivenFeature> given = {};        // the features, for a recipe of given features
  // The values of ReadOptions::keep_fields, in their order, for Keep::field.
  std::array<std::optional<double>, kKeepFieldsMax> keep_values = {};
  std::optional<std::uint16_t> status = {};  // of the HTTP answer, 100 to 999
  std::string count_value = {};              // of the field that pages are counted by; empty: none
  PagePlace place = {};                      // PageReader sets it; an index stores it
};

// Bytes of the page's texts: its bytes, fields and features.
[[nodiscard]] std::size_t bytes_of(const Page& page) noexcept;

}  // namespace facsim
