// What a button asks before it does anything, as a dialog. The server says what is asked, and then whether the answers will do;
// only then are they sent, as any form, so everything that may follow is as it is without this module: a page, a file, an error.
// Until the module is there, the questions are a page of their own.
import { request } from '@plinth/plugin/browser/request';
import { dialog, make, text } from '../dialog.js';

/** @typedef {[string, string][]} Entries */
const CONTROL = '[id^="a-input-"]:is(input, select, textarea)';

document.addEventListener('submit', (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (event.defaultPrevented || button?.dataset.plAsk === undefined) return;
  event.preventDefault();
  void press(/** @type {HTMLFormElement} */ (event.target), button);
});

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function press(form, button) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  const action = button.getAttribute('formaction') ?? form.action;
  const entries = entriesOf(form, button);
  const asked = await questions(action, entries);
  button.removeAttribute('aria-busy');
  if (asked) open(asked, button);
  else send(action, entries, button);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} [button] */
const entriesOf = (form, button = null) => /** @type {Entries} */ ([...new FormData(form, button)]);

/**
 * @param {string} action @param {Entries} entries
 * @returns {Promise<HTMLFormElement | null | undefined>} null: nothing is asked any more, or an error is to be seen; undefined:
 *   the server can't be reached
 */
async function questions(action, entries) {
  const body = new URLSearchParams([...entries, ['onlyAsk', '1']]);
  const { status, page } = await request(action, { body, accept: 'html' });
  return status === 0 ? undefined : page.querySelector('form[data-pl-asks]');
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
function open(form, button) {
  form.className = '';
  const isForm = form.querySelector(CONTROL);
  const box = dialog({ title: '', content: form, className: isForm ? 'modal' : 'modal modal-sm' });
  fill(box, form, form);
  // The second click of a double click on the button must not count as a click outside the dialog.
  const isSecond = (/** @type {MouseEvent} */ event) => event.target === box && event.detail > 1;
  box.addEventListener('click', (event) => isSecond(event) && event.stopImmediatePropagation(), true);
  box.addEventListener('close', () => {
    if (document.activeElement === document.body) button.focus();
  });
  form.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-pl-cancel]')) return;
    event.preventDefault();
    box.close();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer(box, form, button);
  });
}

/**
 * The form stays the same one, so that leaving it with something typed is asked about.
 *
 * @param {HTMLDialogElement} box @param {HTMLFormElement} form @param {HTMLFormElement} next
 */
function fill(box, form, next) {
  const question = next.querySelector('h1');
  const title = box.querySelector('.modal-title');
  if (title) title.textContent = question?.textContent ?? '';
  question?.remove();
  next.querySelector('.card-body')?.classList.remove('card-body');
  if (next !== form)
    form.dispatchEvent(new CustomEvent('pl:repaint', { bubbles: true, detail: { html: next.innerHTML } }));
  if (form.querySelector('#a-more')) box.setAttribute('aria-describedby', 'a-more');
  const first = form.querySelector('[aria-invalid]') ?? form.querySelector(`${CONTROL}, .btn-primary`);
  /** @type {HTMLElement | null} */ (first)?.focus();
}

/** @param {HTMLDialogElement} box @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function answer(box, form, button) {
  const action = form.getAttribute('action') ?? '';
  const entries = entriesOf(form);
  // Nothing is typed or pressed until it is clear how it goes on.
  form.inert = true;
  const [next] = await Promise.all([questions(action, entries), import('./repaint.js')]);
  form.inert = false;
  if (!box.open) return;
  if (next) return fill(box, form, next);
  if (next === undefined) return fail(form);
  box.close();
  box.remove();
  send(action, entries, button);
}

/** The server can't be reached; what was typed stays. @param {HTMLFormElement} form */
function fail(form) {
  form.querySelector('.alert')?.remove();
  const alert = make('div', 'alert alert-danger', text('Failed'));
  alert.role = 'alert';
  form.prepend(alert);
  /** @type {HTMLElement | null} */ (form.querySelector('.btn-primary'))?.focus();
}

/**
 * In a panel, which sends the forms in it itself, the panel shows what follows.
 *
 * @param {string} action @param {Entries} entries @param {HTMLButtonElement} button
 */
function send(action, entries, button) {
  const form = make('form');
  Object.assign(form, { method: 'post', action, hidden: true });
  for (const [name, value] of entries) form.append(Object.assign(make('input'), { type: 'hidden', name, value }));
  (button.closest('.modal-body > div') ?? document.body).append(form);
  form.requestSubmit();
}
