import { readFileSync } from 'node:fs';
import { memoize } from '@plinth/plugin';

const SHEET = new URL('../../../assets/vendor/bootstrap/more.css', import.meta.url);
/** Bootstrap's rules that pages have only if somebody's own HTML asks for them, and our colours for them. */
export const OWN_HTML_STYLE = 'core-views/css/own-html.css';

/** Class names that only that sheet has. @type {(sheet: URL) => Set<string>} */
const namesOf = memoize((sheet) => {
  const selectors = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\/|\{[^{}]*\}/g, ' ');
  return new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name));
});

/** Whether this HTML names classes that no other sheet of a page has. @param {string} html */
export function needsOwnHtmlStyle(html) {
  const names = namesOf(SHEET);
  const lists = Array.from(html.matchAll(/\sclass=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi), (found) =>
    found.slice(1).join(''),
  );
  return lists.some((list) => list.split(/\s+/).some((name) => names.has(name)));
}
