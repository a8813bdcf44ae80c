// Date controls: they take dates as the reader's language writes them, and submit them in ISO form. A text that others would
// read as another date is shown back as it was understood; a button opens the browser's calendar.
import { dateFormOf, moveDate, readLocalDate, toLocalDate } from '../local/local-date.js';
import { showUnderstood } from './understood.js';

const SELECTOR = 'input[data-pl-date]';
const locale = document.documentElement.lang || 'en';
const form = dateFormOf(locale);
const CALENDAR =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM16 3v4M8 3v4M4 11h16M8 15h2v2H8z"/></svg>';
const STEPS = /** @type {Record<string, [days: number, months: number]>} */ ({
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  PageUp: [0, 1],
  PageDown: [0, -1],
});

decorate();
new MutationObserver(decorate).observe(document.body, { childList: true, subtree: true });
document.addEventListener('input', ({ target }) => isDate(target) && showHint(target));
document.addEventListener('reset', () => setTimeout(() => each(showHint)));
// Before the editor of a cell, which keeps keys to itself.
document.addEventListener('keydown', onKey, { capture: true });
// Before all others, which read and rename what is submitted.
document.addEventListener('formdata', submit, { capture: true });
// Conditions that were judged by what was written here before.
for (const { form: own } of all())
  if (own?.querySelector('[data-pl-when]')) own.dispatchEvent(new Event('pl:added', { bubbles: true }));

/** @param {EventTarget | null} target @returns {target is HTMLInputElement} */
function isDate(target) {
  return target instanceof HTMLInputElement && target.matches(SELECTOR);
}

/** @returns {HTMLInputElement[]} */
function all() {
  return [...document.querySelectorAll(SELECTOR)].filter(isDate);
}

/** @param {(input: HTMLInputElement) => void} act */
function each(act) {
  for (const input of all()) act(input);
}

/** @param {HTMLInputElement} input */
function withTime(input) {
  return input.dataset.plDate !== 'day';
}

/** What a control holds, in ISO form; the text itself if it can't be read. @param {HTMLInputElement} input */
export function isoOf(input) {
  return read(input)?.text ?? input.value;
}

/** @param {string} iso */
export function localOf(iso) {
  return toLocalDate(iso, form);
}

/** @param {HTMLInputElement} input @param {string} [text] */
function read(input, text = input.value) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: input.dataset.zone || undefined }).format();
  return readLocalDate(text, form, { today, withTime: withTime(input) });
}

/** The button beside each control. */
function decorate() {
  each((input) => {
    const group = input.parentElement;
    if (!group?.matches('.input-group') || group.querySelector('[data-pl-pick-date]') || input.readOnly) return;
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'btn btn-icon', innerHTML: CALENDAR, disabled: input.disabled });
    button.dataset.plPickDate = '';
    button.ariaLabel = button.title = input.dataset.pick ?? '';
    button.addEventListener('click', () => pick(input, button));
    group.append(button);
    // What was typed before this was there.
    if (input.value !== input.defaultValue) showHint(input);
  });
}

/** Opens the browser's own calendar. @param {HTMLInputElement} input @param {HTMLElement} button */
function pick(input, button) {
  const native = document.createElement('input');
  const { min = '', max = '' } = input.dataset;
  Object.assign(native, { type: withTime(input) ? 'datetime-local' : 'date', className: 'visually-hidden', min, max });
  Object.assign(native, { tabIndex: -1, ariaHidden: 'true', value: read(input)?.text ?? '' });
  // Nothing but the text is what the form is about.
  for (const kind of ['input', 'change']) {
    native.addEventListener(kind, (event) => {
      event.stopPropagation();
      if (native.value) write(input, native.value);
    });
  }
  document.querySelector('[data-pl-native]')?.remove();
  native.dataset.plNative = '';
  button.before(native);
  // A browser without it, or that finds it too hidden: the text can still be typed.
  try {
    native.showPicker();
  } catch {
    native.remove();
    input.focus();
  }
}

/** @param {HTMLInputElement} input @param {string} iso */
function write(input, iso) {
  input.value = localOf(iso);
  for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** What was understood; of a text that can't be read, what is expected. @param {HTMLInputElement} input */
function showHint(input) {
  const found = read(input);
  const isWrong = !found && input.value.trim() !== '';
  showUnderstood(input, found?.unsure ? `= ${understood(found.text)}` : isWrong ? input.placeholder : '');
}

/** @param {string} iso */
function understood(iso) {
  const hasTime = iso.length > 10;
  const time = hasTime ? { timeStyle: /** @type {const} */ ('short') } : {};
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...time, timeZone: 'UTC' });
  return format.format(new Date(hasTime ? `${iso}Z` : `${iso}T00:00Z`));
}

/** Arrow keys move by days, Page Up and Page Down by months. @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (!isDate(target) || target.readOnly || ctrlKey || metaKey) return;
  if (altKey && key === 'ArrowDown') {
    event.preventDefault();
    return void (
      /** @type {HTMLElement | null} */ (target.parentElement?.querySelector('[data-pl-pick-date]'))?.click()
    );
  }
  const step = STEPS[key];
  if (!step || altKey) return;
  const now = read(target, target.value.trim() || '+0');
  if (!now) return;
  event.preventDefault();
  event.stopPropagation();
  write(target, target.value.trim() === '' ? now.text : moveDate(now.text, ...step));
}

/** @param {Event} event */
function submit(event) {
  const { formData } = /** @type {FormDataEvent} */ (event);
  const { elements } = /** @type {HTMLFormElement} */ (event.target);
  for (const control of elements) {
    if (!isDate(control) || control.name === '') continue;
    const text = read(control)?.text;
    if (text === undefined || text === control.value) continue;
    // The time zone before it has the same name.
    const values = formData.getAll(control.name).map((value) => (value === control.value ? text : value));
    formData.set(control.name, values[0]);
    for (const value of values.slice(1)) formData.append(control.name, value);
  }
}
