// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/read_again.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "facsim/base/error.h"
#include "facsim/corpus/near_url.h"
#include "facsim/files/name_text.h"
#include "facsim/input/input_again.h"
#include "facsim/known/open_index.h"

namespace facsim {
namespace {

constexpr std::string_view kStdinAgain =
    "came by standard input, which cannot be read again; save it and compare FILE#ID with FILE#ID";

PageAgain read_at(const std::string& path, const PageName& name, const ReadOptions& options,
                  const std::atomic<bool>* cancelled) {
  PageAgain again;
  try {
    const PageSelector selector{.path = path, .offset = name.offset, .id = {}};
    again.found = find_page(selector, {}, options, cancelled);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    again.why_not = error.sentence();
  }
  return again;
}

NamedPage page_in(const std::string& path, const std::string& word, const ReadOptions& options,
                  const std::atomic<bool>* cancelled) {
  try {
    return find_named(path, word, options, cancelled);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_found) throw;
    return {};  // the file disappeared in the meantime
  }
}

// Merges what one file has with what those before it had: ids take precedence over URLs.
void join(SelectedPage found, std::optional<SelectedPage>& all) {
  if (all && found.by_url && !all->by_url) return;
  if (!all || (all->by_url && !found.by_url)) {
    all = std::move(found);
    return;
  }
  all->with_this_name += found.with_this_name;
  for (PageName& name : found.namesakes) {
    if (all->namesakes.size() < kNamesakesMax) all->namesakes.push_back(std::move(name));
  }
}

PageAgain read_known(const RunFacts& run, const PageName& name, const ReadOptions& options,
                     const std::atomic<bool>* cancelled) {
  PageAgain first{.found = {},
                  .why_not = name.file + ": the index does not say where that file is"};
  bool is_first = true;
  try {
    const std::string file = name_of_text(name.file);
    const auto paths = known_paths(run.against, {file});
    const auto known = paths.find(file);
    if (known == paths.end()) return first;
    for (const std::string& path : known->second) {
      PageAgain again = read_at(path, name, options, cancelled);
      if (again.found && has_name_of_row(again.found->name, name)) return again;
      if (is_first) first = std::move(again);
      is_first = false;
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    first.why_not = error.sentence();
  }
  return first;
}

using PassOver = std::function<void(Sentence why)>;

bool can_be_found(const std::string& input, const FindOptions& find, const PassOver& pass_over) {
  try {
    (void)find_inputs({input}, find);
    return true;
  } catch (const Error& error) {
    pass_over(error.sentence());
    return false;
  }
}

// Finds all inputs together, since the folders decide the names of their files. Only if one of them
// ends the search for all, each is tried alone first; then folders are walked again.
InputFiles files_that_are_there(const std::vector<std::string>& inputs, const FindOptions& find,
                                const PassOver& pass_over) {
  std::vector<std::string> there;
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (input == "-") {
      pass_over("-: " + std::string(kStdinAgain));
    } else if (!std::filesystem::exists(input, ignored)) {
      pass_over(input + ": is not there any more");
    } else {
      there.push_back(input);
    }
  }
  try {
    return find_inputs(there, find);
  } catch (const Error&) {
    std::erase_if(there,
                  [&](const std::string& input) { return !can_be_found(input, find, pass_over); });
  }
  try {
    return find_inputs(there, find);
  } catch (const Error& error) {
    pass_over(error.sentence());  // it disappeared in the meantime
    return {};
  }
}

}  // namespace

std::vector<std::string> inputs_of(const RunFacts& run) {
  std::vector<std::string> inputs = run.inputs;
  if (run.folder.empty()) return inputs;
  for (std::string& input : inputs) {
    const std::filesystem::path path = std::filesystem::path(run.folder) / input;
    std::error_code ignored;
    if (input != "-" && std::filesystem::exists(path, ignored)) input = path.string();
  }
  return inputs;
}

std::map<std::string, std::vector<std::string>> known_paths(const std::string& index,
                                                            const std::set<std::string>& names) {
  std::map<std::string, std::vector<std::string>> known;
  const OpenIndex open(index);
  for (const auto& part : open.parts()) {
    if (!part->pages) continue;
    for (std::uint32_t file = 0; file < part->pages->files_count(); ++file) {
      const std::string name(part->pages->file_name(file));
      if (!names.contains(name)) continue;
      std::string path = part->pages->path(file);
      if (path.empty()) continue;
      std::vector<std::string>& paths = known[name];
      if (std::find(paths.begin(), paths.end(), path) != paths.end()) continue;
      paths.push_back(std::move(path));
    }
  }
  return known;
}

// A page in a folder is named by its name there, whatever path it is read from. Two pages without a
// URL do not match by URL.
bool has_name_of_row(const PageName& found, const PageName& row) {
  PageName in_row = found;
  in_row.file = name_of_text(row.file);
  if (found.id == found.file) in_row.id = in_row.file;  // the id of an HTML file is its name
  if (text_of_name(label_of(in_row)) == row.id) return true;
  return !row.url.empty() && text_of_name(found.url) == row.url;
}

PageAgain read_again(const RunFacts& run, const PageName& name, const ReadOptions& options,
                     const std::atomic<bool>* cancelled) {
  PageAgain again;
  if (name.file == "-") {
    again.why_not = "-: " + std::string(kStdinAgain);
  } else if (name.in_index) {
    again = read_known(run, name, options, cancelled);
  } else if (const auto path = path_of_input(run.inputs, name_of_text(name.file), run.folder)) {
    again = read_at(*path, name, options, cancelled);
  } else {
    again.why_not = name.file +
                    ": is not there any more; paths of inputs are relative to the "
                    "folder in which dedup ran" +
                    (run.folder.empty() ? "" : " (" + text_of_name(run.folder) + ")");
  }
  if (again.found) {
    again.found->name.id = name.id;
    again.found->name.file = name.file;
  }
  return again;
}

PageWithName find_by_name(const RunFacts& run, const std::string& word, const ReadOptions& options,
                          const std::atomic<bool>* cancelled) {
  PageWithName result;
  // The prefix that rows omit from the names of files.
  const std::string front = run.folder.empty() ? std::string() : run.folder + "/";
  const PassOver pass_over = [&](Sentence why) {
    if (!front.empty() && why.plain().starts_with(front)) {
      why.remove_prefix(front.size());
    }
    if (result.unread.empty()) result.unread = std::move(why);
  };
  NearUrls near(word, kNearUrlsMax);
  InputFiles there =
      files_that_are_there(inputs_of(run), {.stdin_path = {}, .follow = options.follow}, pass_over);
  for (InputFile& file : there.files) {
    if (!front.empty() && file.name.starts_with(front)) file.name.erase(0, front.size());
    try {
      NamedPage named = page_in(file.path, word, options, cancelled);
      for (const std::string& url : named.near_urls) near.add(url);
      if (!named.found) continue;
      named.found->name.file = file.name;
      for (PageName& name : named.found->namesakes) name.file = file.name;
      join(std::move(*named.found), result.found);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      pass_over(error.sentence());
    }
  }
  if (there.files_not_read > 0) {
    pass_over("files in folders that were not read: " + std::to_string(there.files_not_read));
  }
  result.near_urls = near.found();
  return result;
}

}  // namespace facsim
