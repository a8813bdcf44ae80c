// Saved filters of a list: one's own and shared ones, in a menu that is filled when it is opened. They are kept on
// the server in the form that the view's own page has in its address.
import { settingsOf } from './list-settings.js';

/** Parameters of the view that are saved with the conditions. */
const KEPT = ['sort', 'group', 'q'];

/** @typedef {{ id: string, name: string, query: string, shared: boolean, version: number }} Saved */

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

/** What the address says about a list, as it is saved. @param {HTMLElement} menu */
function queryOf(menu) {
  const { saved } = naming(menu);
  const kept = [...new URLSearchParams(location.search)].flatMap(([key, value]) => {
    const name = saved(key);
    return name === null || value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
}

/** The address of this page with a saved filter. @param {HTMLElement} menu @param {string} query */
function addressOf(menu, query) {
  const names = naming(menu);
  const rest = [...new URLSearchParams(location.search)].filter(
    ([key]) => names.saved(key) === null && !key.startsWith(`${names.view}:`) && !/^(after|before)$/.test(key),
  );
  const added = [...new URLSearchParams(query)].map(([name, value]) => [names.here(name), value]);
  const text = new URLSearchParams([...rest, ...added]).toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return location.pathname + (text && `?${text}`);
}

/** @param {HTMLElement} menu */
async function fill(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '');
  if (json) label(menu, json);
  if (menu instanceof HTMLDetailsElement && menu.open) await drawn(menu);
}

/** @param {HTMLElement} menu @param {{ filters: Saved[], mayKeep: boolean }} known @returns {Saved | undefined} the one in use */
function label(menu, known) {
  const now = queryOf(menu);
  const current = known.filters.find(({ query }) => now !== '' && query === now);
  const name = menu.querySelector('summary > span');
  menu.dataset.plLabel ??= name?.textContent ?? '';
  if (name) name.textContent = current?.name ?? menu.dataset.plLabel;
  menu.hidden = !known.mayKeep && known.filters.length === 0;
  return current;
}

/** What is in the menu is made when it is opened. @param {HTMLElement} menu */
async function drawn(menu) {
  const [{ draw }, { json }] = await Promise.all([
    import('./list-saved-menu.js'),
    settingsOf(menu.dataset.plSaved ?? ''),
  ]);
  if (json && !isNaming(menu)) draw(menu, { ...json, uses: { addressOf, label, queryOf } });
}

/** Whether somebody is typing a name: it stays, whatever else on the page is renewed. @param {HTMLElement} menu */
function isNaming(menu) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (menu.querySelectorAll('form input.form-control'));
  return menu.hasAttribute('open') && [...inputs].some((input) => input.value !== input.defaultValue);
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches('[data-pl-saved]')) void drawn(target);
  },
  true,
);

/** @returns {HTMLElement[]} */
const menus = () => [...document.querySelectorAll('[data-pl-saved]')].map((one) => /** @type {HTMLElement} */ (one));

/** A list that is opened without conditions opens with the filter of one's choice. @param {HTMLElement} menu */
async function openDefault(menu) {
  const { json } = await settingsOf(menu.dataset.plSaved ?? '');
  const chosen = json?.filters.find((/** @type {Saved} */ { id }) => id === json.settings.filter);
  const came = performance.getEntriesByType('navigation')[0];
  const isBack = /** @type {PerformanceNavigationTiming | undefined} */ (came)?.type === 'back_forward';
  if (chosen && !isBack && queryOf(menu) === '') location.replace(addressOf(menu, chosen.query));
}

document.addEventListener('htmx:after:swap', () => menus().forEach(fill));
for (const menu of menus()) {
  fill(menu);
  openDefault(menu);
}
