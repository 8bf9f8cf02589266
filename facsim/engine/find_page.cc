// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/find_page.h"

#include <charconv>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/input/input_files.h"
#include "facsim/input/page_decoder.h"

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

std::string list_command(const std::string& path) {
  return "'facsim fingerprint --columns file,offset,id " + path + "' lists its pages";
}

// Looks at the records of the files one by one.
class PageSearch {
 public:
  PageSearch(const PageSelector& selector, const ReadOptions& options,
             const std::atomic<bool>* cancelled)
      : selector_(selector), options_(options), decoder_(options), cancelled_(cancelled) {}

  // False once the search is over.
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

  [[nodiscard]] FoundPage result() && {
    if (!found_) throw_nothing();
    return std::move(*found_);
  }

 private:
  bool look_at(const InputFile& file, const RawRecord& record) {
    const bool is_here = selector_.offset && record.offset == *selector_.offset;
    if (selector_.offset && !is_here) return true;
    if (record.role == RecordRole::other || record.role == RecordRole::companion) return true;
    if (record.skip != Skip::none) return skip(record.skip, is_here);
    Decoded decoded = decoder_.decode(file, record);
    if (selector_.id && decoded.page.id != *selector_.id) return true;
    if (decoded.skip != Skip::none && decoded.skip != Skip::no_text) {
      return skip(decoded.skip, is_here || (selector_.id && !found_));
    }
    if (found_ && selector_.id) {
      ++found_->with_this_id;
      return true;
    }
    if (found_) throw_several();
    found_ = FoundPage{{.id = decoded.page.id,
                        .url = decoded.page.url,
                        .file = file.name,
                        .offset = record.offset},
                       std::move(decoded.page),
                       1};
    return !selector_.offset;
  }

  // A record that is no page ends the search only if it is the one that was asked for.
  bool skip(Skip reason, bool is_selected) {
    if (skipped_ == Skip::none || is_selected) skipped_ = reason;
    return !is_selected;
  }

  [[noreturn]] void throw_several() const {
    throw Error(ErrorCode::invalid_argument,
                "holds several pages; name one as FILE:OFFSET or FILE#ID (" +
                    list_command(selector_.path) + ")",
                selector_.path);
  }

  [[noreturn]] void throw_nothing() const {
    std::string what = "holds no page";
    if (selector_.offset) what = "has no page at offset " + std::to_string(*selector_.offset);
    if (selector_.id) what = "has no page with the id '" + *selector_.id + "'";
    if (skipped_ != Skip::none) {
      what.append(" (what is there was left out: ").append(name_of(skipped_)).append(")");
    }
    if (selector_.selects()) what += "; " + list_command(selector_.path);
    throw Error(ErrorCode::not_found, what, selector_.path);
  }

  const PageSelector& selector_;
  const ReadOptions& options_;
  PageDecoder decoder_;
  const std::atomic<bool>* cancelled_;
  std::optional<FoundPage> found_;
  Skip skipped_ = Skip::none;
};

}  // namespace

PageSelector page_selector(const std::string& word) {
  if (exists(word)) return {.path = word, .offset = {}, .id = {}};
  for (std::size_t at = word.find('#'); at != std::string::npos; at = word.find('#', at + 1)) {
    std::string path = word.substr(0, at);
    if (at + 1 < word.size() && exists(path)) {
      return {.path = std::move(path), .offset = {}, .id = word.substr(at + 1)};
    }
  }
  const std::size_t colon = word.rfind(':');
  if (colon != std::string::npos) {
    std::string path = word.substr(0, colon);
    const auto offset = all_digits(std::string_view(word).substr(colon + 1));
    if (offset && exists(path)) return {.path = std::move(path), .offset = offset, .id = {}};
  }
  throw Error(ErrorCode::not_found,
              "there is no such file, nor a page FILE:OFFSET or FILE#ID; the rows of a result name "
              "files of a folder relative to that folder",
              word);
}

FoundPage find_page(const PageSelector& selector, const std::string& stdin_path,
                    const ReadOptions& options, const std::atomic<bool>* cancelled) {
  const InputFiles found =
      find_inputs({selector.path}, {.stdin_path = stdin_path, .follow = options.follow});
  if (selector.offset && found.files.size() > 1) {
    throw Error(ErrorCode::invalid_argument,
                "is a folder of several files; give the offset with the file that it is in",
                selector.path);
  }
  PageSearch search(selector, options, cancelled);
  for (const InputFile& file : found.files) {
    if (!search.look_into(file)) break;
  }
  return std::move(search).result();
}

}  // namespace facsim
