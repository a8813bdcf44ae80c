// A page that a link opens in a dialog. What its form refuses is said in the dialog, with all that was entered; once it is
// saved, what follows is a page.
import { request } from '@plinth/plugin/browser/request';
import { addressOf, formOn, repaint, sendForm } from '@plinth/plugin/browser/send-form';
import { dialog, make } from '../dialog.js';
import './repaint.js';

/** @type {WeakSet<HTMLDialogElement>} */
const boxes = new WeakSet();

/** @param {HTMLAnchorElement} link */
export async function openPage(link) {
  const { page } = await request(link.href, { accept: 'html' });
  const main = page.querySelector('main');
  if (!main) throw new Error('no main');
  // "New order" says more than the button, which may only say "Add".
  const heading = page.querySelector('h1');
  const title = link.dataset.plDialog || heading?.textContent?.trim() || link.textContent.trim();
  main.querySelector('h1')?.remove();
  const content = make('div');
  content.append(...main.childNodes);
  boxes.add(dialog({ title, content, className: 'modal modal-lg' }));
  globalThis.htmx?.process(content);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
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
  void sendForm(form, {
    button: event.submitter,
    done(reply) {
      if (reply.redirected) location.assign(reply.url);
      return reply.redirected;
    },
    again: ({ page }) => formOn(page, (one) => one.matches('main form[data-pl-form]') && isSame(one, form)),
    show(next) {
      repaint(form, next);
      globalThis.htmx?.process(form);
      document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
    },
  });
});

/** @param {HTMLFormElement} one @param {HTMLFormElement} other */
const isSame = (one, other) => addressOf(one).pathname === addressOf(other).pathname;
