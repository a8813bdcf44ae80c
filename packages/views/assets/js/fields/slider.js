// Shows the number that a slider stands at.
document.addEventListener('input', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const output = input.closest?.('[data-pl-slider]')?.querySelector('output');
  if (output) output.textContent = input.value;
});
