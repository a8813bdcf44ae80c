// The filter of the data grid. Its cells are edited by core-views/js/cells.

for (const condition of document.querySelectorAll('[data-adm-condition]')) {
  offerOperators(condition);
  condition.querySelector('[name=f]')?.addEventListener('change', () => offerOperators(condition));
}

/** Only comparisons that the chosen field knows. @param {Element} condition */
function offerOperators(condition) {
  const [field, operator] = /** @type {NodeListOf<HTMLSelectElement>} */ (condition.querySelectorAll('select'));
  const known = field.selectedOptions[0]?.dataset.operators?.split(' ');
  for (const option of operator.options) {
    option.hidden = known ? !known.includes(option.value) : false;
    option.disabled = option.hidden;
  }
  if (operator.selectedOptions[0]?.disabled) operator.value = known?.[0] ?? '';
}
