// Forms of edit views: saves automatically if configured, prevents double submission. All
// handlers are on the document, so that forms added later (dialogs, swaps) work too.
import { randomKey, request } from '@plinth/plugin/browser/request';
import { Saver } from '@plinth/plugin/browser/saver';

/** @import { Reply } from '@plinth/plugin/browser/request' */

const WAIT = 900;
const changed = new WeakSet();
const sending = new WeakSet();
const timers = new WeakMap();
/** Of forms that save themselves. @type {WeakMap<HTMLFormElement, Saver<FormData | URLSearchParams, Reply>>} */
const savers = new WeakMap();
/** The key of what a form was sent with: the server saves it once, even if the browser sends it again. @type {WeakMap<EventTarget, string>} */
const keys = new WeakMap();
/** Forms with a conflict, which the user has to resolve. */
const conflicts = new WeakSet();

/** @param {Event} event */
const formOf = (event) => {
  const target = /** @type {Element} */ (event.target);
  return /** @type {HTMLFormElement | null | undefined} */ (target.closest?.('form[data-pl-form]'));
};

for (const kind of ['input', 'change']) {
  document.addEventListener(kind, (event) => {
    const own = /** @type {HTMLInputElement} */ (event.target).form;
    const form = own?.matches('[data-pl-form]') ? own : formOf(event);
    if (!form) return;
    changed.add(form);
    keys.delete(form);
    if ('plAutosave' in form.dataset && !conflicts.has(form)) later(form);
  });
}

document.addEventListener('submit', (event) => {
  const form = formOf(event);
  if (!form || event.defaultPrevented) return;
  if (sending.has(form)) return event.preventDefault();
  clearTimeout(timers.get(form));
  sending.add(form);
  changed.delete(form);
  if (!keys.has(form)) keys.set(form, randomKey());
});

document.addEventListener('formdata', (event) => {
  const key = event.target && keys.get(event.target);
  if (key) event.formData.set('_once', key);
});

// The server could not be reached, or failed.
document.addEventListener('pl:unsent', (event) => {
  const form = formOf(event);
  if (form) sending.delete(form);
});

// The back/forward cache restores the form as it was left: allow submitting again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-pl-form]')) {
    sending.delete(form);
    keys.delete(form);
  }
});

// What was typed and not saved is put back. What does that is loaded if anything is kept, or once something is typed.
const DRAFTED = 'form[data-pl-draft]:not([data-pl-autosave])';
const findDrafts = () => document.querySelector(DRAFTED) && hasDrafts() && keepDrafts();
let isKept = false;
findDrafts();
document.addEventListener('htmx:after:swap', findDrafts);
document.addEventListener('input', (event) => {
  const form = formOf(event);
  if (!isKept && form?.matches(DRAFTED)) void keepDrafts(form);
});

/** @param {HTMLFormElement} [typed] */
async function keepDrafts(typed) {
  isKept = true;
  const { later, watch } = await import('./draft.js');
  if (typed) later(typed);
  watch();
}

function hasDrafts() {
  try {
    return [localStorage, sessionStorage].some((kept) =>
      Object.keys(kept).some((name) => name.startsWith('pl-draft:')),
    );
  } catch {
    return false;
  }
}

// A form with errors: focus the first one.
const wrong = document.querySelector('form[data-pl-form] [aria-invalid="true"]:not([hidden])');
if (wrong instanceof HTMLElement) {
  changed.add(/** @type {HTMLFormElement} */ (wrong.closest('form')));
  reveal(wrong);
  wrong.focus();
}

// A form that has a page of its own is there to be filled in. On a phone, the focus would bring up the keyboard.
const [own] = document.querySelectorAll('main .pl-view');
const isTouch = matchMedia('(pointer: coarse)').matches;
if (
  !wrong &&
  !isTouch &&
  own?.matches('.pl-view-edit') &&
  location.pathname.startsWith('/view/') &&
  location.hash === ''
) {
  const first = own.querySelector(
    'form[data-pl-form] :is(input:not([type="hidden"], [hidden]), select:not([hidden]), textarea):not(:disabled)',
  );
  if (first instanceof HTMLElement && document.activeElement === document.body) first.focus({ preventScroll: true });
}

// Open closed tabs and sections with invalid controls; otherwise the browser would block submission without a message.
document.addEventListener(
  'invalid',
  (event) => {
    const control = /** @type {HTMLInputElement} */ (event.target);
    if (control.form?.querySelector(':invalid:not(fieldset)') === control) reveal(control);
  },
  true,
);

// The links of the error summary focus the controls themselves.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[data-pl-wrong]');
  if (!(link instanceof HTMLAnchorElement)) return;
  const id = decodeURIComponent(link.hash.slice(1));
  const control = document.querySelector(`[aria-describedby~="${CSS.escape(id)}"]:not([hidden])`);
  const message = document.getElementById(id);
  if (message) reveal(message);
  if (!(control instanceof HTMLElement)) return;
  event.preventDefault();
  control.focus();
});

