// SPDX-License-Identifier: Apache-2.0
// The interactive part of a report: slider, pairs side by side, filters, decisions, exports.
//
// The page is complete without it. Foreign text is inserted as text nodes only, never as markup;
// the state is in the URL's fragment, decisions are in localStorage under the id of the run.
/* global Shown */
'use strict';

(() => {
  const { bytes, clean, count, el, foreign, link, ratio } = Shown;
  const VIEWS = ['overview', 'whatif', 'pairs', 'clusters', 'hosts', 'skipped'];
  const FACETS = ['state', 'kind', 'decided', 'host', 'file', 'language', 'by', 'template'];
  const LIST_STEP = 100;
  const NEAR = 10;
  const CURVE = { left: 70, right: 690, top: 16, bottom: 220 };  // the same as in review_curve.cc

  const $ = (id) => document.getElementById(id);
  let data;
  let state = {};
  let listed = LIST_STEP;
  let filtered = [];
  let swapped = false;
  let differenceAt = -1;
  const decisions = new Map();  // pair index -> {decision, note}
  const history_ = [];          // pair indices, in the order of decision

  // ---- text ----

  const place = (page) => (page.file ? `${page.file}:${page.offset}`
    : page.in_index ? page.id : `row ${page.offset}`);
  const hostOf = (page) => {
    const found = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(page.url || '');
    return found ? found[1].toLowerCase() : '';
  };
  const timeOf = (page) => {
    if (page.time === undefined) return '';
    const date = new Date(page.time * 1000);
    return Number.isNaN(date.getTime()) ? String(page.time)
      : date.toISOString().replace('T', ' ').replace('.000Z', ' UTC');
  };

  const say = (text) => { $('say').textContent = text; };

  // ---- tables and exports ----

  function save(name, type, text) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const a = el('a', { href: url, download: name });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }
  // A spreadsheet would interpret text with such a beginning as a formula.
  const csvCell = (value) => {
    let text = value === null || value === undefined ? '' : String(value);
    if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
    return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const csvOf = (columns, rows) =>
    [columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
  const jsonOf = (columns, rows) => JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((c, i) => [c, row[i]]))), null, 1);

  function exportButtons(name, columns, rows) {
    return el('div', { class: 'bar' },
      el('button', { type: 'button', 'aria-label': `${name} as CSV`,
        onclick: () => save(`${name}.csv`, 'text/csv', csvOf(columns, rows())) }, 'CSV'),
      el('button', { type: 'button', 'aria-label': `${name} as JSON`,
        onclick: () => save(`${name}.json`, 'application/json', jsonOf(columns, rows())) }, 'JSON'));
  }
  // `cells` returns what a row shows, `values` what is exported of it.
  function table(name, columns, rows, cells) {
    const body = el('tbody');
    let shown = 0;
    const more = el('button', { type: 'button' });
    const grow = () => {
      for (const row of rows.slice(shown, shown + LIST_STEP)) {
        body.append(el('tr', {}, ...cells(row).map((c) =>
          el('td', typeof c === 'number' ? { class: 'n' } : {}, typeof c === 'number' ? count(c) : c))));
      }
      shown = Math.min(rows.length, shown + LIST_STEP);
      more.hidden = shown >= rows.length;
      more.textContent = `show more (${count(rows.length - shown)} left)`;
    };
    more.addEventListener('click', grow);
    grow();
    return el('div', {},
      el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name },
        el('table', {}, el('thead', {}, el('tr', {},
          ...columns.map((c) => el('th', { scope: 'col' }, c)))), body)), more);
  }

  // ---- state in the fragment ----

  function parse() {
    const [view, ...rest] = location.hash.slice(1).split('&');
    const made = { view: VIEWS.includes(view) ? view : 'overview' };
    for (const part of rest) {
      const at = part.indexOf('=');
      if (at <= 0) continue;
      let value;
      try { value = decodeURIComponent(part.slice(at + 1)); } catch { continue; }
      made[part.slice(0, at)] = value;
    }
    return made;
  }
  function write(replace) {
    const parts = [state.view];
    for (const [name, value] of Object.entries(state)) {
      if (name !== 'view' && value !== undefined && value !== '') {
        parts.push(`${name}=${encodeURIComponent(value)}`);
      }
    }
    const hash = `#${parts.join('&')}`;
    if (hash === location.hash) return;
    if (replace) history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
  }
  function go(changes, replace = true) {
    state = { ...state, ...changes };
    write(replace);
    render();
  }
  // Selects another pair; on a narrow screen it is below the list.
  function choose(i, replace) {
    go({ pair: String(i) }, replace);
    if (isNarrow()) $('detail').scrollIntoView();
  }

  // ---- decisions ----

  const storeKey = () => `facsim-report:${data.run}`;
  // True if a line of decisions can contain this name: it has no tab or line break, and no # or
  // byte-order mark at its beginning.
  const isName = (text) => !/[\t\r\n]|^[#\ufeff]/.test(text);
  // Returns the id if it certainly names only one page and cannot be read as a location; otherwise
  // the location. Empty if a line of decisions can contain neither.
  function nameOf(page) {
    const id = page.id || '';
    const plain = id !== '' && isName(id);
    if (plain && page.in_index) return id;
    if (plain && data.repeated_ids === 0 && !/(:|^row )\d+$/.test(id)) return id;
    return isName(place(page)) ? place(page) : '';
  }
  const pairKey = (pair) => [place(pair.page), place(pair.other)].sort().join('\t');

  function loadDecisions() {
    let kept = [];
    try { kept = JSON.parse(localStorage.getItem(storeKey()) || '[]'); } catch { /* none */ }
    const byKey = new Map(data.pairs.map((pair, i) => [pairKey(pair), i]));
    for (const [key, decision, note] of Array.isArray(kept) ? kept : []) {
      if (!byKey.has(key) || !['same', 'different'].includes(decision)) continue;
      decisions.set(byKey.get(key), { decision, note: String(note || '') });
    }
  }
  function storeDecisions() {
    const all = [...decisions].map(([i, d]) => [pairKey(data.pairs[i]), d.decision, d.note]);
    try {
      localStorage.setItem(storeKey(), JSON.stringify(all));
    } catch {
      say('This browser keeps nothing for this page: export your decisions before you close it.');
    }
  }
  const decisionOf = (i) => (decisions.has(i) ? decisions.get(i).decision : data.pairs[i].decided || '');
  const line = (text) => text.replace(/[\t\r\n]+/g, ' ');
  function decisionsText() {
    return [...decisions].map(([i, d]) => {
      const pair = data.pairs[i];
      return `${nameOf(pair.page)}\t${nameOf(pair.other)}\t${d.decision}\t${line(d.note)}\n`;
    }).join('');
  }
  const agreed = () => [...decisions].filter(([i, d]) =>
    (data.pairs[i].state === 'removed') === (d.decision === 'same')).length;

  function decide(decision) {
    const i = Number(state.pair);
    if (!(i in data.pairs)) return;
    if (!nameOf(data.pairs[i].page) || !nameOf(data.pairs[i].other)) {
      say('A page of this pair has no name that a file of decisions can hold: id and file name have tabs or ends of lines.');
      return;
    }
    const next = neighbour(1);
    decisions.set(i, { decision, note: (decisions.get(i) || { note: '' }).note });
    history_.push(i);
    storeDecisions();
    say(`Decided: ${decision}.`);
    choose(next, false);
  }
  function undo() {
    let i = Number(state.pair);
    if (!decisions.has(i)) i = history_.length > 0 ? history_[history_.length - 1] : -1;
    if (!decisions.delete(i)) { say('There is nothing to undo.'); return; }
    while (history_.includes(i)) history_.splice(history_.indexOf(i), 1);
    storeDecisions();
    say('The decision was undone.');
    choose(i, true);
  }

  // ---- what if ----

  const quoted = (word) => (/^[\w./,:@%+=-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);
  function command(rest) {
    const given = new Map([rest]);
    if (data.reclustered) {
      // Options that are not given have the values of the dedup run.
      const chosen = `--min-${data.measure}`;
      if (!given.has(chosen)) given.set(chosen, String(data.threshold));
      given.set('--keep', data.keep).set('--remove', data.remove.join(','))
        .set('--min-containment', String(data.min_containment));
    }
    if (data.folder) {
      return ['facsim', 'recluster', quoted(data.folder),
        ...[...given].flatMap(([name, value]) => [name, quoted(value)])].join(' ');
    }
    const argument = ([name, value]) => `${name.slice(2).replace('-', '_')}=${
      /^[\d.]+$/.test(value) ? value : name === '--remove' ? JSON.stringify(value.split(','))
        : JSON.stringify(value)}`;
    return `result.recluster(${[...given].map(argument).join(', ')})`;
  }
  const withApply = () => (data.folder && data.mode !== 'report'
    ? el('span', { class: 'note' }, 'With --apply it writes the copy in the folder anew too; without, the rows alone.') : null);
  const stepAt = () => {
    const wanted = state.t === undefined ? data.threshold : Number(state.t);
    let best = 0;
    data.steps.forEach((s, i) => {
      if (Math.abs(s[0] - wanted) < Math.abs(data.steps[best][0] - wanted)) best = i;
    });
    return best;
  };
  const signed = (n) => (n === 0 ? 'as now' : `${n > 0 ? '+' : '\u2212'}${count(Math.abs(n))}`);

  function buildSlider() {
    if (data.steps.length === 0) return;
    const now = data.steps.find((s) => s[0] === data.threshold) || [data.threshold, data.removed, data.reported];
    const range = el('input', { type: 'range', id: 'threshold', min: 0, max: data.steps.length - 1,
      step: 1, 'aria-label': `threshold of ${data.measure}` });
    range.addEventListener('input', () => go({ t: String(data.steps[Number(range.value)][0]) }));
    $('slider').append(range, el('output', { for: 'threshold' }), el('code', { class: 'command' }),
      withApply() || '', exportButtons('thresholds', ['threshold', 'removed', 'reported'], () => data.steps));
    $('slider').show = () => {
      const at = stepAt();
      const [threshold, removed, reported] = data.steps[at];
      range.value = String(at);
      range.setAttribute('aria-valuetext',
        `${threshold}: ${count(removed)} removed, ${count(reported)} reported`);
      $('slider').querySelector('output').replaceChildren(
        el('span', {}, `${data.measure} `, el('b', { id: 'at' }, String(threshold))),
        el('span', {}, 'removed ', el('b', { id: 'removed' }, count(removed)), ` (${signed(removed - now[1])})`),
        el('span', {}, 'reported ', el('b', { id: 'reported' }, count(reported)), ` (${signed(reported - now[2])})`),
        el('span', {}, 'kept ', el('b', {}, count(data.pages_read - removed))));
      $('slider').querySelector('.command').textContent =
        command([`--min-${data.measure}`, String(threshold)]);
      const svg = $('curve');
      const low = Number(svg.dataset.low);
      const high = Number(svg.dataset.high);
      const x = CURVE.left + ((threshold - low) / (high - low)) * (CURVE.right - CURVE.left);
      const mark = document.createElementNS('http://www.w3.org/2000/svg', 'line');
      for (const [name, value] of [['x1', x], ['x2', x], ['y1', CURVE.top], ['y2', CURVE.bottom]]) {
        mark.setAttribute(name, value);
      }
      $('cursor').replaceChildren(mark);
      nearLine(threshold);
    };
  }
  function pairLink(i) {
    const pair = data.pairs[i];
    return el('a', { href: `#pairs&pair=${i}` }, foreign(pair.page.id));
  }
  function nearLine(threshold) {
    const order = data.pairs.map((pair, i) => i)
      .filter((i) => data.pairs[i].kind !== 'layout' && data.pairs[i].kind !== 'partial'
        ? true : data.pairs[i].likeness < threshold);
    const near = (keep) => order.filter((i) => keep(data.pairs[i].likeness))
      .sort((a, b) => Math.abs(data.pairs[a].likeness - threshold)
        - Math.abs(data.pairs[b].likeness - threshold) || a - b).slice(0, NEAR);
    const columns = [data.measure, 'now', 'page', 'other'];
    const rows = (name, list) => [el('h3', {}, name), table(name, columns, list,
      (i) => [ratio(data.pairs[i].likeness),
        tag(data.pairs[i]), pairLink(i), foreign(data.pairs[i].other.id)]),
    exportButtons(name.toLowerCase(), columns, () => list.map((i) => [data.pairs[i].likeness,
      data.pairs[i].state, data.pairs[i].page.id, data.pairs[i].other.id]))];
    $('nearline').replaceChildren(
      ...rows('Just at or above the line', near((x) => x >= threshold)),
      ...rows('Just below the line', near((x) => x < threshold)));
  }

  // ---- pairs ----

  const stateWord = { removed: 'removed', reported: 'reported', apart: 'kept apart' };
  const tag = (pair) => el('span', { class: `tag ${pair.state}` },
    stateWord[pair.state] + (pair.kind ? `, ${clean(pair.kind)}` : ''));

  const facetOf = {
    state: (p) => stateWord[p.state],
    kind: (p) => p.kind || 'none',
    decided: (p, i) => decisionOf(i) || 'open',
    host: (p) => hostOf(p.page) || '(no host)',
    file: (p) => p.page.file || '(memory)',
    language: (p) => p.page.language || '(unknown)',
    by: (p) => p.by || 'none',
    template: (p) => (p.template === undefined ? '(unknown)' : p.template ? 'yes' : 'no'),
  };
  function matches(i, except) {
    const pair = data.pairs[i];
    // Decided pairs are hidden unless the filter asks for them.
    if (except !== 'decided' && state.decided === undefined && decisionOf(i) !== ''
      && String(i) !== state.pair) return false;
    for (const facet of FACETS) {
      if (facet !== except && state[facet] !== undefined && facetOf[facet](pair, i) !== state[facet]) {
        return false;
      }
    }
    if (!state.q) return true;
    const word = state.q.toLowerCase();
    return [pair.page, pair.other].some((p) => [p.id, p.url, p.title, place(p)]
      .some((text) => (text || '').toLowerCase().includes(word)));
  }
  function filter() {
    filtered = data.pairs.map((pair, i) => i).filter((i) => matches(i));
    if (state.sort === 'least') filtered.sort((a, b) => data.pairs[a].likeness - data.pairs[b].likeness || a - b);
    if (state.sort === 'most') filtered.sort((a, b) => data.pairs[b].likeness - data.pairs[a].likeness || a - b);
  }
  function neighbour(step) {
    if (filtered.length === 0) return -1;
    const at = filtered.indexOf(Number(state.pair));
    return filtered[Math.max(0, Math.min(filtered.length - 1, at + step))];
  }
  function move(step) {
    const next = neighbour(step);
    if (next < 0) return;
    choose(next, true);
    say(`Pair ${filtered.indexOf(next) + 1} of ${filtered.length}`);
  }

  const PAIR_COLUMNS = ['decided_by_rules', 'kind', 'by', 'likeness', 'resemblance', 'containment',
    'containment_reverse', 'agreement', 'distance', 'template', 'page', 'page_url', 'page_place',
    'other', 'other_url', 'other_place', 'decision'];
  const pairRow = (i) => {
    const p = data.pairs[i];
    return [p.state, p.kind, p.by, p.likeness, p.resemblance, p.containment[0], p.containment[1],
      p.agreement, p.distance, p.template, p.page.id, p.page.url || '', place(p.page), p.other.id,
      p.other.url || '', place(p.other), decisionOf(i)];
  };

  function buildPairs() {
    const search = el('input', { type: 'search', id: 'search', 'aria-label': 'search ids, URLs and titles',
      placeholder: 'search ids, URLs, titles' });
    search.addEventListener('input', () => { listed = LIST_STEP; go({ q: search.value }); });
    const sort = el('select', { 'aria-label': 'order of the pairs' },
      el('option', { value: '' }, 'nearest first, clusters together'),
      el('option', { value: 'least' }, `least ${data.measure} first`),
      el('option', { value: 'most' }, `most ${data.measure} first`));
    sort.addEventListener('change', () => go({ sort: sort.value || undefined }));
    const help = el('dialog', { 'aria-labelledby': 'keys-title' }, el('h2', { id: 'keys-title' }, 'Keys'),
      el('table', {}, el('tbody', {}, ...[['j, k', 'next, previous pair'], ['y', 'they are the same'],
        ['n', 'they are different'], ['u', 'undo'], ['d, D', 'next, previous difference'],
        ['x', 'swap sides'], ['/', 'search'], ['1 to 6', 'views'], ['?', 'these keys']]
        .map(([key, what]) => el('tr', {}, el('td', {}, el('kbd', {}, key)), el('td', {}, what))))),
      el('form', { method: 'dialog' }, el('button', {}, 'Close')));
    $('pairs-app').append(
      el('div', { class: 'bar', id: 'decisions' }),
      el('div', { class: 'review' },
        el('div', {}, search, el('div', { class: 'bar' }, sort,
          el('button', { type: 'button', id: 'keys', onclick: () => help.showModal() }, 'Keys')),
        el('p', { id: 'found', class: 'note' }),
        el('ul', { class: 'list', id: 'list', 'aria-label': 'pairs', tabindex: '0' }),
        el('div', { class: 'facets', id: 'facets' }),
        exportButtons('pairs', PAIR_COLUMNS, () => filtered.map(pairRow))),
        el('article', { id: 'detail', tabindex: '-1', 'aria-label': 'the pair side by side' })),
      help);
    $('pairs-app').help = help;
    $('pairs-app').inputs = { search, sort };
  }
  // The same condition as in report.css, which then puts the pair below the list.
  const isNarrow = () => matchMedia('(max-width: 52rem)').matches;
  const openFacets = new Set(isNarrow() ? [] : ['state', 'kind']);
  function showFacets() {
    $('facets').replaceChildren(...FACETS.map((facet) => {
      const counts = new Map();
      data.pairs.forEach((pair, i) => {
        if (!matches(i, facet)) return;
        const value = facetOf[facet](pair, i);
        counts.set(value, (counts.get(value) || 0) + 1);
      });
      const values = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const chosen = state[facet];
      const shown = values.slice(0, 12);
      if (chosen !== undefined && !shown.some(([v]) => v === chosen)) shown.push([chosen, 0]);
      const details = el('details', { open: openFacets.has(facet) || chosen !== undefined },
        el('summary', {}, `${facet}${chosen === undefined ? '' : `: ${clean(chosen)}`}`),
        el('div', { class: 'values' }, ...shown.map(([value, n]) => el('button', { type: 'button',
          'aria-pressed': String(value === chosen),
          onclick: () => { listed = LIST_STEP; go({ [facet]: value === chosen ? undefined : value }); },
        }, foreign(value), ` ${count(n)}`)),
        values.length > 12 ? `and ${count(values.length - 12)} more` : null));
      details.addEventListener('toggle', () => {
        if (details.open) openFacets.add(facet); else openFacets.delete(facet);
      });
      return details;
    }));
  }
  // True if the pair above it in the list has the same page on the other side.
  function goesOn(at) {
    return at > 0 && place(data.pairs[filtered[at - 1]].other) === place(data.pairs[filtered[at]].other);
  }
  function showList() {
    const at = filtered.indexOf(Number(state.pair));
    if (at >= listed) listed = Math.ceil((at + 1) / LIST_STEP) * LIST_STEP;
    const first = Math.max(0, listed - 3 * LIST_STEP);
    const items = filtered.slice(first, listed).map((i, offset) => {
      const pair = data.pairs[i];
      const current = String(i) === state.pair;
      return el('li', {}, el('button', { type: 'button', 'aria-current': current ? 'true' : undefined,
        onclick: () => choose(i, false) },
      foreign(pair.page.title || pair.page.id),
      el('small', {}, `${ratio(pair.likeness)} ${stateWord[pair.state]}`,
        pair.kind ? `, ${clean(pair.kind)}` : '', goesOn(first + offset) ? '; same kept page as above' : '', decisionOf(i) ? `; decided: ${decisionOf(i)}` : '')));
    });
    if (first > 0) {
      items.unshift(el('li', {}, el('button', { type: 'button',
        onclick: () => { listed = Math.max(LIST_STEP, listed - LIST_STEP); showList(); } }, 'show earlier')));
    }
    if (listed < filtered.length) {
      items.push(el('li', {}, el('button', { type: 'button',
        onclick: () => { listed += LIST_STEP; showList(); } },
      `show more (${count(filtered.length - listed)} left)`)));
    }
    $('list').replaceChildren(...items);
    $('found').textContent = `${count(filtered.length)} of ${count(data.pairs.length)} listed pairs`;
    const current = $('list').querySelector('[aria-current]');
    if (current) {
      const list = $('list');
      const top = current.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 50) list.scrollTop = top - 60;
    }
  }
  function showDecisions() {
    const n = decisions.size;
    const kept = data.decided_all;
    $('decisions').replaceChildren(...[
      el('span', { id: 'decided-count' }, n === 0 ? 'No decisions yet (keys y and n).'
        : `${count(n)} ${n === 1 ? 'decision' : 'decisions'}; the rules agree with ${count(agreed())}.`),
      kept > 0 ? el('span', {}, `${count(kept)} earlier ${kept === 1 ? 'one lies' : 'ones lie'} in the result`
        + `${data.decisions_not_asked > 0 ? '; this run did not ask them' : ''}.`) : null,
      el('button', { type: 'button', id: 'export', disabled: n === 0,
        onclick: () => save('decisions.tsv', 'text/tab-separated-values', decisionsText()) },
      'Export decisions'),
      n > 0 ? el('code', { class: 'command' }, command(['--decisions', 'decisions.tsv'])) : null,
      n > 0 ? withApply() : null,
    ].filter(Boolean));
  }

  // A run that did not use people's decisions judged by the rules alone.
  function why(pair) {
    if (!pair.decided) return ruled(pair);
    if (data.decisions_not_asked === 0) return `People decided: ${pair.decided}.`;
    return `${ruled(pair)} People decided: ${pair.decided}; this run did not ask them.`;
  }
  function apart(pair, value, at) {
    const twoPages = 'their titles, or what is visible beside the judged text, say that they are two pages';
    const reached = `${data.measure} ${value} would do (at least ${at}), but `;
    switch (pair.why) {
      case 'decided': return 'people called their texts different.';
      case 'template': return `${reached}they are two fillings of one template, and this run keeps those.`;
      case 'names': return `${reached}their names (words of title, heading or path that the text uses) say that they are two pages.`;
      case 'unjudged': return `${reached}${twoPages}.`;
      case 'elsewhere': return `${pair.likeness >= data.threshold && data.remove.includes('content') ? `${reached}${twoPages}; ` : ''}`
        + 'the page is reported for another one that it resembles more.';
      default: return pair.likeness < data.threshold ? `${data.measure} ${value} is below ${at}.`
        : `${data.measure} ${value} reaches ${at}, but another figure does not: the resemblance where agreement decides, or the estimate of a sketch.`;
    }
  }
  const named = (who, word) => (word ? `only ${who} uses \u201c${word}\u201d of its title, heading or path` : '');
  function ruled(pair) {
    const value = ratio(pair.likeness);
    const at = String(data.threshold);
    const share = Math.max(pair.containment[0] || 0, pair.containment[1] || 0);
    if (pair.state === 'removed' && pair.by === 'digest') return 'Removed: both have the same text.';
    if (pair.state === 'removed' && pair.by === 'bytes') return 'Removed: both are too large to be read, and their raw bytes are equal.';
    if (pair.state === 'removed' && pair.by === 'link') return 'Removed: connected through a chain of duplicates.';
    if (pair.state === 'removed' && pair.likeness >= data.threshold) {
      return `Removed: ${data.measure} ${value} is at least ${at}`
        + `${pair.by === 'sketch' ? ', as estimated by sketches' : ''}.`;
    }
    if (pair.kind === 'layout' || pair.kind === 'partial') {
      return `${pair.state === 'removed' ? 'Removed' : 'Kept and reported'}: ${data.measure} ${value} is below ${at}, `
        + `but ${ratio(share)} of one page stands in the other (at least ${ratio(data.min_containment)}), and their layouts `
        + `${pair.kind === 'layout' ? 'are alike' : 'differ or are unknown'}.`;
    }
    if (pair.name_words) {
      const [own, others] = pair.name_words.map((word) => clean(word));
      return `Kept apart by names, and reported: ${data.measure} ${value} would do (at least ${at}), but `
        + `${named('this page', own)}${own && others ? ', and ' : ''}${named('the other', others)}.`;
    }
    if (pair.state === 'apart') return `Kept apart: ${apart(pair, value, at)}`;
    return `${pair.state === 'removed' ? 'Removed' : 'Reported'}: kind ${clean(pair.kind)}, ${data.measure} ${value}.`;
  }

  function comparedTable(a, b) {
    const rows = [['URL', a.url, b.url], ['host', hostOf(a), hostOf(b)], ['time', timeOf(a), timeOf(b)],
      ['title', a.title, b.title], ['language', a.language, b.language], ['id', a.id, b.id],
      ['place', place(a), place(b)]].map(([name, x, y]) => [name, x || '', y || '']);
    const row = ([name, x, y]) => el('tr', { class: x === y ? undefined : 'differs' },
      el('th', { scope: 'row' }, name),
      el('td', {}, name === 'URL' ? link(x) : foreign(x || '\u2013')),
      el('td', {}, name === 'URL' ? link(y) : foreign(y || '\u2013')));
    const head = el('thead', {}, el('tr', {}, el('td', {}),
      el('th', { scope: 'col' }, swapped ? 'kept' : 'this page'), el('th', { scope: 'col' }, swapped ? 'this page' : 'kept')));
    const differing = rows.filter(([, x, y]) => x !== y);
    const same = rows.filter(([, x, y]) => x === y && x !== '');
    return [el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'what differs' },
      el('table', { class: 'compared' }, head, el('tbody', {}, ...differing.map(row)))),
    same.length === 0 ? null : el('details', {}, el('summary', {}, `the same in both: ${same.map((r) => r[0]).join(', ')}`),
      el('table', { class: 'compared' }, el('tbody', {}, ...same.map(row))))];
  }
  const langOf = (page) => (/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(page.language || '') ? page.language : undefined);
  function passagesGrid(pair, a, b) {
    if (!pair.passages && pair.by === 'bytes') {
      return el('p', { class: 'note' }, 'Both pages are too large to be read: their raw bytes are equal.');
    }
    if (!pair.passages) {
      return el('p', { class: 'note' }, 'This page has no text of the pair. On the machine of the run: ',
        el('code', {}, data.folder ? `facsim show ${quoted(data.folder)} ${quoted(place(pair.page))}`
          : `result.show(${pair.page.file ? JSON.stringify(place(pair.page)) : pair.page.offset})`));
    }
    const side = (name, page, units, text) => (units === 0
      ? el('div', { class: 'none' }, 'nothing here')
      : el('div', { class: name, dir: 'auto', lang: langOf(page) }, clean(text)));
    const cells = [];
    const half = pair.left_out ? Math.ceil(pair.passages.length / 2) : -1;
    pair.passages.forEach((passage, i) => {
      const [shared, first, second, x, y] = passage;
      if (i === half) cells.push(el('div', { class: 'same' }, `${count(pair.left_out)} passages in the middle are left out`));
      if (shared) {
        cells.push(el('div', { class: 'same' }, `= ${count(first)} ${first === 1 ? 'unit' : 'units'}: `,
          el('bdi', { dir: 'auto', lang: langOf(a) }, clean(x))));
      } else {
        const left = side('a', a, swapped ? second : first, swapped ? y : x);
        const right = side('b', b, swapped ? first : second, swapped ? x : y);
        left.classList.add('difference');
        cells.push(left, right);
      }
    });
    return el('div', { class: 'sides', id: 'passages' },
      el('div', { class: 'head' }, swapped ? 'only in the kept page' : 'only in this page'),
      el('div', { class: 'head' }, swapped ? 'only in this page' : 'only in the kept page'), ...cells);
  }
  function figures(pair) {
    const rows = [['resemblance', ratio(pair.resemblance) + (pair.error ? ` \u00b1 ${ratio(pair.error)}` : '')],
      ['containment', `${ratio(pair.containment[0])} of this page in the other, ${ratio(pair.containment[1])} in reverse`],
      ['agreement', ratio(pair.agreement)], ['distance', pair.distance === undefined ? '\u2013' : `${pair.distance} bits`],
      ['measured by', pair.by || '\u2013'],
      ['as two pages of a template', pair.template === undefined ? 'not asked' : pair.template ? 'yes' : 'no']];
    return el('dl', { class: 'facts' }, ...rows.map(([name, value]) =>
      el('div', {}, el('dt', {}, name), el('dd', {}, value))));
  }
  function showDetail() {
    const i = Number(state.pair);
    const pair = data.pairs[i];
    if (state.pair === undefined || !pair) {
      $('detail').replaceChildren(el('p', { class: 'note' },
        data.pairs.length === 0 ? 'There are no pairs.' : 'Choose a pair, or press j.'));
      return;
    }
    const [a, b] = swapped ? [pair.other, pair.page] : [pair.page, pair.other];
    const note = el('input', { type: 'text', 'aria-label': 'note on the decision', placeholder: 'note',
      value: (decisions.get(i) || { note: '' }).note, disabled: !decisions.has(i) });
    note.addEventListener('input', () => {
      if (!decisions.has(i)) return;
      decisions.get(i).note = note.value;
      storeDecisions();
    });
    const decided = decisionOf(i);
    const button = (text, key, value) => el('button', { type: 'button', id: `decide-${value}`,
      'aria-pressed': String(decided === value), onclick: () => decide(value) }, `${text} `, el('kbd', {}, key));
    differenceAt = -1;
    $('detail').replaceChildren(
      el('p', { class: 'why' }, tag(pair), ' ', decided ? el('span', { class: 'tag decided' }, `decided: ${decided}`) : null,
        ' ', why(pair)),
      ...comparedTable(a, b).filter(Boolean), figures(pair), passagesGrid(pair, a, b),
      el('div', { class: 'bar decide' }, button('Same', 'y', 'same'), button('Different', 'n', 'different'),
        el('button', { type: 'button', onclick: undo }, 'Undo ', el('kbd', {}, 'u')),
        el('button', { type: 'button', onclick: () => nextDifference(1) }, 'Next difference ', el('kbd', {}, 'd')),
        el('button', { type: 'button', onclick: () => { swapped = !swapped; showDetail(); } }, 'Swap ', el('kbd', {}, 'x')),
        note));
  }
  function nextDifference(step) {
    const all = [...document.querySelectorAll('#passages .difference')];
    if (all.length === 0) { say('There is no difference to show.'); return; }
    for (const each of document.querySelectorAll('#passages .here')) each.classList.remove('here');
    differenceAt = (differenceAt + step + all.length) % all.length;
    for (const each of [all[differenceAt], all[differenceAt].nextElementSibling]) each.classList.add('here');
    all[differenceAt].scrollIntoView({ block: 'center' });
    say(`Difference ${differenceAt + 1} of ${all.length}: ${all[differenceAt].textContent.slice(0, 200)}; `
      + all[differenceAt].nextElementSibling.textContent.slice(0, 200));
  }

  // ---- clusters, hosts, skipped ----

  function buildClusters() {
    if (!$('clusters-app')) return;
    const kinds = (cluster) => Object.entries(cluster.kinds).map(([k, n]) => `${clean(k)} ${count(n)}`).join(', ');
    $('clusters-app').append(
      el('p', { class: 'note' }, `The ${count(data.clusters.length)} largest of ${count(data.clusters_all)}.`),
      ...data.clusters.slice(0, 100).map((cluster) => {
        const details = el('details', {}, el('summary', {}, el('b', {}, count(cluster.size)), ' pages, ',
          bytes(cluster.bytes_saved), ' saved: ', foreign(cluster.id), ` (${kinds(cluster)})`));
        details.addEventListener('toggle', () => {
          if (!details.open || details.children.length > 1) return;
          details.append(el('p', {}, 'Kept: ', link(cluster.url || cluster.id)),
            table(`members of ${clean(cluster.id)}`, ['page', 'URL', 'kind', 'resemblance to the kept page'],
              cluster.members, (m) => [foreign(m.id), link(m.url || ''), foreign(m.kind), ratio(m.likeness)]),
            exportButtons(`members of ${clean(cluster.id)}`, ['page', 'url', 'file', 'offset', 'kind', 'resemblance'],
              () => cluster.members.map((m) => [m.id, m.url || '', m.file || '', m.offset, m.kind, m.likeness])),
            el('p', { class: 'note' }, cluster.members.length < cluster.size - 1
              ? `The first ${count(cluster.members.length)} of ${count(cluster.size - 1)} removed pages.` : ''));
        });
        return details;
      }),
      exportButtons('clusters', ['kept', 'url', 'file', 'offset', 'pages', 'bytes_saved'], () =>
        data.clusters.map((c) => [c.id, c.url || '', c.file || '', c.offset, c.size, c.bytes_saved])));
  }
  function buildHosts() {
    const shown = (host) => foreign(host || '(no URL)');
    const all = (n, of) => (n < of ? `The first ${count(n)} of ${count(of)}.` : '');
    $('hosts-app').append(el('h3', {}, 'Hosts that lost pages'),
      table('hosts that lost pages', ['host', 'removed', 'reported'], data.hosts,
        (h) => [shown(h.host), h.removed, h.reported]),
      el('p', { class: 'note' }, all(data.hosts.length, data.hosts_all)),
      exportButtons('hosts', ['host', 'removed', 'reported'], () =>
        data.hosts.map((h) => [h.host, h.removed, h.reported])),
      el('h3', {}, 'Hosts that repeat others'),
      data.host_pairs.length === 0
        ? el('p', {}, 'No page was removed for a page of another host.')
        : table('hosts that repeat others', ['removed from', 'kept on', 'pages'], data.host_pairs,
          (h) => [shown(h.from), shown(h.to), h.removed]),
      el('p', { class: 'note' }, all(data.host_pairs.length, data.host_pairs_all)),
      exportButtons('host-pairs', ['removed_from', 'kept_on', 'pages'], () =>
        data.host_pairs.map((h) => [h.from, h.to, h.removed])));
  }
  function buildSkipped() {
    if (!$('skipped-app') || data.skipped.length === 0) return;
    const columns = ['file', 'offset', 'bytes', 'reason'];
    $('skipped-app').append(table('skipped records', columns, data.skipped,
      (s) => [foreign(s.file), s.offset, s.bytes, foreign(s.reason)]),
    el('p', { class: 'note' }, data.skipped.length < data.skipped_all
      ? `The first ${count(data.skipped.length)} of ${count(data.skipped_all)}.` : ''),
    exportButtons('skipped', columns, () => data.skipped.map((s) => [s.file, s.offset, s.bytes, s.reason])));
  }

  // Tables of the page without script get export buttons too; whole numbers are exported as
  // numbers.
  function buildStaticExports() {
    for (const box of document.querySelectorAll('#overview .scroll, #skipped > .scroll, #hosts > .scroll')) {
      const rows = () => [...box.querySelectorAll('tbody tr')].map((row) =>
        [...row.cells].map(({ textContent: text }) =>
          (/^\d{1,3}(,\d{3})*$/.test(text) ? Number(text.replace(/,/g, '')) : text)));
      if (rows().length === 0) continue;
      const columns = [...box.querySelectorAll('th')].map((cell) => cell.textContent);
      box.after(exportButtons(box.getAttribute('aria-label').toLowerCase(), columns, rows));
    }
  }

  // ---- start ----

  function render() {
    for (const view of VIEWS) $(view).hidden = view !== state.view;
    for (const a of document.querySelectorAll('nav a')) {
      if (a.hash.slice(1).split('&')[0] === state.view) a.setAttribute('aria-current', 'page');
      else a.removeAttribute('aria-current');
    }
    if (state.view === 'whatif' && $('slider')) $('slider').show?.();
    if (state.view !== 'pairs') return;
    const { search, sort } = $('pairs-app').inputs;
    if (search.value !== (state.q || '')) search.value = state.q || '';
    sort.value = state.sort || '';
    filter();
    if (state.pair === undefined && filtered.length > 0) {
      state.pair = String(filtered[0]);
      write(true);
    }
    showDecisions();
    showFacets();
    showList();
    showDetail();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(input|select|textarea)$/i.test(event.target.tagName) && event.target.type !== 'range') {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    if ($('pairs-app').help.open) return;
    if (/^[1-6]$/.test(event.key)) { go({ view: VIEWS[Number(event.key) - 1] }, false); return; }
    if (state.view !== 'pairs') return;
    const keys = {
      j: () => move(1), k: () => move(-1), y: () => decide('same'), n: () => decide('different'),
      u: undo, d: () => nextDifference(1), D: () => nextDifference(-1),
      x: () => { swapped = !swapped; showDetail(); }, '?': () => $('pairs-app').help.showModal(),
      '/': () => $('search').focus(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  async function unpacked() {
    const text = atob($('data').textContent);
    const packed = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).json();
  }

  async function start() {
    try {
      data = await unpacked();
    } catch {
      say('This browser cannot unpack the data of the page; what you see is its summary.');
      return;
    }
    loadDecisions();
    buildStaticExports();
    buildSlider();
    buildPairs();
    buildClusters();
    buildHosts();
    buildSkipped();
    document.documentElement.classList.add('js');
    state = parse();
    render();
    addEventListener('hashchange', () => {
      const before = state.view;
      state = parse();
      listed = LIST_STEP;
      render();
      // Only without script are the views one below the other.
      if (state.view !== before) scrollTo(0, 0);
    });
    scrollTo(0, 0);
    addEventListener('keydown', onKey);
    document.documentElement.dataset.ready = 'true';
  }
  start();
})();
