// SPDX-License-Identifier: Apache-2.0
// How the scripts of the pages are checked.
const browser = ['addEventListener', 'atob', 'Blob', 'clearTimeout', 'DecompressionStream', 'document',
  'fetch', 'history', 'localStorage', 'location', 'matchMedia', 'Response', 'scrollTo', 'sessionStorage',
  'setTimeout', 'URL'];

export default [{
  files: ['**/*.js'],
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  languageOptions: {
    ecmaVersion: 2022,
    sourceType: 'script',
    globals: Object.fromEntries(browser.map((name) => [name, 'readonly'])),
  },
  rules: {
    'no-undef': 'error', 'no-unused-vars': 'error', 'no-redeclare': 'error', eqeqeq: 'error',
    'no-var': 'error', 'prefer-const': 'error', 'no-eval': 'error', 'no-implied-eval': 'error',
    'no-control-regex': 'error', 'no-shadow': 'error', 'no-unreachable': 'error',
    'no-restricted-properties': ['error', { property: 'innerHTML' }, { property: 'outerHTML' },
      { property: 'insertAdjacentHTML' }, { object: 'document', property: 'write' }],
  },
}];
