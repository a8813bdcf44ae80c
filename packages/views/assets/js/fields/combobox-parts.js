// What a combobox is made of.

/** The control that people see: named and described like the select. @param {HTMLSelectElement} select @param {boolean} isLong */
export function inputOf(select, isLong) {
  const none = [...select.options].find(({ value }) => value === '')?.text ?? '';
  const input = element('input', {
    class: inputClass(select),
    type: 'text',
    id: select.id,
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-expanded': 'false',
    placeholder: none || (isLong ? (select.dataset.plSearch ?? '') : ''),
  });
  for (const name of ['aria-invalid', 'aria-describedby', 'aria-label', 'aria-labelledby', 'disabled']) {
    const value = select.getAttribute(name);
    if (value !== null) input.setAttribute(name, value);
  }
  if (select.required || select.ariaRequired === 'true') input.setAttribute('aria-required', 'true');
  // A phone's keyboard would cover a list that needs no typing.
  if (!isLong && matchMedia('(pointer: coarse)').matches) input.inputMode = 'none';
  return input;
}

/** Copies the select's size and validation state. @param {HTMLSelectElement} select */
function inputClass({ classList }) {
  const small = classList.contains('form-select-sm') ? ' form-control-sm' : '';
  return `form-control${small}${classList.contains('is-invalid') ? ' is-invalid' : ''}`;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, string>} attributes @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, attributes, text) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
