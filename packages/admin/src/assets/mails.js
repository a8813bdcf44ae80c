// The preview of a mail template follows what is typed. Without this file there is a button for it.

/** After typing, in ms. */
const WAIT = 500;
/** @type {number | undefined} */
let timer;

/** The sandboxed frame is replaced, so that previews are no steps of the browser's history. @param {HTMLFormElement} form */
function show(form) {
  const frame = form.querySelector('iframe');
  const button = /** @type {HTMLButtonElement | null} */ (form.querySelector('[data-mail-show]'));
  const hasText = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('subject'))?.value;
  if (!frame || !button || !hasText) return;
  const fresh = /** @type {HTMLIFrameElement} */ (frame.cloneNode());
  frame.replaceWith(fresh);
  form.requestSubmit(button);
}

/** @param {Event} event */
function soon({ target }) {
  const form = /** @type {Element} */ (target).closest?.('form[data-adm-mail]');
  if (!form) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => show(/** @type {HTMLFormElement} */ (form)), WAIT);
}

document.addEventListener('input', soon);
document.addEventListener('change', soon);
const form = document.querySelector('form[data-adm-mail]');
if (form) show(/** @type {HTMLFormElement} */ (form));
