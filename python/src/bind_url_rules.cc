// SPDX-License-Identifier: Apache-2.0
// Rules for URLs, read from a file.
#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

#include "bind.h"
#include "facsim/files/own_file.h"
#include "facsim/mirrors/mirror_json.h"
#include "facsim/mirrors/url_normalizer.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

std::string_view url_in(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

nb::bytes url_out(std::string_view text) { return nb::bytes(text.data(), text.size()); }

void open_rules(UrlNormalizer* made, const std::string& path) {
  std::vector<UrlRule> rules = unlocked([&] {
    return read_rules_file(read_own_file(path, kUrlRulesBytesMax, "no file of rules is so large"),
                           path);
  });
  new (made) UrlNormalizer(std::move(rules));
}

bool changes_url(const UrlNormalizer& rules, const nb::bytes& url) {
  const ReadUrl read = read_web_url(url_in(url));
  return read.skip == UrlSkip::none && rules.normalized(url_in(url)) != read.url.text();
}

}  // namespace

void bind_url_rules(nb::module_& module) {
  nb::class_<UrlNormalizer>(module, "UrlRules")
      .def("__init__", &open_rules, nb::arg("path"))
      .def("__len__", [](const UrlNormalizer& rules) { return rules.rules().size(); })
      .def(
          "apply",
          [](const UrlNormalizer& rules, const nb::bytes& url) {
            return url_out(rules.normalized(url_in(url)));
          },
          nb::arg("url"))
      .def("changes", &changes_url, nb::arg("url"))
      .def(
          "mirror_of",
          [](const UrlNormalizer& rules, const nb::bytes& url) {
            return url_out(rules.mirror_of(url_in(url)));
          },
          nb::arg("url"));
}

}  // namespace facsim::python
