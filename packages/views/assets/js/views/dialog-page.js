// A page that a link opens in a dialog. What its form refuses is said in the dialog, with all that was entered; once it is
// saved, what follows is a page.
import { bodyOf, request } from '@plinth/plugin/browser/request';
import { dialog, make } from '../dialog.js';
import './repaint.js';

/** @type {WeakSet<HTMLDialogElement>} */
const boxes = new WeakSet();

/** @param {HTMLAnchorElement} link */
export async function openPage(link) {
  const { page } = await request(link.href, { accept: 'html' });
  const main = page.querySelector('main');
  if (!main) throw new Error('no main');
  main.querySelector('h1')?.remove();
  const content = make('div');
  content.append(...main.childNodes);
  const title = link.dataset.plDialog || link.textContent.trim();
  boxes.add(dialog({ title, content, className: 'modal modal-lg' }));
  globalThis.htmx?.process(content);
  // Focus the first control, except on touch screens, where the keyboard would cover the form.
  const first = content.querySelector(':is(input, select, textarea):not([type="hidden"], [hidden])');
  if (first instanceof HTMLElement && !matchMedia('(pointer: coarse)').matches) first.focus();
}

// On the window, so that forms which save themselves, and questions before, come first.
addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const box = form.closest('dialog');
  const isOurs = box && boxes.has(box) && form.matches('[data-pl-form]');
  // Of its attributes, since a field may have the name of a property.
  if (!isOurs || event.defaultPrevented || form.getAttribute('method') !== 'post') return;
  // Another button of the form, such as one that deletes the row, has an address of its own.
  if (event.submitter?.hasAttribute('formaction')) return;
  event.preventDefault();
  void send(box, form, event.submitter);
});

/** @param {HTMLDialogElement} box @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function send(box, form, button) {
  const body = bodyOf(form, button);
  // Nothing is typed or pressed until it is clear how it goes on.
  form.inert = true;
  const reply = await request(addressOf(form), { body, accept: 'html', once: true });
  if (reply.redirected) return location.assign(reply.url);
  form.inert = false;
  form.dispatchEvent(new CustomEvent('pl:unsent', { bubbles: true }));
  if (!box.open) return;
  const next = formLike(form, reply.page);
  if (next) show(form, next);
  else say(form, reply.reason);
  const wrong = form.querySelector('[aria-invalid="true"]:not([hidden])') ?? form.querySelector('.btn-primary');
  /** @type {HTMLElement | null} */ (wrong)?.focus();
}

/** @param {HTMLFormElement} form */
const addressOf = (form) => new URL(form.getAttribute('action') ?? '', location.href);

/** The same form on the page of the answer. @param {HTMLFormElement} form @param {Document} page */
function formLike(form, page) {
  // A parsed page takes what is meant for browsers without scripts for real.
  for (const other of page.querySelectorAll('form noscript')) other.remove();
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (page.querySelectorAll('main form[data-pl-form]'));
  return [...forms].find((one) => addressOf(one).pathname === addressOf(form).pathname) ?? null;
}

/** It stays the same form, so that leaving it is asked about. @param {HTMLFormElement} form @param {HTMLFormElement} next */
function show(form, next) {
  form.dispatchEvent(new CustomEvent('pl:repaint', { bubbles: true, detail: { html: next.innerHTML } }));
  globalThis.htmx?.process(form);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
}

/** Why nothing was saved, where it is no matter of what was entered. @param {HTMLFormElement} form @param {string} reason */
function say(form, reason) {
  form.querySelector('.alert')?.remove();
  const alert = make('div', 'alert alert-danger', reason);
  alert.role = 'alert';
  form.prepend(alert);
}
