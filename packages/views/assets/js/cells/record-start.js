// Values on the page of a row are edited where they stand: a click or Enter opens them. The editor is loaded when the page
// is first used; keys that are typed while it loads are kept for it.

import { load } from '@plinth/plugin/browser/load';
import { toast } from '../toast.js';

/** @import { Cells } from './cells.js' */

const CELLS = new URL('cells.js', import.meta.url);

const RECORD = '[data-pl-record]';
const CELL = `${RECORD} .pl-cell[data-kind]`;
const OWN = 'a, button, input, select, textarea, label, summary, audio, video';

/** @type {WeakMap<Element, Promise<Cells>>} */
const loading = new WeakMap();
/** Keys that came before the editor. @type {KeyboardEvent[] | null} */
let waiting = null;

for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, ({ target }) => begin(target));
document.addEventListener('click', onClick);
document.addEventListener('keydown', onKey, true);
document.addEventListener('htmx:after:swap', ready);
// Something else stored a value of the row.
document.addEventListener('pl:record', async ({ target }) => (await begin(target))?.refresh());
ready();

/** Values can be reached by keyboard. */
function ready() {
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${CELL}:not([tabindex])`))) {
    cell.tabIndex = 0;
    cell.role = 'group';
    cell.ariaLabel = cell.dataset.name ?? '';
    cell.setAttribute('aria-keyshortcuts', 'Enter');
  }
}

/** @param {EventTarget | null} target @returns {Promise<Cells> | null} */
function begin(target) {
  const record = /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest(RECORD) : null);
  if (!record) return null;
  const base = record.dataset.plRecord ?? '';
  const begun = loading.get(record) ?? load(CELLS).then((module) => new module.Cells(record, base));
  loading.set(record, begun);
  begun.catch(() => loading.delete(record));
  return begun;
}

/** @param {MouseEvent} event */
function onClick({ target, ctrlKey, metaKey, shiftKey, altKey }) {
  const cell = target instanceof Element && !target.closest(OWN) ? target.closest(CELL) : null;
  if (!cell || ctrlKey || metaKey || shiftKey || altKey || String(getSelection())) return;
  void open(/** @type {HTMLElement} */ (cell));
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey || event.isComposing) return;
  if (waiting && !isCommand) {
    event.preventDefault();
    return void waiting.push(event);
  }
  if (!(target instanceof HTMLElement) || !target.matches(CELL)) return;
  if (isCommand ? key.toLowerCase() === 'z' : key === 'Enter' || key === 'F2' || key === 'Escape') {
    if (key === 'Escape' && target.ariaInvalid !== 'true') return;
    event.preventDefault();
    event.stopPropagation();
    void (isCommand ? undo(target) : key === 'Escape' ? giveUp(target) : open(target));
  }
}

/** @param {HTMLElement} cell */
async function open(cell) {
  /** @type {KeyboardEvent[]} */
  const keys = (waiting ??= []);
  // Without it, the keys are the page's again, and the next one tries once more.
  const cells = await begin(cell)?.catch(() => null);
  waiting = null;
  if (!cells) return toast(document.body.dataset.tFailed ?? '', 'danger');
  cells.open(cell);
  for (const { key, shiftKey } of keys) cells.press(key, shiftKey);
}

/** @param {HTMLElement} cell */
async function undo(cell) {
  (await begin(cell))?.undo.step(false);
}

/** What was refused. @param {HTMLElement} cell */
async function giveUp(cell) {
  const cells = await begin(cell);
  const entry = cells?.entryOf(cell);
  if (entry?.error) cells?.restore(cell, entry);
}
