// The form that the server printed, and its error messages.

/** @param {HTMLFormElement} form @param {string} printed @param {boolean} isNew whether its values are others than those that were sent */
export function showForm(form, printed, isNew) {
  const repaint = new CustomEvent('pl:repaint', { bubbles: true, cancelable: true, detail: { html: printed, isNew } });
  form.dispatchEvent(repaint);
}

/** Messages by control, beside each. @param {HTMLFormElement} form @param {Record<string, string>} errors */
export function showErrors(form, errors) {
  for (const old of form.querySelectorAll('.invalid-feedback')) old.remove();
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  for (const [name, message] of Object.entries(errors)) {
    const control = controlOf(form, name);
    const said = document.createElement('div');
    Object.assign(said, { className: 'invalid-feedback d-block', id: `error-${name}`, textContent: message });
    control?.setAttribute('aria-invalid', 'true');
    control?.setAttribute('aria-errormessage', said.id);
    (control?.closest('.pl-field') ?? form).append(said);
  }
}

/** The control of a setting; of one with several, the first. @param {HTMLFormElement} form @param {string} name @returns {HTMLElement | null} */
function controlOf(form, name) {
  const named = (/** @type {string} */ test) =>
    /** @type {HTMLElement | null} */ (form.querySelector(`[name${test}]:not([type=hidden])`));
  return named(`="${CSS.escape(name)}"`) ?? named(`^="${CSS.escape(name)}."`);
}
