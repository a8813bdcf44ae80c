// Menus of a list come when they are about to be opened: what is in them is taken from the same page with the menu open.
// Loaded with the first.
import { request } from '@plinth/plugin/browser/request';

/** Links whose answer is on its way. @type {WeakSet<Element>} */
const asked = new WeakSet();

/** @param {HTMLAnchorElement} link in the place of what is in the menu */
export async function fillMenu(link) {
  const section = link.closest('section[id]');
  const menu = link.closest('details');
  const box = /** @type {HTMLElement} */ (link.parentElement);
  if (!section || !menu || asked.has(link)) return;
  asked.add(link);
  box.ariaBusy = 'true';
  const { ok, status, page } = await request(link.href, { accept: 'html' });
  asked.delete(link);
  box.ariaBusy = null;
  const sent = ok && page.getElementById(section.id)?.querySelector('[data-pl-sent]');
  if (sent && link.isConnected) put(menu, box, link, document.importNode(/** @type {HTMLElement} */ (sent), true));
  else if (!sent) tell(link, status);
}

/** @param {HTMLDetailsElement} menu @param {HTMLElement} box @param {HTMLAnchorElement} link @param {HTMLElement} next */
function put(menu, box, link, next) {
  const focused = document.activeElement;
  box.replaceWith(next);
  globalThis.htmx?.process(next);
  document.dispatchEvent(new Event('pl:menu'));
  // Whoever went on meanwhile stays there.
  const waits = focused === document.body || focused === link || menu.contains(focused);
  if (menu.open && waits) menu.dispatchEvent(new Event('toggle'));
}

/** Without a connection the link tries again; anything else is told by the page that it leads to. @param {HTMLElement} link @param {number} status */
function tell(link, status) {
  const said = document.createElement('span');
  said.role = 'alert';
  link.replaceChildren(said);
  said.textContent = document.body.dataset.tFailed ?? '';
  if (status !== 0) delete link.dataset.plSend;
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('[data-pl-send]');
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void fillMenu(link);
});
