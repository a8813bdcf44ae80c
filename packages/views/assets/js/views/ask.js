// What a button asks before it does anything, as a dialog. The server says what is asked, and then whether the answers will do;
// only then are they sent, as any form, so everything that may follow is as it is without this module: a page, a file, an error.
// Until the module is there, the questions are a page of their own.
import { request } from '@plinth/plugin/browser/request';
import { repaint, sendForm } from '@plinth/plugin/browser/send-form';
import { dialog, make } from '../dialog.js';

/** @typedef {[string, string][]} Entries */
const CONTROL = '[id^="a-input-"]:is(input, select, textarea)';
const FIRST = `${CONTROL}, .btn-primary`;

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
  const asked = askedOn(await request(action, { body: asking(entries), accept: 'html' }));
  button.removeAttribute('aria-busy');
  if (asked) open(asked, button);
  else send(action, entries, button);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} [button] */
const entriesOf = (form, button = null) => /** @type {Entries} */ ([...new FormData(form, button)]);

/** @param {Entries} entries */
const asking = (entries) => new URLSearchParams([...entries, ['onlyAsk', '1']]);

/** @param {{ page: Document }} reply @returns {HTMLFormElement | null} null: nothing is asked any more, or an error is to be seen */
const askedOn = ({ page }) => page.querySelector('form[data-pl-asks]');

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
function open(form, button) {
  form.className = '';
  const isForm = form.querySelector(CONTROL);
  const box = dialog({ title: '', content: form, className: isForm ? 'modal' : 'modal modal-sm' });
  fill(box, form, form);
  /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid]') ?? form.querySelector(FIRST))?.focus();
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
  if (next !== form) repaint(form, next);
  if (form.querySelector('#a-more')) box.setAttribute('aria-describedby', 'a-more');
}

/** @param {HTMLDialogElement} box @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function answer(box, form, button) {
  const action = form.getAttribute('action') ?? '';
  const entries = entriesOf(form);
  await sendForm(form, {
    action,
    body: asking(entries),
    once: false,
    done(reply) {
      if (!box.open || askedOn(reply)) return false;
      box.close();
      box.remove();
      send(action, entries, button);
      return true;
    },
    again: askedOn,
    async show(next) {
      await import('./repaint.js');
      fill(box, form, next);
    },
    first: FIRST,
  });
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
