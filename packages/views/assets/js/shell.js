// What every page has: messages after actions, the mobile menu, closing menus, confirmations, links
// that open in a dialog. The markup works without it.

import { request } from '@plinth/plugin/browser/request';
import { ask, text } from './dialog.js';
import { toast } from './toast.js';

const body = document.body;

// --- messages
document.addEventListener('htmx:error', () => toast(text('Failed'), 'danger'));

// --- views that are exchanged for their next state A response without the view (an error, an expired session) must not
// replace the visible content. To log in, the user is sent to the login page and back.
document.addEventListener('htmx:before:swap', (/** @type {any} */ event) => {
  const { ctx, tasks } = event.detail;
  const main = tasks.find((/** @type {any} */ { type }) => type === 'main');
  if (!ctx.select || !main || main.fragment.childElementCount > 0) return;
  event.preventDefault();
  if (ctx.response?.status === 401) location.assign(ctx.request.action);
  else toast(text('Failed'), 'danger');
});

/**
 * The link clicked in a view, which is replaced with the view.
 *
 * @type {{ view: string, rel: string, column: number } | null}
 */
let pressed = null;

document.addEventListener('htmx:before:swap', () => {
  const link = document.activeElement;
  const view = link instanceof HTMLAnchorElement && link.closest('section[data-view]');
  pressed = view ? { view: view.id, rel: link.rel, column: link.closest('th')?.cellIndex ?? -1 } : null;
});

// Focus the link's replacement, and scroll to the first row of the new page.
document.addEventListener('htmx:after:swap', () => {
  const view = pressed && document.getElementById(pressed.view);
  if (!pressed || !view) return;
  const { rel, column } = pressed;
  pressed = null;
  const paging = rel === 'next' || rel === 'prev';
  const link = paging
    ? (view.querySelector(`.pl-paging a[rel="${rel}"]`) ?? view.querySelector('.pl-paging a'))
    : view.querySelector(`th:nth-child(${column + 1}) a`);
  if (document.activeElement === body) /** @type {HTMLElement | null} */ (link)?.focus({ preventScroll: true });
  if (paging && view.getBoundingClientRect().top < 0) view.scrollIntoView();
});

// --- search: its module is loaded on first use
/** @param {Element | null} opener @param {string} fallback */
async function search(opener, fallback) {
  try {
    const { openPalette } = await import('./palette.js');
    openPalette(opener);
  } catch {
    location.assign(fallback);
  }
}
document.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (
    /** @type {Element} */ (event.target).closest('a[data-pl-search]')
  );
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  search(link, link.href);
});
document.addEventListener('keydown', (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('a[data-pl-search]'));
  if (!link || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
    return;
  event.preventDefault();
  search(null, link.href);
});

// --- how many notifications are unread and tasks open, asked for at most twice a minute
const bell = /** @type {HTMLElement | null} */ (document.querySelector('body:not([data-pl-preview]) [data-pl-bell]'));
const BELL_REST = 30_000;

async function ring() {
  if (!bell || document.hidden) return;
  const [unread, tasks, at] = (sessionStorage.getItem('plinth_unread') ?? '').split(' ');
  // What is read or decided there counts on the next page at once.
  const isThere = /^\/(notifications|tasks)\b/.test(location.pathname);
  // The answer also tells a browser the reader's name that has lost it.
  const isNamed = /(^|; )plinth_name=./.test(document.cookie);
  const isNew = !isThere && isNamed && Date.now() - Number(at) < BELL_REST;
  const answer = isNew ? null : await counts();
  if (answer) document.dispatchEvent(new Event('plinth:account'));
  if (isThere) sessionStorage.removeItem('plinth_unread');
  else if (answer) sessionStorage.setItem('plinth_unread', `${answer.unread} ${answer.tasks} ${Date.now()}`);
  count(bell, isNew ? Number(unread) : (answer?.unread ?? 0));
  const link = /** @type {HTMLElement | null} */ (document.querySelector('[data-pl-tasks]'));
  const open = isNew ? Number(tasks) : (answer?.tasks ?? 0);
  if (!link) return;
  link.hidden = open === 0;
  count(link, open);
}

async function counts() {
  const { ok, json } = await request('/notifications/count');
  return ok ? json : null;
}

/** @param {HTMLElement} link @param {number} number */
function count(link, number) {
  const badge = /** @type {HTMLElement} */ (link.querySelector('.pl-bell-count'));
  badge.hidden = number === 0;
  badge.textContent = number > 99 ? '99+' : String(number);
}
if (bell) {
  ring();
  setInterval(ring, 2 * BELL_REST);
  document.addEventListener('visibilitychange', ring);
}

// --- what was opened last, and favourites
const star = /** @type {HTMLElement | null} */ (document.querySelector('body:not([data-pl-preview]) [data-pl-star]'));

/** @param {'seen' | 'star'} what @param {Record<string, string>} [more] */
async function place(what, more) {
  const body = new URLSearchParams({ here: location.pathname + location.search, ...more });
  const { ok, json } = await request(`/places/${what}`, { body });
  if (!star || !ok) return;
  star.hidden = false;
  star.ariaPressed = String(json.starred);
}
if (star) {
  place('seen');
  star.addEventListener('click', () => place('star', { starred: String(star.ariaPressed !== 'true') }));
}

// --- menu of small screens
/** @param {boolean} open */
function setNav(open) {
  const nav = document.getElementById('pl-nav');
  nav?.classList.toggle('show', open);
  // In the mobile menu, the group of the current page is open.
  for (const group of nav?.querySelectorAll('details[data-pl-menu]:has([aria-current="page"])') ?? [])
    /** @type {HTMLDetailsElement} */ (group).open = open;
  const next = open ? nav?.querySelector('.pl-nav-link') : document.querySelector('.pl-nav-open');
  /** @type {HTMLElement | null | undefined} */ (next)?.focus();
}

// --- a page that the browser kept for Back
addEventListener('pageshow', async ({ persisted }) => persisted && (await import('./returned.js')).renew());

// --- menus: <details data-pl-menu> and .dropdown close on choice, on Escape and on a click elsewhere
const MENU = 'details.dropdown, details[data-pl-menu]';
const openMenus = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(`:is(${MENU})[open]`));

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const navigation = target.closest('[data-pl-nav]');
  if (navigation) {
    event.preventDefault();
    return setNav(navigation.matches('.pl-nav-open'));
  }
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && document.querySelector('.pl-nav.show')) return setNav(false);
  const target = /** @type {Element} */ (event.target);
  const menu = /** @type {HTMLDetailsElement | null | undefined} */ (target.closest?.(MENU));
  if (event.key === 'Escape') {
    for (const open of openMenus()) {
      open.open = false;
      if (open.contains(target)) open.querySelector('summary')?.focus();
    }
  } else if (menu && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    menu.open = true;
    const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll('a[href], button:not(:disabled)')]);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
    items[next]?.focus();
  }
});

// --- questions of first-paint.js, and dialogs
globalThis.plAsk = ask;

document.addEventListener('click', async (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest('a[data-pl-dialog]'));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.origin !== location.origin) return;
  event.preventDefault();
  try {
    const { openPage } = await import('./views/dialog-page.js');
    await openPage(link);
  } catch {
    location.assign(link.href);
  }
});
