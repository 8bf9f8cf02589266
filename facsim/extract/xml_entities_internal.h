// SPDX-License-Identifier: Apache-2.0
#pragma once
// The entities that an XML page declares itself: <!DOCTYPE html [<!ENTITY firm "Acme &amp; Co">]>.
//
// Only general entities with a literal value are known. Entities in other files (SYSTEM, PUBLIC)
// and parameter entities are passed over: facsim opens nothing that a page names. The first
// declaration of a name counts, &lt; &gt; &amp; &quot; and &apos; are never another's (XML 1.0,
// section 4.2 and 4.6). References to characters in a value are replaced where it is declared, all
// others where it is used (section 4.4). At most limits::kXmlEntitiesMax are kept.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

class XmlEntities {
 public:
  void clear() { values_.clear(); }
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
  // A view that lives until clear(); nothing if the name is not declared.
  [[nodiscard]] std::optional<std::string_view> value_of(std::string_view name) const;
  // `at` is where a document type declaration begins ("<!DOCTYPE"). Returns the place behind it, or
  // nothing if it is malformed; entities that stood before the fault are known then.
  std::optional<std::size_t> read_doctype(std::string_view text, std::size_t at);

 private:
  std::optional<std::size_t> read_subset(std::string_view text, std::size_t at);
  std::optional<std::size_t> read_entity(std::string_view text, std::size_t at);

  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace facsim
