// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/service_page.h"

#include "facsim/report/html_text.h"
#include "facsim/report/page_parts.h"

namespace facsim {
namespace {

PageHead service_head() {
  return {.title = "facsim serve",
          .styles = {kLook, kServiceStyle},
          .script = kServiceScript.sha256,
          .connects = "'self'"};
}

// Elements that the script fills are hidden without it.
constexpr std::string_view kBeforeAddress = R"(<body>
<a class="skip" href="#main">Skip to content</a>
<header><h1>facsim serve <small>)";

constexpr std::string_view kLive = R"(</small></h1>
<p class="result">Was this page seen before, and of which page is it a copy? This page only reads: asking adds
nothing.</p>
<noscript><p class="note">Status, figures and the box to ask need JavaScript. How to ask without it stands
below.</p></noscript>
<nav aria-label="Parts" class="live" hidden><a href="#status">Status</a><a href="#ask">Seen?</a><a
href="#checks">Checks</a><a href="#clusters">Clusters</a><a href="#interface">Interface</a></nav></header>
<main id="main" tabindex="-1">
<section id="token" aria-labelledby="h-token" hidden><h2 id="h-token">Token</h2>
<p>This service is asked with a token. It is kept until this tab is closed, and sent to nobody but this
service.</p>
<form id="token-form" autocomplete="off"><label for="token-text">Token for reading</label>
<input id="token-text" type="password" autocomplete="off" spellcheck="false" required minlength="16"
maxlength="256" aria-describedby="token-said"><button>Use it</button></form>
<p id="token-said" class="bad" role="alert"></p></section>
<div id="live" class="live" hidden>
<section id="status" aria-labelledby="h-status"><h2 id="h-status">Status</h2>
<p id="ready" class="tag">asking</p><p id="ready-why"></p><dl id="facts" class="facts"></dl>
<h3>Collections</h3><div id="collections"></div>
<p class="note"><span id="fresh"></span> <button id="pause" type="button" aria-pressed="false">Pause</button>
<button id="forget" type="button" hidden>Forget the token</button></p></section>
<section id="ask" aria-labelledby="h-ask"><h2 id="h-ask">Seen?</h2>
<form id="ask-form" autocomplete="off"><p class="note" id="ask-how">A text asks whether such a page is known. A URL
or id alone shows the stored page and its copies. Both ask for this text under that URL.</p>
<label for="ask-where">Collection</label><select id="ask-where"></select>
<label for="ask-name">URL or id</label><input id="ask-name" type="text" spellcheck="false"
aria-describedby="ask-how">
<label for="ask-text">Text</label><textarea id="ask-text" rows="6" spellcheck="false"
aria-describedby="ask-how"></textarea>
<label for="ask-format">The text is</label><select id="ask-format"><option value="text">plain text</option>
<option value="html">HTML</option></select>
<button>Ask</button></form><div id="answer" tabindex="-1" role="region" aria-label="Answer"></div></section>
<section id="checks" aria-labelledby="h-checks"><h2 id="h-checks">Checks by kind over time</h2>
<div class="bar"><label for="span">Show</label><select id="span"><option value="60">the last hour</option>
<option value="360">the last 6 hours</option><option value="1440">the last day</option></select></div>
<div id="history"></div></section>
<section id="clusters" aria-labelledby="h-clusters"><h2 id="h-clusters">Largest clusters</h2>
<div class="bar"><label for="cluster-where">Collection</label><select id="cluster-where"></select>
<button id="count" type="button">Count them</button></div>
<p class="note" id="count-said"></p><div id="cluster-list"></div><div id="members"></div></section>
</div>
<section id="interface" aria-labelledby="h-interface"><h2 id="h-interface">Interface</h2>
<p>A page is asked for as JSON; with <code>?add=true</code> it is added in the same step. Where the service has
tokens, send <code>Authorization: Bearer TOKEN</code>.</p>
<code class="command">curl -H 'Content-Type: application/json' -d '{"url": "https://example.org/a", "text": "..."}' \
  SERVICE/v1/collections/default/check</code>
<p>Everything is described in <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). <a href="/readyz">/readyz</a>
says whether the service takes requests, <a href="/livez">/livez</a> whether it runs, and
<code>/metrics</code> has figures for Prometheus.</p>
)";

constexpr std::string_view kBeforeScript = R"(</section>
</main>
<footer><p>This page speaks to this service and to nobody else.</p></footer>
<div id="say" class="unseen" role="status" aria-live="polite"></div>
<script>)";

std::string routes_table(std::span<const ServiceRoute> routes) {
  std::string text =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Requests\"><table><thead>"
      "<tr><th scope=\"col\">method</th><th scope=\"col\">path</th><th scope=\"col\">token</th>"
      "</tr></thead><tbody>\n";
  for (const ServiceRoute& route : routes) {
    text += "<tr><td class=\"n\">" + html_text(route.method) + "</td><td><code>" +
            html_text(route.path) + "</code></td><td class=\"n\">" + html_text(route.access) +
            "</td></tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace

std::string service_policy() { return page_policy(service_head()) + "; frame-ancestors 'none'"; }

std::string service_html(std::string_view version, std::span<const ServiceRoute> routes) {
  std::string page = page_head(service_head());
  page.append(kBeforeAddress).append(html_text(version)).append(kLive).append(routes_table(routes));
  page.append(kBeforeScript).append(kServiceScript.text).append("</script>\n</body></html>\n");
  return page;
}

}  // namespace facsim
