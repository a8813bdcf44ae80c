// Number controls: they show and take numbers as the reader's language writes them, and submit them as 1234.56. A text that
// others would read as another number is shown back as it was understood.
import { readLocalNumber, signsOf, toLocalNumber } from '../local/local-number.js';
import { showUnderstood } from './understood.js';

const SELECTOR = 'input[data-pl-number]';
const PLAIN = /^-?\d*\.\d+$/;
const locale = document.documentElement.lang || 'en';
const signs = signsOf(locale);
const understood = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
/** The value that came with the page and is shown, by control. @type {WeakMap<HTMLInputElement, string>} */
const shown = new WeakMap();

show();
new MutationObserver(show).observe(document.body, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['value'],
});
document.addEventListener('reset', () => setTimeout(showAgain));
document.addEventListener('input', ({ target }) => isNumber(target) && hint(target));
document.addEventListener('keydown', step);
// Before all others, which read and rename what is submitted.
document.addEventListener('formdata', submit, { capture: true });

/** @param {EventTarget | null} target @returns {target is HTMLInputElement} */
const isNumber = (target) => target instanceof HTMLInputElement && target.matches(SELECTOR);

/** Values that came with the page; a hint for what was typed before this was there, or is put back by the browser. */
function show() {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(SELECTOR))) {
    const { value, defaultValue } = input;
    if (shown.get(input) === defaultValue) continue;
    shown.set(input, defaultValue);
    if (value !== defaultValue) hint(input);
    else if (PLAIN.test(value)) input.value = toLocalNumber(value, signs);
  }
}

function showAgain() {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(SELECTOR))) {
    shown.delete(input);
    hint(input);
  }
  show();
}

/** @param {HTMLInputElement} input */
function hint(input) {
  const isWhole = input.dataset.plNumber === 'whole';
  const read = isWhole ? null : readLocalNumber(input.value, signs);
  const text = read?.unsure ? `= ${understood.format(/** @type {any} */ (read.number))}` : '';
  showUnderstood(input, text);
}

/** @param {Event} event */
function submit(event) {
  const { formData } = /** @type {FormDataEvent} */ (event);
  const form = /** @type {HTMLFormElement} */ (event.target);
  /** @type {Map<string, Map<string, string>>} */
  const byName = new Map();
  for (const input of form.elements) {
    if (!isNumber(input) || input.name === '') continue;
    const text = readLocalNumber(input.value, signs)?.text ?? input.value;
    if (text !== input.value) byName.set(input.name, (byName.get(input.name) ?? new Map()).set(input.value, text));
  }
  for (const [name, texts] of byName) {
    const all = formData.getAll(name).map((value) => texts.get(String(value)) ?? value);
    // One value keeps its place among the others.
    formData.set(name, all[0]);
    for (const value of all.slice(1)) formData.append(name, value);
  }
}

/** The arrow keys count up and down. @param {KeyboardEvent} event */
function step(event) {
  const { key, target } = event;
  const up = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  if (up === 0 || !isNumber(target) || target.readOnly || event.altKey || event.ctrlKey || event.metaKey) return;
  const now = target.value.trim() === '' ? '0' : readLocalNumber(target.value, signs)?.number;
  if (now === undefined) return;
  event.preventDefault();
  const { step: by = '1', min = '-Infinity', max = 'Infinity' } = target.dataset;
  const size = Number(by) || 1;
  const places = Math.max(...[now, String(size)].map((number) => number.split('.')[1]?.length ?? 0));
  const next = Math.min(Math.max(Number(now) + up * size, Number(min)), Number(max));
  target.value = toLocalNumber(next.toFixed(places), signs);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
