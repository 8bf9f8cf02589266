// SPDX-License-Identifier: Apache-2.0
// The interactive part of the service's page: status, checks over time, clusters, "seen?".
//
// It only reads: none of its requests changes anything. Foreign text is inserted as text nodes,
// never as markup. A token is only in sessionStorage and in the header of requests. While the page
// is hidden it sends no requests.
/* global Shown */
'use strict';

(() => {
  const { bytes, clean, count: number, el, foreign, link, ratio } = Shown;
  const EVERY = 10000;  // ms between two updates
  const EVERY_MAX = 120000;  // if the service does not answer
  const COUNT_UNASKED = 200000;  // rows; larger stores are counted only on request
  const BARS = 60;
  const MEMBERS = 100;
  const KINDS = [
    ['none', 'new'], ['exact', 'exact'], ['content', 'content'], ['layout', 'layout'],
    ['partial', 'partial'], ['too_short', 'too short'], ['added', 'added to the store']];
  const VERDICTS = {
    yes: (kind) => `Yes: seen before, a copy by ${kind}.`,
    no: (kind) => (kind ? `No: a new page, which shares a part with an old one (${kind}).`
      : 'No: a new page.'),
    too_short: () => 'Too short: it says too little to be judged.',
  };
  const TOKEN = 'facsim-token';

  const $ = (id) => document.getElementById(id);
  let token = '';
  let timer = 0;
  let wait = EVERY;
  let paused = false;
  let looking = false;
  let known = '';       // names of the collections in the lists
  let counted = '';     // the collection whose clusters were counted
  let history_ = null;

  // ---- text ----

  const plural = (n, one, many) => `${number(n)} ${n === 1 ? one : many}`;
  const span = (seconds) => {
    if (seconds < 120) return plural(seconds, 'second', 'seconds');
    if (seconds < 7200) return plural(Math.floor(seconds / 60), 'minute', 'minutes');
    if (seconds < 172800) return plural(Math.floor(seconds / 3600), 'hour', 'hours');
    return plural(Math.floor(seconds / 86400), 'day', 'days');
  };
  const moment = (text) => String(text).replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
  const clock = (ms) => new Date(ms).toISOString().slice(5, 16).replace('T', ' ');

  const say = (text) => { $('say').textContent = text; };
  // Unchanged text is not written again, because a screen reader would read it again.
  const set = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };

  const facts = (pairs) => pairs.filter((pair) => pair).map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, typeof value === 'string' ? clean(value) : value)));

  function table(name, head, rows, kind) {
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name },
      el('table', { class: kind }, el('thead', {}, el('tr', {},
        ...head.map((each) => el('th', { scope: 'col' }, each)))), el('tbody', {}, ...rows)));
  }
  const cell = (value) => el('td', {}, value);
  const figure = (value) => el('td', { class: 'n' }, value);

  // ---- requests ----

  class NeedsToken extends Error {}

  async function ask(path, body) {
    const headers = {};
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    let response;
    try {
      response = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST', headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
    } catch {
      throw new Error('The service does not answer.');
    }
    if (response.status === 401) throw new NeedsToken();
    let answer;
    try {
      answer = await response.json();
    } catch {
      answer = {};
    }
    if (!response.ok) throw new Error(answer.detail || `The service answers ${response.status}.`);
    return answer;
  }

  // Errors are shown beside the form that caused them.
  async function told(node, work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof NeedsToken) askForToken();
      else node.replaceChildren(el('p', { class: 'bad' }, clean(error.message)));
    }
  }

  function askForToken() {
    clearTimeout(timer);
    const was = token;
    token = '';
    sessionStorage.removeItem(TOKEN);
    for (const node of document.querySelectorAll('.live')) node.hidden = true;
    for (const id of ['answer', 'members', 'cluster-list', 'history', 'collections', 'facts']) {
      $(id).replaceChildren();
    }
    counted = '';
    $('token').hidden = false;
    set('token-said', was ? 'The service does not know this token.' : '');
    $('token-text').value = '';
    $('token-text').focus();
    document.documentElement.dataset.ready = 'token';
  }

  // ---- status ----

  async function readiness() {
    try {
      const response = await fetch('/readyz', { cache: 'no-store', credentials: 'omit' });
      if (response.ok) return { good: true, word: 'ready', why: '' };
      const answer = await response.json();
      return { good: false, word: 'not ready', why: String(answer.detail || response.status) };
    } catch {
      return { good: false, word: 'no answer', why: 'The service does not answer.' };
    }
  }

  function showReadiness(found) {
    if ($('ready').textContent !== found.word) say(`The service: ${found.word}. ${found.why}`);
    set('ready', found.word);
    $('ready').className = found.good ? 'tag good' : 'tag bad';
    set('ready-why', clean(found.why));
  }

  function showInfo(info) {
    const rows = info.collections.reduce((sum, each) => sum + each.last_row, 0);
    $('facts').replaceChildren(...facts([
      ['version', info.version], ['up for', span(info.seconds_up)],
      ['memory', bytes(info.memory_bytes)], ['disk', bytes(info.disk_bytes)],
      ['free on that disk', bytes(info.disk_free_bytes)], ['durability', info.durability],
      ['collections', number(info.collections.length)], ['rows written', number(rows)]]));
    $('collections').replaceChildren(table('Collections',
      ['name', 'profile', 'recipe', 'rows written', 'clusters in segments', 'pages in memory', 'segments', 'links left out', 'state'],
      info.collections.map((each) => el('tr', {}, cell(foreign(each.name)), cell(foreign(each.profile)),
        cell(foreign(each.recipe)), figure(number(each.last_row)), figure(number(each.sealed_pages)),
        figure(number(each.front_pages)), figure(number(each.segments)),
        figure(number(each.uncrawled_links)),
        cell(each.failure === null ? 'well' : el('span', { class: 'bad' }, clean(each.failure)))))));
    const names = info.collections.map((each) => each.name);
    if (names.join() === known) return;
    known = names.join();
    for (const id of ['ask-where', 'cluster-where']) {
      const chosen = names.includes($(id).value) ? $(id).value : names[0];
      $(id).replaceChildren(...names.map((name) => el('option', { value: name }, name)));
      $(id).value = chosen;
    }
  }

  async function look() {
    clearTimeout(timer);
    if (looking || document.hidden) return;
    looking = true;
    try {
      const [ready, info, past] = await Promise.all([readiness(), ask('/v1/info'), ask('/v1/history')]);
      $('token').hidden = true;
      $('forget').hidden = !token;
      for (const node of document.querySelectorAll('.live')) node.hidden = false;
      showReadiness(ready);
      showInfo(info);
      history_ = past;
      drawHistory();
      set('fresh', `As of ${new Date().toISOString().slice(11, 19)} UTC.`);
      wait = EVERY;
      document.documentElement.dataset.ready = 'yes';
      const rows = info.collections.find((each) => each.name === $('cluster-where').value).last_row;
      if (counted === '' && rows <= COUNT_UNASKED) count();
      else if (counted === '') set('count-said', `Reads all of ${number(rows)} rows, some 5 seconds a million.`);
    } catch (error) {
      if (error instanceof NeedsToken) {
        askForToken();
        return;
      }
      $('live').hidden = false;
      showReadiness(await readiness());
      set('ready-why', clean(error.message));
      wait = Math.min(EVERY_MAX, wait * 2);
    } finally {
      looking = false;
      if (!paused && $('token').hidden) timer = setTimeout(look, wait);
    }
  }

  // ---- checks over time ----

  // Sums of `size` minutes each; the last one ends now.
  function steps(minutes, shown, size) {
    const sums = new Array(BARS).fill(0);
    const last = minutes.slice(-shown);
    last.forEach((value, i) => { sums[BARS - 1 - Math.floor((last.length - 1 - i) / size)] += value; });
    return sums;
  }

  function bars(sums, most, label) {
    const svg = el('svg', { viewBox: `0 0 ${BARS * 4} 40`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': label }, el('line', { class: 'floor', x1: 0, x2: BARS * 4, y1: 39.5, y2: 39.5 }));
    sums.forEach((sum, i) => {
      if (sum === 0) return;
      const height = Math.max(1.5, 38 * sum / most);
      svg.append(el('rect', { x: i * 4 + 0.4, y: 39 - height, width: 3.2, height }));
    });
    return svg;
  }

  function drawHistory() {
    if (!history_) return;
    const shown = Number($('span').value);
    const size = shown / BARS;
    const length = history_.checks.none.length;
    const end = Date.parse(history_.begun) + length * 60000;
    const drawn = KINDS.map(([name, word]) => ({ word, sums: steps(history_.checks[name], shown, size),
      total: history_.totals[name] }));
    const unit = size === 1 ? 'a minute' : `${size} minutes`;
    const rows = drawn.map(({ word, sums, total }) => {
      const sum = sums.reduce((a, b) => a + b, 0);
      const most = Math.max(...sums);
      return el('tr', {}, el('th', { scope: 'row' }, word), figure(number(sum)), figure(number(most)),
        figure(number(total)), el('td', { class: 'drawn' }, bars(sums, most || 1,
          `${word}: ${number(sum)} in all, at most ${number(most)} in ${unit}`)));
    });
    const open = $('history').querySelector('details[open]') !== null;
    $('history').replaceChildren(
      table('Checks by kind', ['kind', 'in this time', `most in ${unit}`, 'since the start', 'over time'],
        rows, 'kinds'),
      el('p', { class: 'note' }, `From ${clock(end - shown * 60000)} to ${clock(end)} UTC, a bar for ${
        unit}. Each row has a scale of its own.`),
      el('details', { open }, el('summary', {}, 'The same as figures'), table('Checks over time',
        ['until', ...KINDS.map((kind) => kind[1])],
        Array.from({ length: BARS }, (_, i) => BARS - 1 - i)
          .filter((i) => drawn.some(({ sums }) => sums[i] > 0))
          .map((i) => el('tr', {}, figure(`${clock(end - (BARS - 1 - i) * size * 60000)} UTC`),
            ...drawn.map(({ sums }) => figure(number(sums[i]))))))));
  }

  // ---- clusters ----

  const path = (collection, rest) => `/v1/collections/${encodeURIComponent(collection)}/${rest}`;

  function count() {
    const where = $('cluster-where').value;
    counted = where;
    $('count').disabled = true;
    $('members').replaceChildren();
    set('count-said', 'Counting\u2026');
    return told($('cluster-list'), async () => {
      try {
        const found = await ask(path(where, 'clusters?limit=20'));
        set('count-said', `${found.truncated ? 'The first ' : ''}${plural(found.pages, 'page', 'pages')}${
          found.clusters.length ? '' : '; no page has a copy'}.`);
        $('cluster-list').replaceChildren(...(found.clusters.length === 0 ? [] : [table('Largest clusters',
          ['pages', 'first page', 'its URL', 'first seen', 'members'],
          found.clusters.map(({ size, first }) => el('tr', {}, figure(number(size)), cell(foreign(first.id)),
            cell(link(first.url)), figure(moment(first.first_seen)),
            cell(el('button', { type: 'button', 'aria-label': `Show the ${number(size)} pages of ${clean(first.id)}`,
              onclick: () => showMembers(where, first) }, 'Show')))), 'copied')]));
      } catch (error) {
        set('count-said', '');
        throw error;
      } finally {
        $('count').disabled = false;
      }
    });
  }

  const pageRow = (page) => el('tr', {}, cell(foreign(page.id)), cell(link(page.url)),
    figure(moment(page.first_seen)), figure(moment(page.last_seen)));

  function showMembers(where, first) {
    return told($('members'), async () => {
      const found = await ask(path(where, `clusters/${encodeURIComponent(`#${first.number}`)}`));
      const shown = found.documents.slice(0, MEMBERS);
      const more = found.truncated || shown.length < found.documents.length;
      $('members').replaceChildren(
        el('h3', { tabindex: '-1' }, 'Pages like ', foreign(first.id)),
        el('p', { class: 'note' }, more ? `The oldest ${shown.length}.` : plural(shown.length, 'page', 'pages')),
        table('Members', ['id', 'URL', 'first seen', 'last seen'], shown.map(pageRow), 'copied'));
      $('members').firstChild.focus();
    });
  }

  // ---- seen? ----

  const sides = (both) => (both ? `${ratio(both[0])} of this one, ${ratio(both[1])} of the old` : '\u2013');
  const resembles = (match) => (match.resemblance === null ? '\u2013'
    : `${ratio(match.resemblance)} \u00b1 ${ratio(match.resemblance_error)}`);

  function answered(found) {
    const { match } = found;
    const nodes = [
      el('p', { class: 'verdict' }, VERDICTS[found.seen](found.kind)),
      el('dl', { class: 'facts' }, ...facts([
        ['action', found.action], ['kind', found.kind || 'none'],
        ['cluster', found.cluster ? el('span', {}, foreign(found.cluster.id), `, ${
          plural(found.cluster.size, 'stored page', 'stored pages')}`) : 'none'],
        ['recipe', `${found.recipe} (${found.recipe_id})`],
        match && ['old page', foreign(match.id)], match && ['its URL', link(match.url)],
        match && ['first seen', moment(match.first_seen)],
        match && ['resemblance', resembles(match)],
        match && ['contained', sides(match.containment)],
        match && ['distance', match.distance === null ? '\u2013' : plural(match.distance, 'bit', 'bits')],
        match && ['layout', ratio(match.layout)]]))];
    if (found.truncated) {
      nodes.push(el('p', { class: 'note' }, 'Not all candidates were judged: too many share a key.'));
    }
    if (found.candidates && found.candidates.length > 0) {
      nodes.push(el('details', {}, el('summary', {}, `What was looked at (${found.candidates.length})`),
        table('Candidates', ['id', 'URL', 'kind', 'distance', 'resemblance', 'why not'],
          found.candidates.map((each) => el('tr', {}, cell(foreign(each.id)), cell(link(each.url)),
            figure(each.kind || 'none'), figure(each.distance === null ? '\u2013' : String(each.distance)),
            figure(ratio(each.resemblance)), cell(each.refused === null ? 'it is the answer'
              : clean(each.refused)))))));
    }
    return nodes;
  }

  function stored({ page, copies, truncated }) {
    const nodes = [
      el('p', { class: 'verdict' }, 'Yes: a page of this name is stored.'),
      el('dl', { class: 'facts' }, ...facts([
        ['id', foreign(page.id)], ['URL', link(page.url)], ['first seen', moment(page.first_seen)],
        ['last seen', moment(page.last_seen)], ['row', number(page.number)],
        ['place in its cluster', number(page.rank)], ['crawl', page.crawl === null ? 'none' : foreign(page.crawl)],
        ['bytes as fetched', page.bytes === null ? 'not known' : number(page.bytes)]]))];
    nodes.push(copies.length === 0 ? el('p', {}, 'It has no copies under another URL.')
      : table('Copies', ['copy', 'URL', 'kind', 'resemblance', 'last seen'],
        copies.map((each) => el('tr', {}, cell(foreign(each.id)), cell(link(each.url)),
          figure(each.kind || 'none'), figure(resembles(each)), figure(moment(each.last_seen))))));
    if (truncated) nodes.push(el('p', { class: 'note' }, 'There are more copies than these.'));
    return nodes;
  }

  async function seen(event) {
    event.preventDefault();
    const where = $('ask-where').value;
    const name = $('ask-name').value.trim();
    const text = $('ask-text').value;
    const at = $('answer');
    if (!name && !text.trim()) {
      at.replaceChildren(el('p', { class: 'bad' }, 'Write a text, a URL or an id first.'));
      at.focus();
      return;
    }
    at.replaceChildren(el('p', { class: 'note' }, 'Asking\u2026'));
    await told(at, async () => {
      if (text.trim()) {
        const page = { [$('ask-format').value]: text };
        if (name) page[/^[a-z][a-z0-9+.-]*:/i.test(name) ? 'url' : 'id'] = name;
        at.replaceChildren(...answered(await ask(path(where, 'check?explain=true'), page)));
      } else {
        at.replaceChildren(...stored(await ask(path(where, `copies?limit=50&id=${encodeURIComponent(name)}`))));
      }
    });
    at.focus();
  }

  // ---- start ----

  $('token-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const wished = $('token-text').value.trim();
    if (!/^[\x21-\x7e]{16,256}$/.test(wished)) {
      set('token-said', 'A token has 16 to 256 visible characters of ASCII.');
      return;
    }
    token = wished;
    sessionStorage.setItem(TOKEN, token);
    set('token-said', '');
    look();
  });
  $('forget').addEventListener('click', () => { token = ''; askForToken(); });
  $('pause').addEventListener('click', () => {
    paused = !paused;
    $('pause').setAttribute('aria-pressed', String(paused));
    if (paused) clearTimeout(timer);
    else look();
  });
  $('ask-form').addEventListener('submit', seen);
  $('span').addEventListener('change', drawHistory);
  $('count').addEventListener('click', count);
  $('cluster-where').addEventListener('change', count);
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (!document.hidden && !paused && $('token').hidden) look();
  });
  const command = document.querySelector('#interface .command');
  command.textContent = command.textContent.replace('SERVICE', location.origin);
  token = sessionStorage.getItem(TOKEN) || '';
  look();
})();
