// Lists of options: Enter starts the next line, a pasted list makes a line of each of its lines, a new option gets a
// colour, and lines are dragged by their grip. Without this module the list is an ordinary form.
import { choiceColour } from '@plinth/plugin/browser/choice-colour';
import { followPointer, nextAt, scrollAtEdges } from '@plinth/plugin/browser/drag';
import './option-choices.js';
import { renumber } from './setting-entries.js';
import { add, changed } from './settings-form.js';

/** As many as the server reads. */
const MOST = 500;

/** @param {EventTarget | null} target */
const nameAt = (target) =>
  target instanceof HTMLInputElement && target.matches('[data-pl-option-name]') ? target : null;
/** @param {Element} inside */
const listOf = (inside) => /** @type {HTMLElement} */ (inside.closest('[data-pl-entries]'));
/** @param {Element} inside */
const lineOf = (inside) => /** @type {HTMLElement} */ (inside.closest('[data-pl-entry]'));
/** @param {ParentNode} list @returns {HTMLInputElement[]} */
const namesIn = (list) => [...list.querySelectorAll('[data-pl-option-name]')].map((one) => /** @type {any} */ (one));

/** A new line after this one, with the focus. @param {HTMLInputElement} name @returns {HTMLInputElement} */
function nextLine(name) {
  const list = listOf(name);
  add(list, /** @type {Element} */ (list.querySelector(':scope > [data-pl-add]')));
  const line = /** @type {HTMLElement} */ ([...list.querySelectorAll(':scope > [data-pl-entry]')].at(-1));
  lineOf(name).after(line);
  renumber(list);
  const [added] = namesIn(line);
  added.focus();
  return added;
}

/** Gives a new option its colour: that of a known state, or the first calm one that no other has. @param {HTMLInputElement} name */
function colour(name) {
  const line = lineOf(name);
  const select = /** @type {HTMLSelectElement | null} */ (line.querySelector('[data-pl-option-colour]'));
  const isTaken = select?.value && !select.dataset.plMade;
  if (!select || isTaken || select.dataset.plChosen || line.querySelector('input[name$="._known"]')) return;
  const all = /** @type {HTMLSelectElement[]} */ ([...listOf(name).querySelectorAll('[data-pl-option-colour]')]);
  const used = all.flatMap((one) => (one !== select && one.value ? [one.value] : []));
  select.value = choiceColour(name.value, used);
  select.dataset.plMade = '1';
  tint(select);
}

/** @param {HTMLSelectElement} select */
function tint(select) {
  select.className = `form-select pl-option-colour${select.value ? ` pl-c-${select.value}` : ''}`;
}

/** @param {HTMLInputElement} name @param {string[]} texts */
function paste(name, texts) {
  const taken = new Set(namesIn(listOf(name)).map(({ value }) => value.trim().toLowerCase()));
  const fresh = texts.filter((text) => !taken.has(text.toLowerCase()) && taken.add(text.toLowerCase()));
  const room = MOST - namesIn(listOf(name)).filter(({ value }) => value !== '').length;
  let at = name;
  for (const text of fresh.slice(0, room)) {
    if (at.value !== '') at = nextLine(at);
    at.value = text;
    colour(at);
  }
  const status = /** @type {HTMLElement | null} */ (name.closest('[data-pl-options]')?.querySelector('[role=status]'));
  if (status)
    status.textContent = said(
      status.dataset,
      Math.min(room, fresh.length),
      texts.length - fresh.length,
      fresh.length > room,
    );
  at.focus();
  changed(at);
}

/** @param {DOMStringMap} words @param {number} added @param {number} kept @param {boolean} isFull */
function said({ added: text = '', full = '' }, added, kept, isFull) {
  const first = text.replace('{added}', String(added)).replace('{kept}', String(kept));
  return isFull ? `${first}. ${full.replace('{most}', String(MOST))}` : first;
}

document.addEventListener('paste', (event) => {
  const name = nameAt(event.target);
  const texts = (event.clipboardData?.getData('text/plain') ?? '').split(/\r?\n/).map((text) => text.trim());
  const filled = texts.filter(Boolean);
  if (!name || filled.length < 2) return;
  event.preventDefault();
  paste(name, filled);
});

document.addEventListener('keydown', (event) => {
  const name = nameAt(event.target);
  if (!name || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (name.value.trim() !== '') nextLine(name);
  }
  if (event.key === 'Backspace' && name.value === '' && !event.repeat) dropEmpty(event, name);
});

/** Back to the line before, as in any text. @param {KeyboardEvent} event @param {HTMLInputElement} name */
function dropEmpty(event, name) {
  const list = listOf(name);
  const names = namesIn(list);
  const before = names[names.indexOf(name) - 1];
  // A stored option is only removed by its own button.
  if (!before || lineOf(name).querySelector('input[name$="._known"]')) return;
  event.preventDefault();
  lineOf(name).remove();
  renumber(list);
  before.focus();
  changed(list);
}

document.addEventListener('input', (event) => {
  const name = nameAt(event.target);
  if (name && name.value.trim() !== '') colour(name);
});
document.addEventListener('change', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLSelectElement) || !target.matches('[data-pl-option-colour]')) return;
  target.dataset.plChosen = '1';
  tint(target);
});

document.addEventListener('pointerdown', (event) => {
  const grip = /** @type {Element} */ (event.target).closest?.('[data-pl-grip]');
  if (!grip || event.button !== 0) return;
  event.preventDefault();
  const line = lineOf(grip);
  const list = listOf(grip);
  const start = line.nextElementSibling;
  const stop = () => line.classList.remove('pl-option-dragged');
  const gesture = {
    start: () => line.classList.add('pl-option-dragged'),
    /** @param {import('@plinth/plugin/browser/drag').Point} point */
    frame(point) {
      scrollAtEdges(line.closest('dialog') ?? window, point, 'y');
      const others = [...list.querySelectorAll(':scope > [data-pl-entry]')].filter((one) => one !== line);
      const place = nextAt(others, point.y) ?? list.querySelector(':scope > template');
      if (place && place !== line.nextElementSibling) place.before(line);
    },
    end() {
      stop();
      if (line.nextElementSibling === start) return;
      renumber(list);
      changed(list);
    },
    cancel() {
      stop();
      list.insertBefore(line, start);
    },
  };
  followPointer(event, gesture, { waits: false });
});
