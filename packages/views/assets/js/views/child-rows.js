// Child rows inside a form: "Add a row" puts a copy of the empty one at the end. Without this module the spare empty
// rows do the same.
function ready(root) {
  for (const button of root.querySelectorAll('[data-pl-add-row][hidden]')) {
    button.hidden = false;
    const rows = button.closest('[data-pl-rows]');
    // The spare rows were for those without the module; an empty form keeps one to begin with.
    const spare = [...rows.querySelectorAll(':scope > [data-pl-row]')].filter(isUntouched);
    const first = rows.querySelector(':scope > [data-pl-row]') === spare[0] ? 1 : 0;
    for (const row of spare.slice(first)) row.remove();
  }
}

function isUntouched(row) {
  if (row.querySelector('.is-invalid, .invalid-feedback')) return false;
  return [...row.querySelectorAll('input, select, textarea')].every((control) => {
    if (control.type === 'hidden') return !control.name.endsWith('.id');
    if (control.type === 'checkbox' || control.type === 'radio')
      return control.checked === control.defaultChecked && !control.checked;
    if (control.tagName === 'SELECT') return control.value === '' || control.selectedIndex === 0;
    return control.value === '';
  });
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-pl-add-row]');
  if (!button) return;
  const rows = button.closest('[data-pl-rows]');
  const used = [...rows.querySelectorAll('[name]')].map((control) =>
    Number(control.name.slice(rows.dataset.plRows.length + 1).split('.')[0]),
  );
  const next = Math.max(-1, ...used.filter(Number.isInteger)) + 1;
  const pattern = rows.querySelector(':scope > template');
  const copy = document.createElement('template');
  copy.innerHTML = pattern.innerHTML.replaceAll('__n__', String(next));
  const row = copy.content.firstElementChild;
  button.before(row);
  globalThis.htmx?.process(row);
  row.dispatchEvent(new CustomEvent('pl:added', { bubbles: true }));
  row.querySelector('input:not([type="hidden"]), select, textarea')?.focus();
});

ready(document);
document.addEventListener('htmx:after:swap', () => ready(document));
