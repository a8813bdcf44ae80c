// Renews views in place: the page is requested again, and only differences are applied, so that focus, scroll position and
// input are kept. Modules of plugins use the events, see docs/plugins.
//   pl:refresh          dispatched in a view, or on the document for all views of the page: asks for it
//   pl:refresh:before   tells a view what it will become (detail.next, changeable). preventDefault() leaves the view as it is;
//                       detail.wait(promise) holds it up; detail.since is when the page was requested, by performance.now()
import { request } from '@plinth/plugin/browser/request';
import { morph } from '@plinth/plugin/browser/morph';

const VIEW = 'section[data-view]';

/** When the page was requested that a view shows. @type {WeakMap<HTMLElement, number>} */
const shown = new WeakMap();

/**
 * @param {(section: HTMLElement) => boolean} isWanted
 * @returns {Promise<import('@plinth/plugin/browser/request').Reply>} once the views have been renewed; when the page can't
 *   be had, they stay as they are
 */
export async function refreshViews(isWanted) {
  const { href } = location;
  const since = performance.now();
  const reply = await request(href, { accept: 'html' });
  // If the login is required, keep showing the page until the user acts.
  if (reply.ok && href === location.href) await put(reply.page, since, isWanted);
  return reply;
}

/** @param {Document} page @param {number} since @param {(section: HTMLElement) => boolean} isWanted */
async function put(page, since, isWanted) {
  const sections = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(VIEW));
  for (const section of sections) {
    if (section.closest('dialog') || !isWanted(section)) continue;
    const next = page.getElementById(section.id);
    if (next) await renew(section, next, since);
  }
  const [head, nextHead] = [document, page].map((one) => one.getElementById('pl-head'));
  if (head && nextHead && !head.isEqualNode(nextHead)) morph(head, nextHead);
}

/** @param {HTMLElement} section @param {HTMLElement} next @param {number} since */
async function renew(section, next, since) {
  /** @type {Promise<unknown>[]} */
  const waits = [];
  const detail = { next, since, wait: (/** @type {Promise<unknown>} */ promise) => waits.push(promise) };
  const before = new CustomEvent('pl:refresh:before', { bubbles: true, cancelable: true, detail });
  if (!section.dispatchEvent(before)) return;
  await Promise.all(waits);
  // An answer that took longer than a later one is older.
  if (!section.isConnected || since < (shown.get(section) ?? 0)) return;
  shown.set(section, since);
  if (section.isEqualNode(next)) return;
  morph(section, next);
  globalThis.htmx?.process(section);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
}

document.addEventListener('pl:refresh', ({ target }) => {
  const own = target instanceof Element ? target.closest(VIEW) : null;
  void refreshViews((section) => !own || section === own);
});
