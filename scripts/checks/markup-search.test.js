import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Linter } from 'eslint';
import { noMarkupSearch } from './markup-search.js';

const config = [{ plugins: { plinth: { rules: { search: noMarkupSearch } } }, rules: { 'plinth/search': 'error' } }];

/** What is said about a piece of code. @param {string} code */
const messages = (code) => new Linter().verify(code, /** @type {any} */ (config)).map(({ message }) => message);

describe('searching finished markup', () => {
  for (const code of [
    String.raw`const A = content.text.replace(/<\/?a(\s[^>]*)?>/g, '');`,
    String.raw`const HEADING = /<(\/?)h([1-6])((?:\s[^>]*)?)>/g;`,
    String.raw`const ONLY_LINES = /^(?:<hr[^>]*>|\s)*$/;`,
    String.raw`const [tag] = /^\s*<([a-z][a-z0-9-]*)([^>]*)>/.exec(text) ?? [];`,
    String.raw`const A = shown.replace(/<[^>]*>/g, '');`,
    String.raw`const MARKED = /<!--n:picture(\d+)-->(.*?)<!--\/n:picture\1-->/gs;`,
    String.raw`const A = text.split(/(?<=\s)<\w+>/);`,
    "const hasTitle = ({ text }) => text.includes('<h1');",
    'const isBeside = (said) => printed.includes(html`-error">${said}<`.text);',
    'const isThere = printed.endsWith(`>${plain}</a>`);',
    'const [before, ...after] = text.split(ALERT.text);',
    "const at = text.indexOf('<!--x-->');",
    "const at = text.indexOf('</' + name);",
    "const A = new RegExp('<b>(.*)</b>');",
    'const A = text.replace(`<${tag}`, other);',
  ])
    it(`is refused: ${code}`, () => {
      const [message, ...more] = messages(code);
      assert.match(message ?? '', /^Let what prints the markup tell/);
      assert.deepEqual(more, []);
    });

  for (const code of [
    String.raw`const A = text.replaceAll('<', '\\u003c');`,
    'const UNSAFE = /[&<>"\']/;',
    String.raw`const A = /(?<=\d)T(?=\d)/.test(date) || /(?<!\\)(?<name>x)[^\s@<>()]+/.test(date);`,
    "const A = count < limit && /a<=b/.test('<p>');",
    'const A = html`<a class="${classes.join(\' \')}">`;',
    "const A = text.split('<').includes('a') || parts.title.text.includes(words);",
    'const A = names.includes(column.text);',
  ])
    it(`is something else: ${code}`, () => assert.deepEqual(messages(code), []));
});
