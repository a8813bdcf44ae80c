// What a list looks like to its user: the height of rows and the columns, kept on the server; and sorting by a further
// column with Shift.
import { arrange, dress, headsOf } from './list-columns.js';
import { queryOf } from './list-address.js';
import { isBack, keepSettings, settingsOf } from './list-settings.js';

/** @import { Known } from './list-address.js' */
/** @import { Look } from './list-columns.js' */

/** By view; what was kept last, so that a page looks right before the server has answered. @type {Map<string, Look>} */
const looks = new Map();
const STORED = 'pl-look ';
/** How high the rows of a list are as it is printed. */
const COMPACT = 'compact';
/** Nothing tells that somebody is about to use a heading. */
const TOUCHED = '(hover: none) and (min-width: 576px)';

/** @typedef {{ view: string, section: HTMLElement, menu: HTMLElement, table: HTMLTableElement | null }} List */

/** @returns {List[]} */
const lists = () =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-pl-look]'))].flatMap(listOf);

/** @param {HTMLElement} menu @returns {List[]} */
function listOf(menu) {
  const section = /** @type {HTMLElement | null} */ (menu.closest('section[id]'));
  return section ? [{ view: menu.dataset.plLook ?? '', section, menu, table: section.querySelector('table') }] : [];
}

/** @param {string} view @returns {Look} */
function lookOf(view) {
  const known = looks.get(view);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(STORED + view) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} view @param {Look} look */
function remember(view, look) {
  looks.set(view, look);
  try {
    sessionStorage.setItem(STORED + view, JSON.stringify(look));
  } catch {
    // Storage may be full or forbidden: the look is applied once the server has answered.
  }
}

/** @param {List} list @param {Look} [look] */
function apply(list, look = lookOf(list.view)) {
  const { section, menu, table } = list;
  const { height = COMPACT } = look;
  raise(section, height);
  for (const button of menu.querySelectorAll('[data-pl-height]')) {
    const isNow = /** @type {HTMLElement} */ (button).dataset.plHeight === height;
    button.setAttribute('aria-pressed', String(isNow));
    button.classList.toggle('active', isNow);
  }
  arrange(table, look);
  size(list, look);
  document.dispatchEvent(new CustomEvent('pl:columns'));
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll('[data-pl-looks]')))
    part.hidden = false;
}

/** Tall rows are comfortable, too, and wrap their texts, see list-columns.js. @param {Element} section @param {string} [height] of its rows */
const raise = ({ classList }, height) => classList.toggle('pl-comfortable', height !== undefined && height !== COMPACT);

/** What a list would look like. @param {List} list @param {Look} changes */
const show = (list, changes) => apply(list, { ...lookOf(list.view), ...changes });

/** @param {List} list @param {Look} changes */
function keep(list, changes) {
  remember(list.view, { ...lookOf(list.view), ...changes });
  keepSettings(list.view, changes);
  apply(list);
}

/**
 * All columns with what is known of them, to be changed and kept.
 *
 * @param {List} list @returns {NonNullable<Look['columns']>}
 */
function columnsOf({ view, table }) {
  const known = new Map(lookOf(view).columns?.map((column) => [column.key, column]));
  return headsOf(table).map(({ dataset: { key = '' } }) => ({ ...known.get(key), key }));
}

/** What changes columns is loaded when it is about to be used. @param {Event} event */
function onUse({ target }) {
  const part = target instanceof Element && target.closest('section[id] thead, [data-pl-look]');
  const section = part && part.closest('section');
  if (section && section.querySelector('[data-pl-look]')) void makeAdjustable(section.id);
}

/** @type {typeof import('./list-adjust.js') | null} */
let adjusting = null;

/** @param {string} id of the list's section, which may be exchanged while the module is on its way */
async function makeAdjustable(id) {
  adjusting = await import('./list-adjust.js');
  for (const list of lists()) if (list.section.id === id) adjusting.adjust(list, { lookOf, show, keep, columnsOf });
}
for (const kind of ['pointerover', 'focusin', 'click']) document.addEventListener(kind, onUse, { passive: true });

/** @param {List} list @param {Look} [look] */
function size({ view, section, menu }, look = lookOf(view)) {
  dress(section, look, Number(menu.dataset.plFrozen) || 0);
}

// Columns can need more room than there is, and later less.
const sizes = new ResizeObserver((entries) => {
  const changed = new Set(entries.map(({ target }) => target.closest('section[id]')));
  for (const list of lists()) if (changed.has(list.section)) size(list);
});

let grouping = false;

/** Groups have a script of their own. @param {List} list */
function loadGroups({ section }) {
  if (grouping || !section.querySelector('.pl-group')) return;
  grouping = true;
  void import('./list-group.js');
}

