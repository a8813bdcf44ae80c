// Buttons that copy the text beside them: the code, or the input's value.

document.addEventListener('click', async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-api-copy]'));
  const source = button?.parentElement?.querySelector('code, input');
  const text = source instanceof HTMLInputElement ? source.value : source?.textContent;
  if (!button || !text) return;
  await copy(text);
  const before = button.textContent;
  button.textContent = button.dataset.done ?? '';
  setTimeout(() => (button.textContent = before), 1500);
});

/** Browsers only allow clipboard access over https and on localhost. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
