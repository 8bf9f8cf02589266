// SPDX-License-Identifier: Apache-2.0
#include "apps/program_words.h"

#include <algorithm>

namespace facsim {
namespace {

// The words for a setting or action that is not called "--name" or "facsim name".
std::string_view other_word(Named named) {
  switch (named) {
    case Named::output:
      return "-o";
    case Named::index_build_anew:
      return "facsim index build --force";
    case Named::index_build_pages:
      return "facsim index build PAGES -o IDX";
    case Named::list_pages:
      return "facsim fingerprint --columns file,offset,id,url";
    case Named::mirrors_rules:
      return "facsim mirrors STORE --rules FILE";
    case Named::store_rebuild_new:
      return "facsim store rebuild STORE -o NEW INPUT...";
    default:
      return {};
  }
}

std::string word_of(Named named) {
  if (const std::string_view other = other_word(named); !other.empty()) return std::string(other);
  if (is_action(named)) return std::string("facsim ").append(name_of(named));
  if (!is_setting(named)) return std::string(name_of(named));
  std::string flag = std::string("--").append(name_of(named));
  std::ranges::replace(flag, '_', '-');
  return flag;
}

}  // namespace

std::string program_words(Named named, std::string_view value) {
  std::string word = word_of(named);
  if (!value.empty()) word.append(" ").append(value);
  return word;
}

std::string service_words(Named named, std::string_view value) {
  // The recipe is a member of the request body that creates a collection.
  if (named == Named::recipe) return plain_words(named, value);
  std::string word = program_words(named, value);
  return is_setting(named) ? word.append(" of facsim serve") : word;
}

}  // namespace facsim