/** Whether a list is about to open with a saved filter. @param {string} view @param {Known['settings']} settings */
function opensFiltered(view, settings) {
  const menu = /** @type {HTMLElement | null} */ (document.querySelector(`[data-pl-saved="${CSS.escape(view)}"]`));
  return Boolean(menu && settings.filter && queryOf(menu, settings) === '');
}

/** A list that says nothing of groups is grouped as its reader did last. @param {List} list @param {Known['settings']} settings */
function regroup({ view, menu }, settings) {
  const here = new URL(location.href);
  const name = `${view}:group`;
  const { plGroups = '', plGrouped = '-' } = menu.dataset;
  const group = settings.group ?? plGrouped;
  const isOffered = group === '-' || plGroups.split(' ').includes(group.split(':')[0]);
  // A saved filter that the list opens with comes first, see list-saved.js.
  if (!isOffered || group === plGrouped || here.searchParams.has(name) || opensFiltered(view, settings)) return;
  here.searchParams.set(name, group);
  location.replace(here.href.replaceAll('%3A', ':'));
}

async function look() {
  for (const list of lists()) {
    apply(list);
    for (const part of [list.table, list.table?.parentElement]) if (part) sizes.observe(part);
    loadGroups(list);
    if (list.menu.matches('[open]') || matchMedia(TOUCHED).matches) void makeAdjustable(list.section.id);
    const { json } = await settingsOf(list.view);
    if (json && !looks.has(list.view)) {
      if (!isBack()) regroup(list, json.settings ?? {});
      remember(list.view, json.settings ?? {});
      apply(list);
    }
  }
}

document.addEventListener('click', ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (target instanceof Element && target.closest('[data-pl-height]'));
  const menu = /** @type {HTMLElement | null | undefined} */ (button?.closest('[data-pl-look]'));
  const [list] = menu ? listOf(menu) : [];
  if (list) keep(list, { height: /** @type {any} */ (button).dataset.plHeight });
});

// How a list is grouped is kept, too; the link itself leads there.
document.addEventListener('click', ({ target }) => {
  const link = /** @type {HTMLElement | null} */ (target instanceof Element && target.closest('[data-pl-group]'));
  const menu = /** @type {HTMLElement | null | undefined} */ (
    link?.closest('section[id]')?.querySelector('[data-pl-look]')
  );
  if (menu) keepSettings(menu.dataset.plLook ?? '', { group: link?.dataset.plGroup });
});

// What is about to replace a list, or its rows, is brought into the same order first: cells are compared by their place.
document.addEventListener('pl:refresh:before', prepare);
document.addEventListener('pl:rows:before', prepare);

/** @param {any} event */
function prepare({ target, detail: { next } }) {
  const section = /** @type {HTMLElement | null} */ (target.closest('section[id]'));
  const menu = /** @type {HTMLElement | null | undefined} */ (section?.querySelector('[data-pl-look]'));
  if (!section || !menu) return;
  const table = next instanceof HTMLTableElement ? next : next.querySelector('table');
  arrange(table, lookOf(menu.dataset.plLook ?? ''));
  if (section.querySelector('.pl-col-menu')) adjusting?.addButtons(table);
  if (next instanceof HTMLTableElement) return;
  const heads = section.querySelector('.pl-head-menus');
  if (heads && !next.querySelector('.pl-head-menus')) next.append(heads.cloneNode(true));
  // What scripts put into the menus stays as it is, with what is being typed there.
  for (const part of ['[data-pl-saved]', '[data-pl-columns]']) {
    const now = section.querySelector(part);
    if (now?.childElementCount) next.querySelector(part)?.replaceWith(now.cloneNode(true));
  }
  for (const link of next.querySelectorAll('[data-pl-send]')) {
    const sent = /** @type {HTMLElement | null} */ (section.querySelector(`[data-pl-sent="${link.dataset.plSend}"]`));
    if (sent && sent.dataset.plFrom === link.getAttribute('href')) link.parentElement.replaceWith(sent.cloneNode(true));
  }
  raise(next, lookOf(menu.dataset.plLook ?? '').height);
}

// Shift adds a column to the order, or turns it round where it is part of it already.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('th[data-key] > a');
    if (!event.shiftKey || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = new URL(link.href);
    const name = [...next.searchParams.keys()].find((key) => /(^|:)sort$/.test(key)) ?? 'sort';
    const field = (next.searchParams.get(name) ?? '').replace(/^-/, '');
    const now = (new URL(location.href).searchParams.get(name) ?? '').split(',').filter(Boolean);
    const at = now.findIndex((part) => part.replace(/^-/, '') === field);
    if (at < 0) now.push(field);
    else now[at] = now[at].startsWith('-') ? field : `-${field}`;
    next.searchParams.set(name, now.join());
    location.assign(next.href.replaceAll('%2C', ',').replaceAll('%3A', ':'));
  },
  true,
);

for (const kind of ['htmx:after:swap', 'pl:menu']) document.addEventListener(kind, look);
look();
