// Forms made from settings: adds, moves and removes list entries, and hides settings that don't apply. Names are key
// paths (columns.2.label), so moving an entry means renumbering.

import './repaint.js';
import { foldOf, isKnown, renumber } from './setting-entries.js';

/** @param {ParentNode} root @param {string} selector */
const all = (root, selector) => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector));

/** @param {ParentNode} root */
function ready(root) {
  for (const tools of all(root, '[data-pl-entry-tools]')) tools.hidden = false;
  for (const button of all(root, '[data-pl-add]')) button.hidden = false;
  for (const box of all(root, '.pl-entry-remove')) box.hidden = true;
  for (const input of all(root, 'input[list$="-palette"]')) addPicker(/** @type {HTMLInputElement} */ (input));
  for (const list of all(root, '[data-pl-entries]')) dropBlank(list);
  for (const form of all(root, '[data-pl-settings]')) showWhatCounts(form);
  for (const list of all(root, '[data-pl-entries]')) showMatch(list);
}

const HEX = /^#[0-9a-f]{6}$/i;

/** Copies the colour from the browser's picker to the text control. @param {HTMLInputElement} input */
function addPicker(input) {
  if (input.parentElement?.matches('.pl-colour-pair')) return;
  const pair = document.createElement('span');
  const picker = document.createElement('input');
  pair.className = 'pl-colour-pair';
  picker.type = 'color';
  picker.className = 'form-control pl-colour-pick';
  picker.setAttribute('aria-label', input.labels?.[0]?.textContent ?? input.getAttribute('aria-label') ?? '');
  const show = () => HEX.test(input.value) && (picker.value = input.value);
  show();
  input.replaceWith(pair);
  pair.append(picker, input);
  input.addEventListener('input', show);
  picker.addEventListener('input', () => {
    input.value = picker.value;
  });
  picker.addEventListener('change', () => changed(input));
}

/** Shows the choice between all and any only if there are several conditions. @param {HTMLElement} list */
function showMatch(list) {
  const match = /** @type {HTMLElement | null} */ (list.previousElementSibling);
  if (match?.matches('[data-pl-match]')) match.hidden = list.querySelectorAll(':scope > [data-pl-entry]').length < 2;
}

/** Removes the empty entry at the end, which is only needed without this module. @param {HTMLElement} list */
function dropBlank(list) {
  // In a list of options, the empty line is where the next one is written.
  if (list.dataset.plReady || list.closest('[data-pl-options]')) return;
  list.dataset.plReady = '1';
  const last = [...list.querySelectorAll(':scope > [data-pl-entry]')].at(-1);
  if (last && !isKnown(last)) last.remove();
}

/** @param {Element} form */
function showWhatCounts(form) {
  for (const field of all(form, '[data-pl-show-if]')) {
    const { plShowIf = '', plShowIn = '[]' } = field.dataset;
    const controls = [...all(form, `[name="${CSS.escape(plShowIf)}"]`)];
    const chosen = controls.find((one) => one.matches('[type=radio]:checked'));
    const control = /** @type {HTMLInputElement | undefined} */ (chosen ?? controls.at(-1));
    const value = control?.type === 'checkbox' ? control.checked : control?.value;
    // Settings that depend on one that doesn't apply don't apply either.
    const isAsked = !control?.closest('[data-pl-show-if]')?.matches('[hidden]');
    field.hidden = !isAsked || !JSON.parse(plShowIn).includes(value);
  }
}

/** @param {Element} element */
export function changed(element) {
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (
    target.closest('[data-pl-add], [data-pl-move], [data-pl-remove], [data-pl-duplicate]')
  );
  const list = /** @type {HTMLElement | null | undefined} */ (button?.closest('[data-pl-entries]'));
  if (!button || !list) return;
  const entry = /** @type {Element} */ (button.closest('[data-pl-entry]'));
  if (button.matches('[data-pl-add]')) add(list, button);
  else if (button.matches('[data-pl-remove]')) remove(list, entry);
  else if (button.matches('[data-pl-duplicate]')) duplicate(entry);
  else move(entry, Number(button.dataset.plMove), button);
  renumber(list);
  showMatch(list);
  changed(list);
});

/** Adds an empty entry before the button and focuses it. @param {HTMLElement} list @param {Element} button */
export function add(list, button) {
  const pattern = /** @type {HTMLTemplateElement} */ (list.querySelector(':scope > template'));
  const entry = /** @type {Element} */ (pattern.content.firstElementChild?.cloneNode(true));
  button.before(entry);
  renumber(list);
  ready(entry);
  const form = list.closest('[data-pl-settings]');
  if (form) showWhatCounts(form);
  (all(entry, '[data-pl-option-name]')[0] ?? all(entry, 'input:not([type="hidden"]), select, textarea')[0])?.focus();
}

/** A copy after the entry, with what is typed in it. @param {Element} entry */
function duplicate(entry) {
  const copy = /** @type {Element} */ (entry.cloneNode(true));
  // What modules have put beside controls would be dead in the copy; they equip it anew.
  for (const extra of all(copy, '[data-pl-extra]')) extra.remove();
  const controls = (/** @type {Element} */ root) =>
    /** @type {HTMLInputElement[]} */ ([...all(root, 'input, select, textarea')]).filter(
      (one) => !one.closest('[data-pl-extra]'),
    );
  const copies = controls(copy);
  for (const [i, { value, checked }] of controls(entry).entries()) Object.assign(copies[i], { value, checked });
  entry.after(copy);
  document.dispatchEvent(new CustomEvent('pl:settings'));
  /** @type {HTMLElement | null} */ (copy.querySelector('[data-pl-duplicate]'))?.focus();
}

/** @param {HTMLElement} list @param {Element} entry */
function remove(list, entry) {
  const next = /** @type {HTMLElement | null} */ (
    entry.nextElementSibling ?? list.querySelector(':scope > [data-pl-add]')
  );
  entry.remove();
  (next?.querySelector?.('button') ?? next)?.focus?.();
}

/** @param {Element} entry @param {number} by @param {HTMLElement} button */
function move(entry, by, button) {
  const other = by < 0 ? entry.previousElementSibling : entry.nextElementSibling;
  if (!other?.matches('[data-pl-entry]')) return;
  if (by < 0) other.before(entry);
  else other.after(entry);
  button.focus();
}

document.addEventListener('change', (event) => {
  const form = /** @type {Element} */ (event.target).closest?.('[data-pl-settings]');
  if (form) showWhatCounts(form);
});

/** Names of open entries, since the server sends them all closed. @type {Set<string>} */
let open = new Set();
function noteOpen() {
  const entries = [...all(document, '[data-pl-entry]')];
  open = new Set(entries.filter((entry) => foldOf(entry)?.open ?? true).map((entry) => entry.dataset.plEntry ?? ''));
}

document.addEventListener('change', noteOpen);
document.addEventListener('toggle', noteOpen, true);

ready(document);
// Whoever puts a form into the page by itself says so.
document.addEventListener('pl:settings', () => ready(document));
document.addEventListener('htmx:after:swap', () => {
  for (const entry of all(document, '[data-pl-entry]')) {
    const fold = foldOf(entry);
    if (fold && open.has(entry.dataset.plEntry ?? '')) fold.open = true;
  }
  ready(document);
});
