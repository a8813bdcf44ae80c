// The headings of a list on the canvas: dragged to another place, opened to set format and width, with a plus behind the last.
import { followPointer } from '@plinth/plugin/browser/drag';
import { columnDrag } from './column-drag.js';
import { headingsIn, plusBox } from './column-headings.js';
import { openColumnPanel, openFieldPanel } from './column-panel.js';
import {
  addColumn,
  changeColumn,
  changeSettings,
  columnsOf,
  moveColumn,
  removeColumn,
} from '../../model/list-columns.js';
import { post } from '../../kit/requests.js';

/** @import { Canvas } from '../canvas/canvas.js' */
/** @import { Heading } from './column-headings.js' */
/** @import { Editor } from '../drafts/editor.js' */
/** @import { Overlay } from '../canvas/overlay.js' */
/** @import { Draft } from '../../model/tree.js' */

/**
 * @typedef {{ value: string, label: string }} Choice
 * @typedef {Choice & { picture: string }} Format picture: markup
 * @typedef {{ max: number, widths: Choice[], totals: Choice[], filters: boolean, texts: Record<string, string>,
 *   fields: { name: string, label: string, formats: Choice[], totals: string[] }[] }} Known what the server says of columns
 * @typedef {ReturnType<typeof createSteps>} Steps
 */

