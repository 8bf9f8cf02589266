// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include <algorithm>
#include <charconv>

namespace facsim::python {
namespace {

// An argument, a function, a part of a Result. Empty: the next source of words is tried.
std::string_view own_word(Named named) {
  switch (named) {
    case Named::count_by:
    case Named::keep:
    case Named::label_min:
    case Named::matches:
    case Named::max_distance:
    case Named::memory:
    case Named::min_agreement:
    case Named::min_containment:
    case Named::min_containment_to_remove:
    case Named::min_resemblance:
    case Named::names:
    case Named::page_max:
    case Named::pairs:
    case Named::profile:
    case Named::recipe:
    case Named::resemblance_floor:
    case Named::scope:
    case Named::tmp:
      return name_of(named);
    case Named::html_field:
      return "html";
    case Named::id_field:
      return "id";
    case Named::jieba:
      return "jieba_tables";
    case Named::status:
      return "judged_status";
    case Named::status_field:
      return "status";
    case Named::text_field:
      return "text";
    case Named::time_field:
      return "time";
    case Named::no_text:
      return "with_text=False";
    case Named::warn_loss:
      return "the default share";
    case Named::dedup:
      return "facsim.dedup";
    case Named::fingerprint:
      return "facsim.fingerprint";
    case Named::recluster:
      return "Result.recluster()";
    case Named::report:
      return "Result.report()";
    case Named::show:
      return "Result.show()";
    case Named::duplicates:
      return "Result.duplicates";
    case Named::reported:
      return "Result.reported";
    case Named::summary:
      return "Result.summary";
    default:
      return {};
  }
}

// Python has no counterpart of these settings.
bool has_no_word(Named named) {
  return named == Named::cluster || named == Named::refuse_templates || named == Named::text_size;
}

// The words to type at the command line.
std::string word_of_program(Named named) {
  switch (named) {
    case Named::index_build_anew:
      return "facsim index build --force";
    case Named::index_build_pages:
      return "facsim index build PAGES -o IDX";
    case Named::list_pages:
      return "facsim fingerprint --columns file,offset,id,url";
    case Named::mirrors_rules:
      return "facsim mirrors STORE --rules FILE";
    case Named::output:
      return "-o";
    case Named::store_rebuild_new:
      return "facsim store rebuild STORE -o NEW INPUT...";
    default:
      break;
  }
  if (is_action(named)) return std::string("facsim ").append(name_of(named));
  std::string flag = std::string("--").append(name_of(named));
  std::ranges::replace(flag, '_', '-');
  return flag;
}

bool is_number(std::string_view value) {
  double number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  return failure == std::errc() && end == value.data() + value.size();
}

}  // namespace

std::string python_words(Named named, std::string_view value) {
  if (has_no_word(named) && value.empty()) return {};
  std::string word(own_word(named));
  if (word.empty()) {
    word = word_of_program(named);
    if (!value.empty()) word.append(" ").append(value);
    return is_setting(named) ? word.append(" of the program") : word;
  }
  if (value.empty()) return word;
  if (!is_setting(named)) return word.append(" ").append(value);
  if (is_number(value)) return word.append("=").append(value);
  return word.append("='").append(value).append("'");
}

}  // namespace facsim::python
