// Forms of edit views: warns before typed text is lost, saves by itself where the view says so, sends once.
// All by events on the document, so that forms that arrive later (dialogs, swaps) need no set-up.
const WAIT = 900;
const changed = new WeakSet();
const sending = new WeakSet();
const timers = new WeakMap();
const running = new WeakMap();

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
    if ('plAutosave' in form.dataset) later(form);
  });
}

document.addEventListener('submit', (event) => {
  const form = formOf(event);
  if (!form || event.defaultPrevented) return;
  if (sending.has(form)) return event.preventDefault();
  clearTimeout(timers.get(form));
  sending.add(form);
  changed.delete(form);
});

// The way back through the browser's cache shows the form as it was left: it can be sent again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-pl-form]')) sending.delete(form);
});

addEventListener('beforeunload', (event) => {
  const open = [...document.querySelectorAll('form[data-pl-leave]')].some(
    (form) => changed.has(form) && !sending.has(form),
  );
  if (open) event.preventDefault();
});

// A form that goes "back" was opened from somewhere else than itself.
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

/** One save at a time; what is typed meanwhile goes with the next one. @param {HTMLFormElement} form */
async function save(form) {
  if (running.get(form)) return later(form);
  if (!form.checkValidity()) return say(form, 'failed', form.dataset.plUnsaved);
  running.set(form, true);
  changed.delete(form);
  say(form, 'saving', form.dataset.plSaving);
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      body: body(form),
      headers: { Accept: 'application/json' },
    });
    const saved = answer.ok;
    if (!saved) changed.add(form);
    say(form, saved ? 'saved' : 'failed', saved ? form.dataset.plSaved : form.dataset.plUnsaved);
  } catch {
    changed.add(form);
    say(form, 'failed', form.dataset.plUnsaved);
  } finally {
    running.delete(form);
  }
}

/**
 * New child rows wait for the button: saved here, they would be made again each time, since the form does not know
 * their keys.
 *
 * @param {HTMLFormElement} form
 */
function body(form) {
  const data = new FormData(form);
  for (const row of form.querySelectorAll('[data-pl-row]')) {
    if (row.querySelector('input[type="hidden"][name$=".id"]')) continue;
    for (const control of row.querySelectorAll('[name]')) data.delete(control.getAttribute('name') ?? '');
  }
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
