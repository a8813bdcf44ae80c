/** @import { ViewLocation } from '@plinth/plugin' */
import { html, raw } from '@plinth/plugin';

/** Parameters of a view that a change of its conditions makes meaningless. */
const PAGING = ['after', 'before', 'at'];

/** Which menu is open: of this answer alone, whatever is chosen in it. */
const OPEN_MENU = ':menu';

/** Parameters that mean the view itself on its own page, whatever fields there are. */
export const BARE_PARAMETERS = new Set(['id', 'sort', 'after', 'before', 'q']);

/** @typedef {{ key: string, value: string, text: string }} Said text: as it stands in an address */

/**
 * Where a view is on the page being rendered: its DOM id, the names of its query parameters, and addresses that change
 * some of them and keep everything else.
 *
 * @param {{ view: string, table: string | null, main: boolean, id: string, here: string }} options
 * @returns {ViewLocation}
 */
export function createViewLocation({ view, table, main, id, here }) {
  const mark = here.indexOf('?');
  const path = mark < 0 ? here : here.slice(0, mark);
  const query = mark < 0 ? '' : here.slice(mark + 1);

  const own = `${view}:`;
  /** @param {string} name */
  const param = (name) => (main && BARE_PARAMETERS.has(name) ? name : `${view}:${name}`);
  /** @param {string} name a field, or field.operator */
  const fieldParam = (name) => (main || !table ? name : `${table}.${name}`);

  /** What the address says now, read when the first link is printed. @type {Said[] | null} */
  let said = null;
  const all = () =>
    (said ??= [...new URLSearchParams(query)]
      .filter(([key]) => !key.endsWith(OPEN_MENU))
      .map(([key, value]) => ({ key, value, text: spelled(key, value) })));

  /** @param {string} text parameters, each behind an ampersand */
  const address = (text) => (text === '' ? path : `${path}?${text.slice(1)}`);

  /** @param {Record<string, string | null>} changes view parameters by name; null removes one */
  const href = (changes) => {
    let text = '';
    for (const one of all()) if (!isChanged(one.key, changes)) text += `&${one.text}`;
    for (const name of Object.keys(changes)) {
      const value = changes[name];
      // A row is selected for its table, so that all views of the table on the page agree.
      if (value !== null && value !== '') text += `&${spelled(name === 'id' ? fieldParam('id') : param(name), value)}`;
    }
    return address(text);
  };

  /** @param {string} key @param {Record<string, string | null>} changes */
  const isChanged = (key, changes) => {
    if (key.startsWith(own)) return Object.hasOwn(changes, key.slice(own.length));
    if (Object.hasOwn(changes, 'id') && key === fieldParam('id')) return true;
    return main && key !== 'id' && BARE_PARAMETERS.has(key) && Object.hasOwn(changes, key);
  };

  /** @param {(key: string) => boolean} isGone @param {readonly (readonly [string, string])[]} [added] */
  const without = (isGone, added = []) => {
    let text = '';
    for (const one of all()) if (!isGone(one.key) && !isPaging(one.key)) text += `&${one.text}`;
    for (const [key, value] of added) text += `&${spelled(key, value)}`;
    return address(text);
  };
  const isPaging = (/** @type {string} */ key) =>
    PAGING.some((name) => key === param(name) || key.endsWith(`:${name}`));

  /** @param {(key: string) => boolean} isOwn controls in the form itself */
  const hidden = (isOwn) => {
    const kept = all().filter(({ key }) => !isOwn(key) && !isPaging(key));
    return raw(kept.map(({ key, value }) => html`<input type="hidden" name="${key}" value="${value}">`.text).join(''));
  };

  return { id, path, param, fieldParam, href, without, hidden };
}

/** What needs no escaping in a query, as most parameters do. */
const PLAIN = /^[\w*.:,-]*$/;

/**
 * A parameter as it stands in an address. Colons and commas need no escaping, and are easier to read without.
 *
 * @param {string} key @param {string} value
 */
function spelled(key, value) {
  if (PLAIN.test(key) && PLAIN.test(value)) return `${key}=${value}`;
  return new URLSearchParams([[key, value]]).toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
}
