// Sends a form from where it stands, and shows in it what the server says: what is refused, with all that was entered, and
// that there is no connection.
import { bodyOf, request } from './request.js';

/** @import { Reply } from './request.js' */

const WRONG = '[aria-invalid="true"]:not([hidden])';
const MAIN = '.btn-primary, .btn-danger';

/** Where a form is sent to: of its attributes, since a field may have the name of a property. @param {HTMLFormElement} form */
export const addressOf = (form) => new URL(form.getAttribute('action') ?? '', location.href);

/** The same form on a page that the server answers with. @param {Document} page @param {(form: HTMLFormElement) => boolean} isSame */
export function formOn(page, isSame) {
  // A parsed page takes what is meant for browsers without scripts for real.
  for (const other of page.querySelectorAll('form noscript')) other.remove();
  return [...page.forms].find(isSame) ?? null;
}

/**
 * Nothing is typed or pressed until it is clear how it goes on.
 *
 * @param {HTMLFormElement} form
 * @param {object} how
 * @param {HTMLElement | null} [how.button] that was pressed
 * @param {string | URL} [how.action]
 * @param {FormData | URLSearchParams} [how.body]
 * @param {boolean} [how.once] false: it may run twice, since nothing is written
 * @param {'html' | 'json'} [how.accept]
 * @param {string} [how.lost] the reason where there is no connection
 * @param {(reply: Reply) => boolean} how.done whether the server took it; the page goes on to what follows
 * @param {(reply: Reply) => HTMLFormElement | null} [how.again] the form on the page that says what is wrong
 * @param {(next: HTMLFormElement) => unknown} [how.show] that form, in this one
 * @param {(reason: string) => unknown} [how.say] why nothing was done, where it is no matter of what was entered
 * @param {string} [how.first] what of the next form gets the focus if nothing is marked as wrong
 */
export async function sendForm(
  form,
  {
    button = null,
    action = addressOf(form),
    body = bodyOf(form, button),
    once = true,
    accept = 'html',
    lost,
    done,
    again = () => null,
    show = (next) => repaint(form, next),
    say = (reason) => tell(form, reason),
    first = MAIN,
  },
) {
  if (form.inert) return;
  const before = form.contains(document.activeElement) ? document.activeElement : null;
  form.inert = true;
  const reply = await request(action, { body, accept, once, lost });
  if (reply.status !== 0 && done(reply)) {
    // Who comes back to the page may use the form again.
    addEventListener('pageshow', () => void (form.inert = false), { once: true });
    return;
  }
  form.inert = false;
  form.dispatchEvent(new CustomEvent('pl:unsent', { bubbles: true }));
  // It may have been closed meanwhile.
  if (!form.isConnected) return;
  const next = again(reply);
  if (next) await show(next);
  else say(reply.reason);
  const stays = !next && before?.isConnected ? before : form.querySelector(first);
  /** @type {HTMLElement | null} */ (form.querySelector(WRONG) ?? stays)?.focus();
}

/** It stays the same form, so that leaving it is asked about. @param {HTMLFormElement} form @param {HTMLFormElement} next */
export function repaint(form, next) {
  form.dispatchEvent(new CustomEvent('pl:repaint', { bubbles: true, detail: { html: next.innerHTML } }));
}

/** @param {HTMLFormElement} form @param {string} reason */
function tell(form, reason) {
  form.querySelector('.alert')?.remove();
  const alert = document.createElement('div');
  Object.assign(alert, { className: 'alert alert-danger', role: 'alert', textContent: reason });
  (form.querySelector(':scope > .card-body') ?? form).prepend(alert);
}
