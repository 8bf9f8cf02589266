// SPDX-License-Identifier: Apache-2.0
#pragma once
// The entities that an XML page itself declares: <!DOCTYPE html [<!ENTITY firm "Acme &amp; Co">]>.
//
// Only general entities with a literal value are known. Entities in other files (SYSTEM, PUBLIC)
// and parameter entities are ignored: facsim never opens anything that a page names. The first
// declaration of a name counts; &lt; &gt; &amp; &quot; and &apos; cannot be redeclared (XML 1.0,
// section 4.2 and 4.6). Character references in a value are replaced at the declaration, all other
// references at the use (section 4.4). At most limits::kXmlEntitiesMax are stored.

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
  // Returns a view that is valid until clear(); nothing if the name is not declared.
  [[nodiscard]] std::optional<std::string_view> value_of(std::string_view name) const;
  // `at` is the start of a document type declaration ("<!DOCTYPE"). Returns the position after it,
  // or nothing if it is malformed; then the entities before the fault are known.
  std::optional<std::size_t> read_doctype(std::string_view text, std::size_t at);

 private:
  std::optional<std::size_t> read_subset(std::string_view text, std::size_t at);
  std::optional<std::size_t> read_entity(std::string_view text, std::size_t at);

  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace facsim
