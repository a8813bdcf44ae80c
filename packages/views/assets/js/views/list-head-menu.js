// The menu at the head of a column: sort, filter, group, hide. All menus of a list come in one answer, from the same page.
import { request } from '@plinth/plugin/browser/request';

/** @import { Kept, List } from './list-heads.js' */

const MENU = '.pl-head-menus > [role=menu]';
const ITEM = '[role=menuitem]';
/** Between a button and its menu, and between the menu and the edge of the window, in px. */
const GAP = 4;

/** Where the menus of a list come from, with what came. @type {Map<string, { href: string, menus: Promise<HTMLElement | null> }>} */
const known = new Map();

/** @param {List} list @returns {Promise<HTMLElement | null>} */
export function askFor({ section, menu }) {
  const link = /** @type {HTMLElement | null} */ (menu.querySelector('[data-pl-send], [data-pl-from]'));
  const base = link?.getAttribute('href') ?? link?.dataset.plFrom;
  if (!base) return Promise.resolve(null);
  const href = base.replace(/:menu=view\b/, ':menu=columns');
  const last = known.get(section.id);
  if (last?.href === href) return last.menus;
  const menus = request(href, { accept: 'html' }).then(({ ok, page }) => {
    const sent = ok ? page.getElementById(section.id)?.querySelector('[data-pl-sent=columns]') : null;
    if (!sent) known.delete(section.id);
    return sent ? document.importNode(/** @type {HTMLElement} */ (sent), true) : null;
  });
  known.set(section.id, { href, menus });
  return menus;
}

/** Once it has its menu, the browser opens and closes it. @param {HTMLButtonElement} button @param {List} list @param {Kept} kept @param {boolean} [fromEnd] the last entry first */
export async function open(button, list, kept, fromEnd = false) {
  const menu = await menuOf(button, list, kept);
  if (menu && !menu.matches(':popover-open')) menu.showPopover();
  if (menu)
    itemsOf(menu)
      .at(fromEnd ? -1 : 0)
      ?.focus();
}

/** @param {HTMLButtonElement} button @param {List} list @param {Kept} kept @returns {Promise<HTMLElement | null>} */
async function menuOf(button, list, kept) {
  if (button.popoverTargetElement?.isConnected) return /** @type {HTMLElement} */ (button.popoverTargetElement);
  button.ariaBusy = 'true';
  const menus = await askFor(list);
  button.ariaBusy = null;
  if (!button.isConnected) return null;
  if (menus && !menus.isConnected) {
    list.section.querySelector('.pl-head-menus')?.remove();
    list.section.append(menus);
    globalThis.htmx?.process(menus);
  }
  const key = CSS.escape(button.closest('th')?.dataset.key ?? '');
  const menu = /** @type {HTMLElement | null | undefined} */ (menus?.querySelector(`[data-column="${key}"]`));
  if (!menu) return tell();
  const hide = /** @type {HTMLElement | null} */ (menu.querySelector('[data-pl-hide]'));
  if (hide) hide.onclick = () => hideColumn(menu, button, list, kept);
  menu.onbeforetoggle = ({ newState }) => void (button.ariaExpanded = String(newState === 'open'));
  menu.ontoggle = ({ newState }) => {
    if (newState !== 'open') return;
    place(menu, button);
    if (!menu.contains(document.activeElement)) itemsOf(menu)[0]?.focus();
  };
  button.popoverTargetElement = menu;
  return menu;
}

function tell() {
  const detail = { text: document.body.dataset.tFailed ?? '', kind: 'danger' };
  document.dispatchEvent(new CustomEvent('pl:toast', { detail }));
  return null;
}

/** @param {HTMLElement} menu */
const itemsOf = (menu) => [.../** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll(ITEM))];

/** Below the heading, within the window. @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  const head = /** @type {HTMLElement} */ (button.closest('th')).getBoundingClientRect();
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const start = getComputedStyle(menu).direction === 'rtl' ? at.left : at.right - width;
  const below = head.bottom + GAP;
  const room = innerHeight - GAP - below;
  Object.assign(menu.style, {
    left: `${Math.max(GAP, Math.min(start, innerWidth - width - GAP))}px`,
    top: `${room < height ? Math.max(GAP, head.top - height - GAP) : below}px`,
  });
}

/** @param {HTMLElement} menu @param {HTMLElement} button @param {List} list @param {Kept} kept */
function hideColumn(menu, button, list, kept) {
  const key = menu.dataset.column;
  const columns = kept.columnsOf(list).map((column) => (column.key === key ? { ...column, hidden: true } : column));
  const head = button.closest('th');
  menu.hidePopover();
  kept.keep(list, { columns });
  // The focus goes on to the next column, as this one is gone.
  const heads = [
    .../** @type {NodeListOf<HTMLElement>} */ (list.section.querySelectorAll('th[data-key]:not([hidden])')),
  ];
  const next = heads.find((one) => head && head.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  /** @type {HTMLElement | null | undefined} */ ((next ?? heads.at(-1))?.querySelector('button.pl-col-menu'))?.focus();
}

// Keys as in any menu; letters lead to the entries that begin with them.
document.addEventListener('keydown', (event) => {
  const menu = /** @type {HTMLElement | null} */ (event.target instanceof Element && event.target.closest(MENU));
  if (!menu) return;
  const items = itemsOf(menu);
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const last = items.length - 1;
  const steps = /** @type {Record<string, number>} */ ({
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  });
  if (event.key === 'Tab') return menu.hidePopover();
  if (event.key === ' ') items[at]?.click();
  else if (event.key in steps) items[steps[event.key]].focus();
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const begins = (/** @type {HTMLElement} */ { innerText }) =>
      innerText.trim().toLowerCase().startsWith(event.key.toLowerCase());
    [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
});

// The place of an open menu is fixed, that of its heading isn't.
addEventListener('scroll', ({ target }) => hideOpen(target), { capture: true, passive: true });
addEventListener('resize', () => hideOpen(document));

/** @param {EventTarget | null} target what was scrolled */
function hideOpen(target) {
  const open = /** @type {HTMLElement | null} */ (document.querySelector(`${MENU}:popover-open`));
  if (open && target !== open && target instanceof Node && target.contains(open.parentElement)) open.hidePopover();
}
