// Child rows inside a form: "Add a row" appends a copy of the empty row. Without this module, spare empty rows serve
// instead.
/** @param {ParentNode} root */
function ready(root) {
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-pl-add-row][hidden]'));
  for (const button of buttons) {
    button.hidden = false;
    const rows = /** @type {HTMLElement} */ (button.closest('[data-pl-rows]'));
    // Remove the spare rows, except one in an empty form.
    const spare = [...rows.querySelectorAll(':scope > [data-pl-row]')].filter(isUntouched);
    const first = rows.querySelector(':scope > [data-pl-row]') === spare[0] ? 1 : 0;
    for (const row of spare.slice(first)) row.remove();
  }
}

/** @param {Element} row */
function isUntouched(row) {
  if (row.querySelector('.is-invalid, .invalid-feedback')) return false;
  const controls = /** @type {NodeListOf<HTMLInputElement & { selectedIndex: number }>} */ (
    row.querySelectorAll('input, select, textarea')
  );
  return [...controls].every((control) => {
    if (control.type === 'hidden') return !control.name.endsWith('.id');
    if (control.type === 'checkbox' || control.type === 'radio')
      return control.checked === control.defaultChecked && !control.checked;
    if (control.tagName === 'SELECT') return control.value === '' || control.selectedIndex === 0;
    return control.value === '';
  });
}

document.addEventListener('click', (event) => {
  const button = /** @type {Element} */ (event.target).closest('[data-pl-add-row]');
  const rows = /** @type {HTMLElement | null | undefined} */ (button?.closest('[data-pl-rows]'));
  const pattern = rows?.querySelector(':scope > template');
  if (!button || !rows || !pattern) return;
  const name = `${rows.dataset.plRows}.`;
  const controls = /** @type {NodeListOf<HTMLInputElement>} */ (rows.querySelectorAll('[name]'));
  const used = [...controls].map((control) => Number(control.name.slice(name.length).split('.')[0]));
  const next = Math.max(-1, ...used.filter(Number.isInteger)) + 1;
  const copy = document.createElement('template');
  copy.innerHTML = pattern.innerHTML.replaceAll('__n__', String(next));
  const row = /** @type {Element} */ (copy.content.firstElementChild);
  button.before(row);
  globalThis.htmx?.process(row);
  row.dispatchEvent(new CustomEvent('pl:added', { bubbles: true }));
  /** @type {HTMLElement | null} */ (row.querySelector('input:not([type="hidden"]), select, textarea'))?.focus();
});

// Unsaved rows are simply removed.
document.addEventListener('change', (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  const row = box.matches('.pl-child-remove > input') && box.closest('[data-pl-row]');
  if (!row || row.querySelector(':scope > input[name$=".id"]')) return;
  const add = /** @type {HTMLElement | null | undefined} */ (row.parentElement?.querySelector('[data-pl-add-row]'));
  row.remove();
  add?.focus();
});

ready(document);
document.addEventListener('htmx:after:swap', () => ready(document));
