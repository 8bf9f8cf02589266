// SPDX-License-Identifier: Apache-2.0
#pragma once
// XHTML in, HTML out that HTML's parser reads as an XML parser reads the XHTML.
//
//   XML (XML 1.0, Namespaces in XML 1.0)       becomes
//   <script src='x'/>, <a id='x'/>, <p/>       <script src='x'></script>, ...; <br/> stays
//   <![CDATA[a < b]]>                          text: a &lt; b
//   <!-- comments -->, <?instructions ?>       nothing; also within <title>, where HTML has none
//   content of <script> and <style>            nothing: nobody reads it, and it could end too early
//   <h:p xmlns:h='http://www.w3.org/1999/xhtml'>   <p>; the same for SVG and MathML
//   <!DOCTYPE html [<!ENTITY firm 'Acme'>]>    <!DOCTYPE html>; &firm; in text becomes Acme
//   <br></br>, <plaintext>, <xmp>              <br>, <pre>, <pre>
//   xml:lang                                   lang, where there is none
//
// One scan, no stack: HTML's parser keeps the elements. Many pages that call themselves XHTML are
// no XML, so there is no error. What is not well-formed stays as it is and is read as HTML reads
// it: unquoted values, stray "<" and "&", names in capitals, end tags that fit nothing. So does a
// comment with "--" in it. Three things that would lose text even so are mended: the mark of a
// CDATA section that never ends, or in which another begins, is left out and what follows is
// markup; so is an instruction with another in it, which ends at the next ">" as one of HTML does;
// a <script> or <style> that is never closed is empty.
//
// Cost: some 1 GB/s of text; no byte is searched twice for the same mark. What comes out is at most
// about three times as long, and what entities come to (limits::kXmlEntityBytesMax).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace facsim {

// One a thread; reuses its buffer.
class XhtmlReader {
 public:
  XhtmlReader();
  ~XhtmlReader();
  XhtmlReader(XhtmlReader&&) noexcept;
  XhtmlReader& operator=(XhtmlReader&&) noexcept;

  // `xhtml` is valid UTF-8, and so is what comes out, which lives until the next call.
  [[nodiscard]] std::string_view as_html(std::string_view xhtml);
  // Bytes that the last call looked at, for tests of the bound.
  [[nodiscard]] std::uint64_t steps() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
