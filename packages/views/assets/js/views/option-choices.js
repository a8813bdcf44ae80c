// A select that offers what a list of options beside it holds, such as the default value of a field, follows the list
// while it is being typed.

const OFFERS = 'select[data-pl-offers-options]';

document.addEventListener('input', follow);
document.addEventListener('change', follow);

/** @param {Event} event */
function follow({ target }) {
  const list = /** @type {Element} */ (target).closest?.('[data-pl-options]');
  const select = /** @type {HTMLSelectElement | null | undefined} */ (list?.closest('form')?.querySelector(OFFERS));
  if (list && select) offer(select, optionsIn(list));
}

/** @param {Element} list @returns {{ value: string, label: string }[]} those that have a name or a stored value */
function optionsIn(list) {
  return [...list.querySelectorAll('[data-pl-entry]')].flatMap((line) => {
    const typed = (/** @type {string} */ selector) =>
      /** @type {HTMLInputElement | null} */ (line.querySelector(selector))?.value.trim() ?? '';
    const [label, stored] = [typed('[data-pl-option-name]'), typed('.pl-option-value')];
    return label || stored ? [{ value: stored || label, label: label || stored }] : [];
  });
}

/**
 * The first option stands for none, the last for an expression; those between are renewed. One that is chosen and gets
 * another name remains chosen.
 *
 * @param {HTMLSelectElement} select @param {{ value: string, label: string }[]} options
 */
function offer(select, options) {
  const [first, ...rest] = [...select.options];
  const last = rest.pop();
  if (!last) return;
  const chosen = select.value;
  const isFixed = chosen === first.value || chosen === last.value;
  const at = rest.findIndex(({ value }) => value === chosen);
  select.replaceChildren(first, ...options.map(({ value, label }) => new Option(label, value)), last);
  const isKnown = isFixed || options.some(({ value }) => value === chosen);
  const renamed = rest.length === options.length ? options[at]?.value : undefined;
  select.value = isKnown ? chosen : (renamed ?? first.value);
}
