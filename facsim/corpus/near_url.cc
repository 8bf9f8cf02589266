// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/near_url.h"

#include <algorithm>

namespace facsim {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(), lower);
  return low;
}

bool remove_prefix(std::string_view& text, std::string_view low) {
  if (lowered(text.substr(0, low.size())) != low) return false;
  text.remove_prefix(low.size());
  return true;
}

}  // namespace

std::string near_url_key(std::string_view url) {
  if (url.find_first_of("./") == std::string_view::npos) return {};
  std::string_view port = ":80";
  if (remove_prefix(url, "https://")) {
    port = ":443";
  } else {
    (void)remove_prefix(url, "http://");
  }
  url = url.substr(0, url.find('#'));
  while (url.ends_with('/')) url.remove_suffix(1);
  const std::size_t host_end = std::min(url.find_first_of("/?"), url.size());
  std::string_view host = url.substr(0, host_end);
  if (host.ends_with(port)) host.remove_suffix(port.size());
  (void)remove_prefix(host, "www.");
  std::string_view rest = url.substr(host_end);
  // A slash before the query is dropped too: /list/?page=2 and /list?page=2.
  std::string key = lowered(host);
  const std::size_t query = std::min(rest.find('?'), rest.size());
  std::string_view path = rest.substr(0, query);
  while (path.ends_with('/')) path.remove_suffix(1);
  return key.append(path).append(rest.substr(query));
}

NearUrls::NearUrls(std::string_view word, std::size_t count_max)
    : word_(word), key_(near_url_key(word)), count_max_(count_max) {}

void NearUrls::add(const std::string& url) {
  if (key_.empty() || found_.size() == count_max_ || url == word_) return;
  if (near_url_key(url) != key_) return;
  if (std::find(found_.begin(), found_.end(), url) == found_.end()) found_.push_back(url);
}

std::string did_you_mean(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "; did you mean '" : "' or '";
    text += word;
  }
  return text.empty() ? text : text + "'?";
}

}  // namespace facsim
