// Asks for the name of a new piece, and for the settings that its uses fill in.

/** @typedef {{ value: string, label: string }} Option */
/** @typedef {{ label: string, params: string[], isReplaced: boolean }} Wanted */

export function createPieceDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('[data-bld-piece]'));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
  const error = /** @type {HTMLElement} */ (dialog.querySelector('[data-bld-piece-error]'));
  const list = /** @type {HTMLElement} */ (dialog.querySelector('[data-bld-piece-params]'));
  /** @type {(wanted: Wanted) => Promise<string>} */
  let create = async () => '';

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const params = data.getAll('params').map(String);
    error.textContent = await create({
      label: String(data.get('label')).trim(),
      params,
      isReplaced: data.has('replace'),
    });
    if (!error.textContent) dialog.close();
  });

  return {
    /**
     * @param {readonly Option[]} options settings that uses can fill in
     * @param {(wanted: Wanted) => Promise<string>} onCreate what is wrong; empty: it was created
     */
    open(options, onCreate) {
      create = onCreate;
      form.reset();
      error.textContent = '';
      list.replaceChildren(...options.map(optionElement));
      dialog.showModal();
    },
  };
}

/** @param {Option} option */
function optionElement({ value, label }) {
  const holder = Object.assign(document.createElement('label'), { className: 'form-check' });
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'params', value });
  input.className = 'form-check-input';
  const text = Object.assign(document.createElement('span'), { className: 'form-check-label', textContent: label });
  holder.append(input, text);
  return holder;
}
