// The outline: the draft as trees, beside the canvas.
import { createLines } from './outline-lines.js';
import { followPointer } from './pointer.js';

/** @import { Actions } from './actions.js' */
/** @import { Canvas } from './canvas.js' */
/** @import { Drag } from './drag.js' */
/** @import { Editor, Problem } from './editor.js' */

/**
 * @param {{ element: HTMLElement, editor: Editor, canvas: Canvas, drag: Drag, hover: (id: string | null) => void }} parts
 */
export function createOutlineView({ element, editor, canvas, drag, hover }) {
  const lines = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll('[data-node]')]);
  const lineAt = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-node]'));
  const mark = () => {
    const { selected } = editor;
    let stop = null;
    for (const line of lines()) {
      const isSelected = selected.includes(line.dataset.node ?? '');
      line.setAttribute('aria-selected', String(isSelected));
      line.tabIndex = -1;
      if (isSelected) stop ??= line;
    }
    const first = stop ?? lines()[0];
    if (first) first.tabIndex = 0;
    stop?.scrollIntoView({ block: 'nearest' });
    if (stop && element.contains(document.activeElement)) stop.focus({ preventScroll: true });
  };
  element.addEventListener('pointerdown', (event) => {
    const line = lineAt(event);
    if (!line || event.button !== 0) return;
    followPointer(
      event,
      drag.gesture(() => drag.dragged(line.dataset.node ?? '')),
      null,
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
  editor.addEventListener('select', mark);
  const drawLines = createLines(element, editor);
  let { hints, problems } = editor.state;
  const draw = () => {
    const hadFocus = element.contains(document.activeElement);
    drawLines({ hints, problems });
    mark();
    if (hadFocus)
      lines()
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus({ preventScroll: true });
  };
  editor.addEventListener('change', draw);
  draw();
  return {
    /** @param {{ hints: Record<string, string>, problems: Problem[] }} painted */
    show(painted) {
      ({ hints, problems } = painted);
      draw();
    },
  };
}

/** @param {readonly string[]} selected @param {string} id */
export const toggled = (selected, id) =>
  selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
