// Shows the number that a slider stands at.
document.addEventListener('input', (event) => {
  const output = event.target.closest?.('[data-pl-slider]')?.querySelector('output');
  if (output) output.textContent = event.target.value;
});
