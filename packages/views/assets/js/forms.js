// What every form that saves something does: Enter saves, and leaving it with changes asks first.
import { ask, text } from './dialog.js';

/** Each form as it was before the user touched it. @type {WeakMap<HTMLFormElement, string>} */
const before = new WeakMap();
/** Forms that came back with errors: nothing of them is saved. @type {WeakSet<HTMLFormElement>} */
const unsaved = new WeakSet();
/** @type {WeakSet<HTMLFormElement>} */
const sent = new WeakSet();

function noteRefused() {
  for (const wrong of document.querySelectorAll('form [aria-invalid="true"]:not([hidden])')) {
    const form = wrong.closest('form');
    if (form) unsaved.add(form);
  }
}
noteRefused();
// A panel shows it as well.
document.addEventListener('htmx:after:swap', noteRefused);

/** A log-in can be typed again, and a selection of rows is no input. @param {HTMLFormElement} form */
const isWatched = (form) =>
  form.method === 'post' &&
  !form.matches('[data-pl-form]:not([data-pl-leave]), [data-pl-selects]') &&
  !form.querySelector('[autocomplete="current-password"]');

/** @param {HTMLFormElement} form */
const stateOf = (form) =>
  JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value instanceof File ? value.name : value]));

/** @param {HTMLFormElement} form */
function isChanged(form) {
  if (!isWatched(form) || sent.has(form)) return false;
  return unsaved.has(form) || (before.has(form) && before.get(form) !== stateOf(form));
}

/** @param {ParentNode} [within] */
const changedForms = (within = document) => [...within.querySelectorAll('form')].filter(isChanged);

/** @param {Event} event @returns {HTMLFormElement | null} */
function formOf({ target }) {
  if (!(target instanceof Element)) return null;
  return /** @type {HTMLInputElement} */ (target).form ?? target.closest('form');
}

for (const kind of ['focusin', 'pointerdown', 'keydown']) {
  document.addEventListener(
    kind,
    (event) => {
      const form = formOf(event);
      if (form && !before.has(form)) before.set(form, stateOf(form));
    },
    true,
  );
}

document.addEventListener('submit', (event) => {
  const form = formOf(event);
  if (form && !event.defaultPrevented) sent.add(form);
  if (form?.getAttribute('action') === '/auth/logout') forget();
});

/** What this browser keeps for whoever is logged in. */
function forget() {
  try {
    for (const name of Object.keys(localStorage)) if (/^pl-(recent|draft):/.test(name)) localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing.
  }
}
// A form that saves itself starts anew.
document.addEventListener('pl:saved', (event) => {
  const form = formOf(event);
  if (form) before.set(form, stateOf(form));
});
// One that could not be sent is as it was.
document.addEventListener('pl:unsent', (event) => {
  const form = formOf(event);
  if (form) sent.delete(form);
});
// The back/forward cache restores forms as they were left.
addEventListener('pageshow', () => {
  for (const form of document.forms) sent.delete(form);
});

addEventListener('beforeunload', (event) => {
  if (changedForms().length > 0) event.preventDefault();
});

// Closing a dialog leaves its form.
document.addEventListener('pl:leave', (event) => {
  const [form] = changedForms(/** @type {Element} */ (event.target));
  if (!form) return;
  event.detail.question = form.dataset.plLeave || text('Leave');
  event.preventDefault();
});

// So does exchanging the part of the page that it is in. A morph keeps what was typed.
document.addEventListener('click', askFirst, true);

/** @param {MouseEvent} event */
function askFirst(event) {
  const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[hx-get]'));
  if (!link || /morph/i.test(link.getAttribute('hx-swap') ?? '')) return;
  const part = document.querySelector(link.getAttribute('hx-target') ?? 'body');
  const forms = part ? changedForms(part) : [];
  if (forms.length === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(text('Leave')).then((yes) => {
    if (!yes) return;
    for (const form of forms) sent.add(form);
    link.click();
  });
}

// On the window, so that lists of choices and editors come first: what they use Enter for is no wish to save.
addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || event.shiftKey || event.altKey) return;
  const form = formOf(event);
  if (!form || form.method !== 'post' || !saves(/** @type {HTMLElement} */ (event.target), event)) return;
  const button = saveButton(form);
  if (!button) return;
  event.preventDefault();
  form.requestSubmit(button);
});

const TYPED =
  'select, input:not([type="submit"], [type="button"], [type="reset"], [type="image"], [type="file"], [type="color"], [type="hidden"])';

/** Where a line can be broken, Enter does that. @param {HTMLElement} target @param {KeyboardEvent} event */
function saves(target, { ctrlKey, metaKey }) {
  if (target.matches('textarea') || target.isContentEditable) return ctrlKey || metaKey;
  return target.matches(TYPED);
}

/**
 * The main button. A hidden one at the start is there for Enter: it shows what was chosen.
 *
 * @param {HTMLFormElement} form @returns {HTMLButtonElement | null}
 */
function saveButton(form) {
  const buttons = /** @type {HTMLButtonElement[]} */ (
    [...form.elements].filter(
      (element) => element instanceof HTMLButtonElement && element.type === 'submit' && !element.disabled,
    )
  );
  const [first = null] = buttons;
  if (first?.matches('.visually-hidden')) return first;
  return buttons.find((button) => button.matches('.btn-primary') && button.formMethod !== 'get') ?? first;
}
