/** @import { Place } from '@plinth/plugin' */
import { html, raw } from '@plinth/plugin';

/** Parameters of a view that a change of its conditions makes meaningless. */
const PAGING = ['after', 'before'];

/**
 * Where a view stands on the page being rendered: its DOM id, what its query parameters are called here, and addresses
 * that change them and keep everything else.
 *
 * @param {{ view: string, table: string | null, main: boolean, id: string, here: string }} options
 * @returns {Place}
 */
export function createPlace({ view, table, main, id, here }) {
  const mark = here.indexOf('?');
  const path = mark < 0 ? here : here.slice(0, mark);
  const query = mark < 0 ? '' : here.slice(mark + 1);

  /** @param {string} name */
  const param = (name) => (main ? name : `${view}:${name}`);
  /** @param {string} name a field, or field.operator */
  const fieldParam = (name) => (main || !table ? name : `${table}.${name}`);

  /** @param {Record<string, string | null>} changes view parameters by name; null takes one away */
  const href = (changes) => {
    const params = new URLSearchParams(query);
    for (const name of Object.keys(changes)) {
      for (const key of [param(name), `${view}:${name}`]) params.delete(key);
      const value = changes[name];
      if (value !== null && value !== '') params.set(param(name), value);
    }
    const text = readable(params);
    return text ? `${path}?${text}` : path;
  };

  /** @param {(key: string) => boolean} isOwn controls that the form itself has */
  const hidden = (isOwn) => {
    const kept = [...new URLSearchParams(query)].filter(
      ([key]) => !isOwn(key) && !PAGING.some((name) => key === param(name)),
    );
    return raw(kept.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`.text).join(''));
  };

  return { id, path, param, fieldParam, href, hidden };
}

/** Colons and commas need no escape in a query and are easier to read without. @param {URLSearchParams} params */
function readable(params) {
  return params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
}
