// The values of a form for its draft: read as they are and as they came, and put back.

/** @typedef {Record<string, { value: string, label?: string }[]>} Values by control; label: of a choice */

/**
 * What is kept: no password, no number of a card, no file, nothing that the server put there.
 *
 * @param {HTMLFormElement} form @returns {HTMLInputElement[]}
 */
export function controlsOf(form) {
  const all = /** @type {HTMLInputElement[]} */ ([...form.elements]);
  const added = new Set(all.filter(({ dataset }) => dataset.plAdds !== undefined).map(({ name }) => name));
  return all.filter(
    (control) =>
      control.name &&
      !control.name.startsWith('_') &&
      !/^(password|file|submit|button|image|reset|fieldset|output)$/.test(control.type) &&
      (control.type !== 'hidden' || added.has(control.name)) &&
      !/^(cc-|one-time-code|.*password)/.test(control.autocomplete ?? '') &&
      !control.closest('[data-pl-upload], [data-pl-uploads]'),
  );
}

/** @param {HTMLFormElement} form */
export const valuesOf = (form) =>
  read(form, {
    chosen: ({ selected }) => selected,
    isOn: ({ checked }) => checked,
    textOf: ({ value }) => value,
  });

/** As the server sent it. @param {HTMLFormElement} form */
export const defaultsOf = (form) =>
  read(form, {
    chosen: (option, select) =>
      option.defaultSelected || (!select.multiple && !hasDefault(select) && option === firstFree(select)),
    isOn: ({ defaultChecked }) => defaultChecked,
    // A hidden one was added by a script.
    textOf: ({ type, defaultValue }) => (type === 'hidden' ? null : defaultValue),
  });

/** @param {Values[string]} values @param {Values[string]} [others] */
export const isSame = (values, others = []) =>
  values.length === others.length && values.every(({ value }, i) => value === others[i].value);

/**
 * @param {HTMLFormElement} form @param {Values} values
 * @returns {Promise<() => void>} takes them back
 */
export async function setValues(form, values) {
  const rows = await addRows(form, Object.keys(values));
  /** @type {Record<string, number>} */
  const used = {};
  for (const control of controlsOf(form)) {
    const wanted = Object.hasOwn(values, control.name) ? values[control.name] : null;
    if (!Array.isArray(wanted) || control.type === 'hidden') continue;
    if (control instanceof HTMLSelectElement) choose(control, wanted);
    else if (isTick(control)) control.checked = wanted.some(({ value }) => value === control.value);
    else if (control.dataset.plAdds !== undefined) addTexts(control, wanted);
    else control.value = wanted[(used[control.name] = (used[control.name] ?? -1) + 1)]?.value ?? '';
  }
  tell(form, values);
  return () => {
    for (const row of rows) row.remove();
    for (const control of controlsOf(form)) if (control.type === 'hidden') control.remove();
    form.reset();
    tell(form, values);
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {{ chosen(option: HTMLOptionElement, select: HTMLSelectElement): boolean, isOn(control: HTMLInputElement): boolean,
 *   textOf(control: HTMLInputElement): string | null }} how
 */
function read(form, { chosen, isOn, textOf }) {
  /** @type {Values} */
  const values = {};
  for (const control of controlsOf(form)) {
    const list = (values[control.name] ??= []);
    const text = textOf(control);
    if (control instanceof HTMLSelectElement) {
      for (const option of control.options)
        if (chosen(option, control)) list.push({ value: option.value, label: option.text });
    } else if (isTick(control)) {
      if (isOn(control)) list.push({ value: control.value });
    } else if (text !== null) list.push({ value: text });
  }
  return values;
}

/** @param {HTMLInputElement} control */
const isTick = ({ type }) => type === 'checkbox' || type === 'radio';

/** @param {HTMLSelectElement} select */
const hasDefault = ({ options }) => [...options].some(({ defaultSelected }) => defaultSelected);

/** @param {HTMLSelectElement} select */
const firstFree = ({ options }) => [...options].find(({ disabled }) => !disabled);

/** Rows of a form that were added. @param {HTMLFormElement} form @param {string[]} names @returns {Promise<Element[]>} */
async function addRows(form, names) {
  const lists = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-pl-rows]')]);
  if (lists.length === 0) return [];
  await import('./child-rows.js');
  const focused = document.activeElement;
  const before = new Set(form.querySelectorAll('[data-pl-row]'));
  for (const list of lists) {
    const prefix = `${list.dataset.plRows}.`;
    const add = /** @type {HTMLElement | null} */ (list.querySelector('[data-pl-add-row]:not([hidden])'));
    const lost = () => names.some((name) => name.startsWith(prefix) && !form.elements.namedItem(name));
    for (let i = 0; add && lost() && i < 100; i++) add.click();
  }
  if (focused instanceof HTMLElement) focused.focus();
  return [...form.querySelectorAll('[data-pl-row]')].filter((row) => !before.has(row));
}

/** @param {HTMLSelectElement} select @param {Values[string]} wanted */
function choose(select, wanted) {
  const values = wanted.map(({ value }) => value);
  for (const { value, label } of wanted)
    if (![...select.options].some((option) => option.value === value)) select.append(new Option(label, value));
  for (const option of select.options) option.selected = values.includes(option.value);
}

/** Choices that are new with what is saved. @param {HTMLInputElement} control @param {Values[string]} wanted */
function addTexts(control, [first, ...more]) {
  control.value = first?.value ?? '';
  const { name } = control;
  for (const { value } of more)
    control.after(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
}

/** All that shows what those controls hold. @param {HTMLFormElement} form @param {Values} values */
function tell(form, values) {
  form.dispatchEvent(new CustomEvent('pl:set'));
  for (const control of controlsOf(form)) {
    if (!Object.hasOwn(values, control.name)) continue;
    for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}
