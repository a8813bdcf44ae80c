// The form of a trigger: choosing a table, an action or the time shows the settings that belong to it. Without this file the form
// has a button for it.

const RULING = /(^|\.)(table|action|relation|timing)$/;

document.addEventListener('change', ({ target }) => {
  const control = /** @type {HTMLSelectElement} */ (target);
  const form = control.closest?.('[data-adm-trigger] form');
  if (!form || !control.matches('select') || !RULING.test(control.name)) return;
  /** @type {HTMLElement | null} */ (form.querySelector('[data-adm-refresh]'))?.click();
});
