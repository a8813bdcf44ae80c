// The outline: the draft as trees, beside the canvas.
import { followPointer } from '@plinth/plugin/browser/drag';
import { painted } from '../../kit/painted.js';
import { isSame } from '../../model/flat.js';
import { createLines } from './outline-lines.js';

/** @import { Actions } from '../drafts/actions.js' */
/** @import { Canvas } from '../canvas/canvas.js' */
/** @import { Drag } from '../canvas/drag.js' */
/** @import { Editor, Problem } from '../drafts/editor.js' */

/**
 * @param {{ element: HTMLElement, editor: Editor, canvas: Canvas, drag: Drag, hover: (id: string | null) => void }} parts
 */
export function createOutlineView({ element, editor, canvas, drag, hover }) {
  const lines = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll('[data-node]')]);
  const lineAt = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-node]'));
  const marked = () =>
    /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('[aria-selected="true"], [tabindex="0"]'));
  // Finding out where a line is among those that are not laid out would delay the frame that shows it.
  const reveal = afterPaint(() => lineOf(editor.selected[0] ?? '')?.scrollIntoView({ block: 'nearest' }));
  /** @param {boolean} isNew whether something else is selected, or it stands elsewhere */
  const mark = (isNew) => {
    const selected = new Set(editor.selected);
    for (const line of marked()) {
      line.setAttribute('aria-selected', String(selected.has(line.dataset.node ?? '')));
      line.tabIndex = -1;
    }
    for (const id of selected) lineOf(id)?.setAttribute('aria-selected', 'true');
    const stop = editor.selected[0] ? lineOf(editor.selected[0]) : null;
    const first = stop ?? lines()[0];
    if (first) first.tabIndex = 0;
    if (isNew && stop) void reveal();
    if (stop && element.contains(document.activeElement)) stop.focus({ preventScroll: true });
  };
  element.addEventListener('pointerdown', (event) => {
    const line = lineAt(event);
    if (!line || event.button !== 0) return;
    followPointer(
      event,
      drag.gesture(() => drag.dragged(line.dataset.node ?? '')),
    );
  });
  element.addEventListener('click', (event) => {
    const id = lineAt(event)?.dataset.node;
    if (!id) return;
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
    editor.select(isMore ? toggled(editor.selected, id) : [id]);
    canvas.reveal(id);
    lineAt(event)?.focus({ preventScroll: true });
  });
  element.addEventListener('pointerover', (event) => hover(lineAt(event)?.dataset.node ?? null));
  element.addEventListener('pointerleave', () => hover(null));
  editor.addEventListener('select', () => mark(true));
  const drawLines = createLines(element, editor);
  let { hints, problems } = editor.state;
  /** @param {boolean} isNew whether the draft has changed */
  const draw = (isNew) => {
    const hadFocus = element.contains(document.activeElement);
    drawLines({ hints, problems });
    mark(isNew);
    const stop = hadFocus ? lines().find(({ tabIndex }) => tabIndex === 0) : null;
    stop?.focus({ preventScroll: true });
  };
  // The canvas shows a change first: laying out hundreds of lines would delay it.
  const drawLater = afterPaint(() => draw(true));
  editor.addEventListener('change', drawLater);
  draw(true);
  return {
    /** @param {{ hints: Record<string, string>, problems: Problem[] }} painted */
    show(painted) {
      const isSaid = isSame(painted.hints, hints) && isSame(painted.problems, problems);
      ({ hints, problems } = painted);
      if (!isSaid) draw(false);
    },
  };
}

/** @param {readonly string[]} selected @param {string} id */
export const toggled = (selected, id) =>
  selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];

/** @param {string} id */
const lineOf = (id) => document.getElementById(`outline-${id}`);

/** Makes a function that runs once after the next frame, however often it is called before. @param {() => void} run */
function afterPaint(run) {
  let isWaiting = false;
  return async () => {
    if (isWaiting) return;
    isWaiting = true;
    await painted();
    isWaiting = false;
    run();
  };
}
