// Drop a file on the marked form: it is sent at once, as if it had been chosen. One that is too large is refused before it is
// sent.

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
    send();
  });
  input.addEventListener('change', send);

  function send() {
    const [file] = input.files ?? [];
    const isTooLarge = file !== undefined && file.size > Number(input.dataset.most ?? Infinity);
    input.setCustomValidity(isTooLarge ? (input.dataset.tooLarge ?? '') : '');
    input.setAttribute('aria-invalid', String(isTooLarge));
    const said = form.querySelector('[data-adm-said]');
    if (said) said.textContent = input.validationMessage;
    if (file && !isTooLarge) form.requestSubmit();
  }
}