/** @param {{ editor: Editor, canvas: Canvas, overlay: Overlay, announce: (text: string) => void, seen: () => Record<string, any> }} parts */
export function createColumnsView({ editor, canvas, overlay, announce, seen }) {
  const known = /** @type {Known | null} */ (editor.state.columns);
  if (!known) return;
  const steps = createSteps(editor, known, announce);
  const bar = document.createElement('div');
  Object.assign(bar, { className: 'bld-cols', role: 'toolbar', ariaLabel: known.texts.columns });
  overlay.element.after(bar);
  /** @type {Heading[]} */
  let headings = [];
  canvas.addEventListener('drawn', () => {
    headings = headingsIn(canvas);
    draw(bar, headings, { scale: canvas.scale, known, labelOf: steps.labelOf });
  });
  bar.addEventListener('pointerdown', (event) => {
    const from = indexOf(event.target);
    if (from === null || event.button !== 0) return;
    const moveTo = (/** @type {number} */ to) => steps.move(from, to);
    followPointer(event, columnDrag(from, headings, { canvas, overlay, moveTo }));
  });
  bar.addEventListener('click', ({ target }) => {
    const button = /** @type {HTMLElement} */ (target);
    const index = indexOf(button);
    if (index !== null) openColumn(button, index, { editor, known, steps, seen });
    else if (button.dataset.column === 'add') openFields(button, { editor, known, steps });
  });
  bar.addEventListener('keydown', (event) => {
    if (!pressed(bar, event, steps)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** @param {Editor} editor @param {Known} known @param {(text: string) => void} announce */
function createSteps(editor, known, announce) {
  const { texts } = known;
  const labelOf = (/** @type {number} */ index) => {
    const column = columnsOf(editor.draft)[index] ?? {};
    return column.label || known.fields.find(({ name }) => name === column.field)?.label || texts.column;
  };
  const say = (/** @type {string} */ key, /** @type {string} */ name) => announce(texts[key].replace('{name}', name));
  const change = (/** @type {Draft} */ draft, joins = false) =>
    editor.change(draft, { label: texts.column, select: [], joins });
  return {
    labelOf,
    change,
    move(/** @type {number} */ from, /** @type {number} */ to) {
      const name = labelOf(from);
      if (change(moveColumn(editor.draft, from, to))) say('moved', name);
    },
    remove(/** @type {number} */ index) {
      const name = labelOf(index);
      say(change(removeColumn(editor.draft, index)) ? 'removed' : 'last', name);
    },
    add(/** @type {string} */ field, /** @type {string} */ label) {
      if (columnsOf(editor.draft).length < known.max && change(addColumn(editor.draft, field))) say('added', label);
    },
  };
}

/** A button over each heading, and the plus. @param {HTMLElement} bar @param {readonly Heading[]} headings @param {{ scale: number, known: Known, labelOf: (index: number) => string }} about */
function draw(bar, headings, { scale, known: { texts }, labelOf }) {
  const wanted = headings.length ? headings.length + 1 : 0;
  for (const extra of [...bar.children].slice(wanted)) extra.remove();
  for (let i = bar.children.length; i < wanted; i++)
    bar.append(Object.assign(document.createElement('button'), { type: 'button', tabIndex: i === 0 ? 0 : -1 }));
  for (const [i, button] of [...bar.querySelectorAll('button')].entries()) {
    const heading = headings[i];
    const { left, top, width, height } = heading?.rect ?? plusBox(headings);
    const px = (/** @type {number} */ pixels) => `${Math.round(pixels * scale)}px`;
    Object.assign(button.style, { left: px(left), top: px(top), width: px(width), height: px(height) });
    const label = heading ? `${texts.column}: ${labelOf(heading.index)}` : texts.add;
    Object.assign(button, {
      className: heading ? 'bld-col' : 'bld-col-add',
      textContent: heading ? '' : '+',
      ariaLabel: label,
      title: heading ? texts.hint : texts.add,
    });
    button.dataset.column = heading ? String(heading.index) : 'add';
  }
}

/** @param {EventTarget | null} target @returns {number | null} of the column */
function indexOf(target) {
  const { column } = /** @type {HTMLElement} */ (target).dataset ?? {};
  return column === undefined || column === 'add' ? null : Number(column);
}

/** @param {HTMLElement} bar @param {KeyboardEvent} event @param {Steps} steps @returns {boolean} whether it was one of ours */
function pressed(bar, event, steps) {
  const index = indexOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
  if (event.key === 'Delete' && index !== null) steps.remove(index);
  else if (step && event.altKey && index !== null) {
    steps.move(index, index + step);
    focusAt(bar, index + step);
  } else if (step) focusAt(bar, [...bar.children].indexOf(/** @type {Element} */ (event.target)) + step);
  else return [' ', 'Enter'].includes(event.key) && event.stopPropagation() !== undefined;
  return true;
}

/** @param {HTMLElement} bar @param {number} place */
function focusAt(bar, place) {
  const wanted = /** @type {HTMLElement | undefined} */ (bar.children[place]);
  if (!wanted) return;
  for (const one of bar.querySelectorAll('button')) one.tabIndex = one === wanted ? 0 : -1;
  wanted.focus();
}

/** @param {HTMLElement} button @param {number} index @param {{ editor: Editor, known: Known, steps: Steps, seen: () => Record<string, any> }} parts */
function openColumn(button, index, { editor, known, steps, seen }) {
  let joins = false;
  openColumnPanel(button, known, {
    label: steps.labelOf(index),
    column: columnsOf(editor.draft)[index] ?? {},
    async formats() {
      const { field } = columnsOf(editor.draft)[index] ?? {};
      if (!field) return [];
      const { status, answer } = await post(`${editor.state.url}/formats`, { field, ...seen() });
      return status === 200 ? answer.formats : [];
    },
    isFirst: index === 0,
    isLast: index === columnsOf(editor.draft).length - 1,
    onChange(changes) {
      // What is set while the form is open is undone together.
      if (steps.change(changeColumn(editor.draft, index, changes), joins)) joins = true;
    },
    onMove: (step) => steps.move(index, index + step),
    onRemove: () => steps.remove(index),
  });
}

/** @param {HTMLElement} button @param {{ editor: Editor, known: Known, steps: Steps }} parts */
function openFields(button, { editor, known, steps }) {
  openFieldPanel(button, known, {
    shown: new Set(columnsOf(editor.draft).map(({ field }) => field)),
    filters: known.filters ? (editor.draft.settings.filters ?? 'all') !== 'none' : null,
    onFilters: (on) => steps.change(changeSettings(editor.draft, { filters: on ? 'all' : 'none' })),
    onAdd: steps.add,
  });
}
