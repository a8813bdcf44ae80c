// A key for each press of a button that sends a form: the server runs it once, even if it is pressed twice or the browser sends
// it again because its connection broke. Modules that send a form themselves ask for a key with each (request, once).
import { randomKey } from '@plinth/plugin/browser/request';

/** The same until something is typed or the page is shown again. @type {WeakMap<EventTarget, string>} */
let keys = new WeakMap();
/** @type {SubmitEvent | null} */
let last = null;

addEventListener('submit', (event) => (last = event), true);

document.addEventListener('formdata', ({ target, formData }) => {
  const form = /** @type {HTMLFormElement} */ (target);
  // Only what the browser itself is about to send: nobody has kept it from doing so, and everybody was asked.
  const isSent = last?.target === form && last.eventPhase === Event.NONE && !last.defaultPrevented;
  if (!last || !isSent || formData.has('_once')) return;
  const button = /** @type {HTMLButtonElement | null} */ (last.submitter);
  const method = button?.hasAttribute('formmethod') ? button.formMethod : form.method;
  last = null;
  if (method !== 'post') return;
  // A page beside this one leaves the form here, to be sent again.
  const known = form.target ? null : keys.get(form);
  const key = known ?? randomKey();
  keys.set(form, key);
  formData.set('_once', key);
});

for (const kind of ['input', 'change'])
  document.addEventListener(kind, ({ target }) => {
    const form = /** @type {HTMLInputElement | null} */ (target)?.form;
    if (form) keys.delete(form);
  });

// The back/forward cache shows the page as it was left. Its requests store nothing, as those of `request`.
addEventListener('pageshow', () => (keys = new WeakMap()));
document.addEventListener(
  'htmx:before:request',
  (/** @type {any} */ { detail: { ctx } }) => (ctx.request.cache = 'no-store'),
);
