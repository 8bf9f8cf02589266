// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/find_page.h"

#include <charconv>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/corpus/near_url.h"
#include "facsim/input/input_files.h"
#include "facsim/input/page_decoder.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return path == "-" || std::filesystem::exists(path, ignored);
}

std::optional<std::uint64_t> all_digits(std::string_view word) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Sentence list_command(const std::string& path) {
  return "'" + Sentence(Named::list_pages, path) + "' lists its pages";
}

// Examines the records of the files one by one.
class SelectedPageFinder {
 public:
  SelectedPageFinder(const PageSelector& selector, const ReadOptions& options,
                     const std::atomic<bool>* cancelled)
      : selector_(selector),
        options_(options),
        decoder_(options),
        cancelled_(cancelled),
        near_urls_(selector.id.value_or(""), kNearUrlsMax) {}

  // Returns false once the search is over.
  bool look_into(const InputFile& file) {
    const auto reader = open_records(file, options_);
    RawRecord record;
    while (reader->next(record)) {
      if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
        throw Error(ErrorCode::cancelled, "stopped");
      }
      if (!look_at(file, record)) return false;
    }
    return true;
  }

  [[nodiscard]] SelectedPage result() && {
    if (!found_ && !by_url_) throw_nothing();
    return std::move(found_ ? *found_ : *by_url_);
  }

  [[nodiscard]] NamedPage named() && {
    NamedPage named;
    named.found = std::move(found_ ? found_ : by_url_);
    if (!named.found) named.near_urls = near_urls_.found();
    return named;
  }

 private:
  bool look_at(const InputFile& file, const RawRecord& record) {
    const bool is_here = selector_.offset && record.offset == *selector_.offset;
    if (selector_.offset && !is_here) return true;
    if (record.skip != Skip::none) return skip(record.skip, is_here);
    if (record.role == RecordRole::other || record.role == RecordRole::companion) return true;
    Decoded decoded = decoder_.decode(file, record);
    const bool by_id = selector_.id && decoded.page.id == *selector_.id;
    const bool by_url = selector_.id && !by_id && is_url_of(decoded.page);
    if (selector_.id && !by_id && !by_url) {
      near_urls_.add(decoded.page.url);
      return true;
    }
    if (decoded.skip != Skip::none && decoded.skip != Skip::no_text) {
      if (by_url) skipped_ = decoded.skip;  // a page of the same URL may follow a redirect
      return skip(decoded.skip, is_here || (by_id && !found_));
    }
    SelectedPage here{.name = {.id = decoded.page.id,
                               .url = decoded.page.url,
                               .file = file.name,
                               .offset = record.offset},
                      .page = std::move(decoded.page),
                      .has_text = decoded.skip != Skip::no_text,
                      .names_another = record.about_key != 0,
                      .by_url = by_url,
                      .namesakes = {}};
    if (selector_.id) return take(by_url ? by_url_ : found_, std::move(here));
    if (found_) throw_several();
    found_ = std::move(here);
    return !selector_.offset;
  }

  // An empty word does not match pages without a URL.
  [[nodiscard]] bool is_url_of(const Page& page) const {
    return !page.url.empty() && page.url == *selector_.id;
  }

  // Stores the first page of a name and the places of those that follow. The search continues.
  static bool take(std::optional<SelectedPage>& first, SelectedPage here) {
    PageName name = here.name;
    if (!first) {
      first = std::move(here);
      first->with_this_name = 0;
    }
    ++first->with_this_name;
    if (first->namesakes.size() < kNamesakesMax) first->namesakes.push_back(std::move(name));
    return true;
  }

  // A record that is not a page ends the search only if it is the selected one.
  bool skip(Skip reason, bool is_selected) {
    if (skipped_ == Skip::none || is_selected) skipped_ = reason;
    return !is_selected;
  }

  [[noreturn]] void throw_several() const {
    throw Error(ErrorCode::invalid_argument,
                "holds several pages; name one as FILE:OFFSET or FILE#ID, which may be its URL (" +
                    list_command(selector_.path) + ")",
                selector_.path);
  }

  [[noreturn]] void throw_nothing() const {
    Sentence what = "holds no page";
    if (selector_.offset) what = "has no page at offset " + std::to_string(*selector_.offset);
    if (selector_.id) what = "has no page with the id '" + *selector_.id + "', nor of that URL";
    if (skipped_ != Skip::none) {
      what += " (what is there was left out: " + std::string(name_of(skipped_)) + ")";
    }
    const std::string hint = did_you_mean(near_urls_.found());
    if (!hint.empty()) {
      what += hint;
    } else if (selector_.selects()) {
      what += "; " + list_command(selector_.path);
    }
    throw Error(ErrorCode::not_found, what, selector_.path);
  }

  const PageSelector& selector_;
  const ReadOptions& options_;
  PageDecoder decoder_;
  const std::atomic<bool>* cancelled_;
  NearUrls near_urls_;
  std::optional<SelectedPage> found_;
  std::optional<SelectedPage> by_url_;
  Skip skipped_ = Skip::none;
};

}  // namespace

PageSelector page_selector(const std::string& word) {
  if (exists(word)) return {.path = word, .offset = {}, .id = {}};
  for (std::size_t at = word.find('#'); at != std::string::npos; at = word.find('#', at + 1)) {
    std::string path = word.substr(0, at);
    if (at + 1 < word.size() && exists(path)) {
      return {.path = std::move(path), .offset = {}, .id = cut_label(word.substr(at + 1))};
    }
  }
  const std::size_t colon = word.rfind(':');
  if (colon != std::string::npos) {
    std::string path = word.substr(0, colon);
    const auto offset = all_digits(std::string_view(word).substr(colon + 1));
    if (offset && exists(path)) return {.path = std::move(path), .offset = offset, .id = {}};
  }
  if (word.find("://") != std::string::npos) {
    throw Error(ErrorCode::not_found,
                "is no file; a page is named by the file that has it and its URL, FILE#URL", word);
  }
  throw Error(ErrorCode::not_found,
              "there is no such file, nor a page FILE:OFFSET, FILE#ID or FILE#URL; the rows of a "
              "result name files of a folder relative to that folder",
              word);
}

NamedPage find_named(const std::string& path, const std::string& word, const ReadOptions& options,
                     const std::atomic<bool>* cancelled) {
  const PageSelector selector{.path = path, .offset = {}, .id = cut_label(word)};
  SelectedPageFinder finder(selector, options, cancelled);
  for (const InputFile& file : find_inputs({path}, {}).files) {
    if (!finder.look_into(file)) break;
  }
  return std::move(finder).named();
}

SelectedPage find_page(const PageSelector& selector, const std::string& stdin_path,
                       const ReadOptions& options, const std::atomic<bool>* cancelled) {
  const InputFiles found =
      find_inputs({selector.path}, {.stdin_path = stdin_path, .follow = options.follow});
  if (selector.offset && found.files.size() > 1) {
    throw Error(ErrorCode::invalid_argument,
                "is a folder of several files; give the offset with the file that it is in",
                selector.path);
  }
  SelectedPageFinder finder(selector, options, cancelled);
  for (const InputFile& file : found.files) {
    if (!finder.look_into(file)) break;
  }
  return std::move(finder).result();
}

}  // namespace facsim
