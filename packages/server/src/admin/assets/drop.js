// Drop a file on the marked form: it is sent at once, as if it had been chosen.

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-adm-drop]'))) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input[type=file]'));
  const area = form.querySelector('.adm-drop') ?? form;
  for (const type of ['dragenter', 'dragover']) {
    area.addEventListener(type, (event) => {
      event.preventDefault();
      area.classList.add('adm-drop-over');
    });
  }
  for (const type of ['dragleave', 'drop']) area.addEventListener(type, () => area.classList.remove('adm-drop-over'));
  area.addEventListener('drop', (event) => {
    const files = /** @type {DragEvent} */ (event).dataTransfer?.files;
    event.preventDefault();
    if (!files?.length) return;
    input.files = files;
    form.requestSubmit();
  });
  input.addEventListener('change', () => input.files?.length && form.requestSubmit());
}
