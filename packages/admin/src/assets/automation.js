// The form of a trigger: choosing a table, fields, an action or the time shows the settings that belong to it, and the next times
// follow what is typed. Without this file the form has a button for it.

const RULING = /(^|\.)(table|action|relation|view|timing|fields|values\.\d+\.field)$/;
/** Settings of what starts it, which the next times are shown for. */
const OPTION = /^options\./;
const TYPING_MS = 300;
/** @type {{ timer?: ReturnType<typeof setTimeout> }} */
const typing = {};

document.addEventListener('change', ({ target }) => {
  const control = /** @type {HTMLSelectElement} */ (target);
  const form = control.closest?.('[data-adm-trigger] form');
  if (!form) return;
  if (control.matches('select, [type=checkbox]') && RULING.test(control.name)) click(form, '[data-adm-refresh]');
  else if (OPTION.test(control.name)) click(form, '[data-adm-times]');
});

document.addEventListener('input', ({ target }) => {
  const control = /** @type {HTMLInputElement} */ (target);
  const form = control.matches?.('input') && OPTION.test(control.name) && control.closest('[data-adm-trigger] form');
  if (!form) return;
  clearTimeout(typing.timer);
  typing.timer = setTimeout(() => click(form, '[data-adm-times]'), TYPING_MS);
});

/** @param {Element} form @param {string} button */
function click(form, button) {
  /** @type {HTMLElement | null} */ (form.querySelector(button))?.click();
}
