/** @import { ViewLocation } from '@plinth/plugin' */
import { html, raw } from '@plinth/plugin';

/** Parameters of a view that a change of its conditions makes meaningless. */
const PAGING = ['after', 'before', 'at'];

/** Parameters that mean the view itself on its own page, whatever fields there are. */
export const BARE_PARAMETERS = new Set(['id', 'sort', 'after', 'before', 'q']);

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

  /** @param {string} name */
  const param = (name) => (main && BARE_PARAMETERS.has(name) ? name : `${view}:${name}`);
  /** @param {string} name a field, or field.operator */
  const fieldParam = (name) => (main || !table ? name : `${table}.${name}`);

  /** @param {Record<string, string | null>} changes view parameters by name; null removes one */
  const href = (changes) => {
    const params = new URLSearchParams(query);
    for (const name of Object.keys(changes)) {
      // A row is selected for its table, so that all views of the table on the page agree.
      const key = name === 'id' ? fieldParam('id') : param(name);
      for (const known of [key, `${view}:${name}`]) params.delete(known);
      const value = changes[name];
      if (value !== null && value !== '') params.set(key, value);
    }
    return addressOf(path, params);
  };

  /** @param {(key: string) => boolean} isGone @param {readonly (readonly [string, string])[]} [added] */
  const without = (isGone, added = []) => {
    const params = new URLSearchParams(query);
    for (const key of [...params.keys()]) if (isGone(key) || isPaging(key)) params.delete(key);
    for (const [key, value] of added) params.append(key, value);
    return addressOf(path, params);
  };
  const isPaging = (/** @type {string} */ key) =>
    PAGING.some((name) => key === param(name) || key.endsWith(`:${name}`));

  /** @param {(key: string) => boolean} isOwn controls in the form itself */
  const hidden = (isOwn) => {
    const kept = [...new URLSearchParams(query)].filter(([key]) => !isOwn(key) && !isPaging(key));
    return raw(kept.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`.text).join(''));
  };

  return { id, path, param, fieldParam, href, without, hidden };
}

/**
 * Colons and commas need no escaping in a query and are easier to read without.
 *
 * @param {string} path @param {URLSearchParams} params
 */
function addressOf(path, params) {
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text ? `${path}?${text}` : path;
}
