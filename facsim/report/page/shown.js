// SPDX-License-Identifier: Apache-2.0
// Helpers of all page scripts: nodes, foreign text as text, links to pages.
/* exported Shown */
'use strict';

const Shown = (() => {
  const code = (c) => `\u27e6U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e7`;
  // Control characters, and characters that change the text direction, are made visible and have no
  // effect.
  const clean = (text) => String(text).replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, code);
  const ratio = (x) => (x === null || x === undefined ? '\u2013' : String(Math.round(x * 1e4) / 1e4));
  const count = (n) => Number(n).toLocaleString('en-US');
  const bytes = (n) => {
    if (n === null || n === undefined) return 'not known';
    const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
    let i = 0;
    while (n >= 1024 && i < units.length - 1) { n /= 1024; ++i; }
    return `${i === 0 ? n : n.toFixed(1)} ${units[i]}`;
  };

  // el('a', {href: '#'}, 'text', child): children that are strings become text nodes.
  function el(tag, attributes, ...children) {
    const svg = ['svg', 'rect', 'line', 'title'].includes(tag);
    const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === false) continue;
      if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value === true ? '' : value);
    }
    node.append(...children.filter((c) => c !== null && c !== undefined));
    return node;
  }
  const foreign = (text) => el('bdi', {}, clean(text));

  function link(url) {
    if (url === null || url === undefined) return '\u2013';
    if (!/^https?:\/\//i.test(url)) return foreign(url);
    let href;
    try { href = new URL(url).href; } catch { return foreign(url); }
    return el('a', { href, rel: 'noreferrer noopener', target: '_blank', referrerpolicy: 'no-referrer' },
      foreign(url));
  }

  return { bytes, clean, count, el, foreign, link, ratio };
})();
