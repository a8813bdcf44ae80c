// The form of a trigger: choosing a table, an action or the time shows the settings that belong to it. Without this file
// the form has a button for it.

const RULING = /(^|\.)(table|action|relation|view|timing)$/;
/** Settings of what starts it, which the next times are shown for. */
const OPTION = /^options\./;

document.addEventListener('change', ({ target }) => {
  const control = /** @type {HTMLSelectElement} */ (target);
  const form = control.closest?.('[data-adm-trigger] form');
  const isRuling = control.matches?.('select') && RULING.test(control.name);
  const isOption = OPTION.test(control.name) && form?.querySelector('#next-times');
  if (!form || !(isRuling || isOption)) return;
  /** @type {HTMLElement | null} */ (form.querySelector('[data-adm-refresh]'))?.click();
});
