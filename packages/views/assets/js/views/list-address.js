// What the address says about a list, and addresses of a list that is filtered otherwise.

/** Parameters of the view that are saved with the conditions. */
const KEPT = ['sort', 'group', 'q'];

/** @param {HTMLElement} menu */
function naming({ dataset }) {
  const { plSaved: view = '', plTable: table = '' } = dataset;
  const own = 'plOwn' in dataset;
  return {
    view,
    /** The saved name of a parameter of the address; null: it is not this list's. @param {string} key */
    saved(key) {
      if (KEPT.some((name) => key === `${view}:${name}` || (own && key === name && name !== 'group')))
        return key.slice(key.indexOf(':') + 1);
      if (key.includes(':')) return null;
      if (key.startsWith(`${table}.`)) return key.slice(table.length + 1);
      return own && !['id', 'after', 'before'].includes(key) ? key : null;
    },
    /** @param {string} name */
    here(name) {
      if (KEPT.includes(name)) return own && name !== 'group' ? name : `${view}:${name}`;
      return own ? name : `${table}.${name}`;
    },
  };
}

/**
 * What the address says about a list, as it is saved; not how it is grouped, where its reader always has it so.
 *
 * @param {HTMLElement} menu @param {{ group?: string | null }} settings
 */
export function queryOf(menu, settings) {
  const { saved } = naming(menu);
  const kept = [...new URLSearchParams(location.search)].flatMap(([key, value]) => {
    const name = saved(key);
    const isUsual = name === 'group' && value === settings.group;
    return name === null || value === '' || isUsual ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
}

/** The address of this page with a saved filter. @param {HTMLElement} menu @param {string} query */
export function addressOf(menu, query) {
  const names = naming(menu);
  const rest = [...new URLSearchParams(location.search)].filter(
    ([key]) => names.saved(key) === null && !key.startsWith(`${names.view}:`) && !/^(after|before)$/.test(key),
  );
  const added = [...new URLSearchParams(query)].map(([name, value]) => [names.here(name), value]);
  const text = new URLSearchParams([...rest, ...added]).toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return location.pathname + (text && `?${text}`);
}

/**
 * @typedef {{ id: string, name: string, query: string, shared: boolean, version: number }} Saved
 * @typedef {{ filters: Saved[], settings: { filter?: string | null, group?: string | null }, mayShare: boolean, mayKeep: boolean,
 *   words: { saved: string, all: string, more: string, save: string } }} Known
 */

/**
 * The menu of saved filters is called like the one that is shown.
 *
 * @param {HTMLElement} menu @param {Known} known @returns {{ now: string, current: Saved | undefined }}
 */
export function nameMenu(menu, { filters, settings, mayKeep }) {
  const now = queryOf(menu, settings);
  const current = filters.find(({ query }) => now !== '' && query === now);
  const label = menu.querySelector('summary > span');
  menu.dataset.plLabel ??= label?.textContent ?? '';
  if (label) label.textContent = current?.name ?? menu.dataset.plLabel;
  menu.hidden = !mayKeep && filters.length === 0;
  return { now, current };
}
