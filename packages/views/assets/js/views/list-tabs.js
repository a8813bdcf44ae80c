// Saved filters as tabs at the head of a list: all rows, one's own filters, shared ones. What doesn't fit is in a menu at
// their end. Loaded where there are saved filters, or where somebody could save one.
import { addressOf, queryOf } from './list-address.js';
import { chosenIn } from './list-chosen.js';

/** @import { Known, Saved } from './list-address.js' */

const STYLE = new URL('../../css/list-tabs.css', import.meta.url).href;

/** Tabs without their style would push everything away. @type {Promise<unknown> | null} */
let styled = null;

/** @returns {Promise<unknown>} once tabs and menu look right */
export function addStyle() {
  return (styled ??= load());
}

function load() {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: STYLE });
  const loaded = new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
  document.head.append(link);
  return loaded;
}

/** @param {HTMLElement} menu of saved filters @param {Known} known */
export async function drawTabs(menu, known) {
  await addStyle();
  const head = menu.closest('.card-header, .pl-view-header');
  const section = menu.closest('section[id]');
  if (!head || !section) return;
  const now = queryOf(menu, known.settings);
  const current = known.filters.find(({ query }) => query === now && now !== '');
  offerSave(section, menu, known, now !== '' && !current);
  const chosen = chosenIn(menu, known);
  const tabs = known.filters.length > 0 ? tabsOf(menu, known, { now, current, chosen }) : null;
  const old = head.querySelector('.pl-list-tabs');
  if (!tabs) return old?.remove();
  if (old?.isEqualNode(tabs)) return;
  if (old) old.replaceWith(tabs);
  else head.querySelector('.card-actions')?.before(tabs);
  globalThis.htmx?.process(tabs);
  new ResizeObserver(() => fit(tabs)).observe(tabs);
  fit(tabs);
}

/** @param {HTMLElement} menu @param {Known} known @param {{ now: string, current: Saved | undefined, chosen: Saved | undefined }} shown */
function tabsOf(menu, { filters, words }, { now, current, chosen }) {
  const nav = document.createElement('nav');
  nav.className = 'pl-list-tabs';
  nav.ariaLabel = words.saved;
  nav.setAttribute('hx-boost:inherited', 'true');
  nav.append(tab(menu, words.all, '', now === ''));
  for (const one of filters) {
    const link = tab(menu, one.name, one.query, one === current);
    // A click leads back to it as it is saved.
    link.classList.toggle('pl-tab-changed', one === chosen && one !== current);
    nav.append(link);
  }
  const more = document.createElement('details');
  more.className = 'dropdown';
  more.dataset.plMenu = '';
  more.hidden = true;
  const summary = document.createElement('summary');
  summary.textContent = words.more;
  const box = document.createElement('div');
  box.className = 'dropdown-menu dropdown-menu-end';
  more.append(summary, box);
  nav.append(more);
  return nav;
}

/** @param {HTMLElement} menu @param {string} name @param {string} query @param {boolean} isNow */
function tab(menu, name, query, isNow) {
  const link = document.createElement('a');
  const text = document.createElement('span');
  text.textContent = name;
  link.href = addressOf(menu, query);
  link.title = name;
  if (isNow) link.setAttribute('aria-current', 'true');
  link.append(text);
  return link;
}

/** As many tabs as there is room for, the chosen one among them. @param {HTMLElement} nav */
function fit(nav) {
  const more = /** @type {HTMLElement | null} */ (nav.querySelector(':scope > details'));
  const tabs = /** @type {HTMLElement[]} */ ([...nav.querySelectorAll(':scope > a')]);
  if (!more || nav.clientWidth === 0) return;
  for (const one of [...tabs, more]) one.hidden = false;
  const gap = parseFloat(getComputedStyle(nav).columnGap) || 0;
  const widths = tabs.map(({ offsetWidth }) => offsetWidth + gap);
  const sum = widths.reduce((a, b) => a + b, 0);
  const isTight = sum - gap > nav.clientWidth;
  let room = nav.clientWidth - (isTight ? more.offsetWidth : 0);
  // The first one and the chosen one stay.
  const kept = new Set(tabs.filter((one, i) => i === 0 || one.ariaCurrent || one.matches('.pl-tab-changed')));
  const stays = (/** @type {HTMLElement} */ one) => kept.has(one) || !isTight;
  tabs.forEach((one, i) => stays(one) && (room -= widths[i]));
  let isFull = false;
  tabs.forEach((one, i) => {
    if (stays(one)) return;
    isFull ||= widths[i] > room;
    room -= widths[i];
    one.hidden = isFull;
  });
  more.hidden = tabs.every(({ hidden }) => !hidden);
  const entries = tabs
    .filter(({ hidden }) => hidden)
    .map((one) => {
      const entry = /** @type {HTMLElement} */ (one.cloneNode(true));
      entry.className = 'dropdown-item';
      entry.hidden = false;
      return entry;
    });
  const box = more.querySelector('.dropdown-menu');
  box?.replaceChildren(...entries);
  if (box) globalThis.htmx?.process(box);
}

/**
 * Conditions that have no name yet can be saved right where they stand.
 *
 * @param {Element} section @param {HTMLElement} menu @param {Known} known @param {boolean} isChanged
 */
function offerSave(section, menu, { words, mayKeep }, isChanged) {
  const chips = section.querySelector('.pl-chips');
  const old = chips?.querySelector('[data-pl-save]');
  if (!chips || !isChanged || !mayKeep) return old?.remove();
  if (old) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: words.save });
  button.className = 'btn btn-sm btn-ghost';
  button.dataset.plSave = '';
  button.addEventListener('click', (event) => {
    // Otherwise this click closes the menu again.
    event.stopPropagation();
    /** @type {HTMLDetailsElement} */ (menu).open = true;
  });
  chips.append(button);
}

// A view that is renewed keeps them.
document.addEventListener('pl:refresh:before', (event) => {
  const { target, detail } = /** @type {CustomEvent} */ (event);
  const section = target instanceof Element ? target.closest('section[id]') : null;
  const tabs = section?.querySelector('.pl-list-tabs');
  const save = section?.querySelector('[data-pl-save]');
  if (tabs) detail.next.querySelector('[data-pl-saved]')?.closest('.card-actions')?.before(tabs.cloneNode(true));
  if (save) detail.next.querySelector('.pl-chips')?.append(save.cloneNode(true));
});