/** @param {Element} element */
function reveal(element) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (!at.matches('.pl-tab-panel')) continue;
    // The tab's name is in between, unless the names have their own line.
    const before = at.previousElementSibling;
    const choice = before instanceof HTMLLabelElement ? before.previousElementSibling : before;
    if (!(choice instanceof HTMLInputElement)) continue;
    choice.checked = true;
    choice.dispatchEvent(new CustomEvent('pl:tab', { bubbles: true }));
  }
}

// A form's "back" must not lead to the form itself.
const returns = /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll('form[data-pl-form] > input[name="_return"]')
);
for (const field of returns) {
  const here = location.pathname;
  const form = new URL(/** @type {HTMLFormElement} */ (field.form).action, location.href).pathname;
  if (here !== form || !document.referrer) continue;
  const from = new URL(document.referrer);
  if (from.origin === location.origin && from.pathname !== here) field.value = from.pathname + from.search;
}

/** @param {HTMLFormElement} form */
function later(form) {
  clearTimeout(timers.get(form));
  timers.set(
    form,
    setTimeout(() => save(form), WAIT),
  );
}

/** @param {HTMLFormElement} form */
function save(form) {
  const saver = savers.get(form) ?? saverOf(form);
  savers.set(form, saver);
  void saver.flush();
}

/** One save at a time; later input goes into the next one. @param {HTMLFormElement} form */
const saverOf = (form) =>
  new Saver({
    next() {
      if (!changed.has(form) || conflicts.has(form)) return null;
      if (!form.checkValidity()) {
        say(form, 'failed', form.dataset.plUnsaved);
        return null;
      }
      changed.delete(form);
      return body(form);
    },
    send: (/** @type {FormData | URLSearchParams} */ body) => request(form.action, { body }),
    taken: (reply) => saved(form, reply),
    onState(state) {
      if (state === 'saving') say(form, 'saving', form.dataset.plSaving);
      if (state !== 'lost') return;
      changed.add(form);
      say(form, 'failed', form.dataset.plUnsaved);
    },
  });

/** @param {HTMLFormElement} form @param {Reply} reply @returns {boolean} whether what was typed since then may be sent */
function saved(form, { ok, status, json }) {
  if (status === 409) conflict(form, json ?? {});
  else if (!ok) {
    changed.add(form);
    say(form, 'failed', form.dataset.plUnsaved);
  }
  if (!ok) return false;
  const { version, undo } = json;
  document.dispatchEvent(new CustomEvent('pl:changed', { detail: { undo } }));
  const seen = /** @type {HTMLInputElement | null} */ (form.querySelector('input[name="_version"]'));
  if (seen && version) seen.value = version;
  const waits = [...form.querySelectorAll('[data-pl-row]')].some((row) => waiting(row) && isTouched(row));
  const isNewer = changed.has(form);
  if (waits) changed.add(form);
  else if (!isNewer) form.dispatchEvent(new CustomEvent('pl:saved', { bubbles: true }));
  say(form, 'saved', waits ? form.dataset.plPartly : form.dataset.plSaved);
  return isNewer;
}

/**
 * Reports which fields differ. Input is kept, and the button shows both versions.
 *
 * @param {HTMLFormElement} form @param {{ detail?: string }} problem
 */
function conflict(form, { detail }) {
  conflicts.add(form);
  changed.add(form);
  clearTimeout(timers.get(form));
  say(form, 'failed', [detail, form.dataset.plConflict].filter(Boolean).join(' '));
}

/**
 * Child rows that are saved only by the button. New ones would be created again with each automatic save, since the
 * form doesn't know their keys; and removals should not be immediate.
 *
 * @param {Element} row
 */
function waiting(row) {
  const isNew = !row.querySelector('input[type="hidden"][name$=".id"]');
  return isNew || Boolean(row.querySelector('input[name$=".remove"]:checked'));
}

/** @param {Element} row */
function isTouched(row) {
  const controls =
    /** @type {NodeListOf<Omit<HTMLInputElement, 'type'> & Omit<HTMLSelectElement, 'type'> & { type: string }>} */ (
      row.querySelectorAll('[name]:not([type="hidden"])')
    );
  return [...controls].some(({ type, checked, defaultChecked, value, defaultValue, options }) => {
    if (type === 'checkbox' || type === 'radio') return checked !== defaultChecked;
    if (options)
      return [...options].some((option) => option.selected && !option.defaultSelected && option.value !== '');
    return value !== defaultValue;
  });
}

/** What an automatic save submits. @param {HTMLFormElement} form */
function body(form) {
  const data = new FormData(form);
  for (const row of form.querySelectorAll('[data-pl-row]')) {
    if (!waiting(row)) continue;
    for (const control of row.querySelectorAll('[name]')) data.delete(control.getAttribute('name') ?? '');
  }
  // A file being uploaded is part of the next save, by its id.
  for (const box of form.querySelectorAll('[data-pl-busy]'))
    data.delete(box.querySelector('input[type=file]')?.getAttribute('name') ?? '');
  if (form.enctype === 'multipart/form-data') return data;
  return new URLSearchParams(/** @type {[string, string][]} */ ([...data]));
}

/** @param {HTMLFormElement} form @param {string} state @param {string} [text] */
function say(form, state, text) {
  const status = /** @type {HTMLElement | null} */ (form.querySelector('[data-pl-status]'));
  if (!status) return;
  status.dataset.state = state;
  status.textContent = text ?? '';
}
