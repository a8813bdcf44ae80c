// Columns are resized by their border, on the grid of 12.
import { followPointer, isDragging } from '@plinth/plugin/browser/drag';
import { isVisible, rectOf } from './canvas.js';
import { resizeColumns } from '../../model/columns.js';
import { findNode } from '../../model/tree.js';

/** @import { Canvas } from './canvas.js' */
/** @import { Editor } from '../drafts/editor.js' */
/** @import { Mark } from './marks.js' */
/** @import { Overlay } from './overlay.js' */

/** Half the width of the handle, in pixels of the window. */
const REACH = 6;

/**
 * Draws a handle on each border between the columns that are selected or pointed at.
 *
 * @param {{ editor: Editor, canvas: Canvas, overlay: Overlay, announce: (text: string) => void }} parts
 * @returns {{ show: (mark: Mark | null) => void }} mark: what is pointed at
 */
export function createResizing({ editor, canvas, overlay, announce }) {
  let hovered = /** @type {string | null} */ (null);
  const draw = () => {
    const id = columnsAround(editor, hovered) ?? columnsAround(editor, editor.selected[0]);
    const mark = id ? canvas.markOf(id) : null;
    const pairs = mark ? pairsOf(mark, REACH / canvas.scale) : [];
    overlay.draw(
      'bld-border',
      pairs.map(({ left, right, box }) => ({
        box,
        fill: (handle) => Object.assign(handle.dataset, { left: left.id, right: right.id }),
      })),
    );
  };
  canvas.addEventListener('drawn', draw);
  overlay.element.addEventListener('pointerdown', (event) => {
    const handle = /** @type {HTMLElement} */ (event.target);
    if (!handle.matches('.bld-border') || event.button !== 0) return;
    event.preventDefault();
    const [left, right] = [handle.dataset.left, handle.dataset.right].map((id) => canvas.markOf(id ?? ''));
    if (!left || !right) return;
    followPointer(event, resizing(editor, canvas, { left, right }, announce));
  });
  return {
    show(mark) {
      if (isDragging() || mark?.id === hovered) return;
      hovered = mark?.id ?? null;
      draw();
    },
  };
}

/**
 * @param {Editor} editor @param {Canvas} canvas @param {{ left: Mark, right: Mark }} pair @param {(text: string) => void} announce
 * @returns {import('@plinth/plugin/browser/drag').Gesture}
 */
function resizing(editor, canvas, { left, right }, announce) {
  const [one, other] = [rectOf(left), rectOf(right)];
  const row = /** @type {Element} */ (left.holder).getBoundingClientRect().width;
  const twelfth = row / 12;
  const widths = /** @type {[number, number]} */ (
    [one, other].map(({ width }) => Math.max(1, Math.round(width / twelfth)))
  );
  const { draft, selected } = editor;
  const isRtl = canvas.document.dir === 'rtl';
  let from = 0;
  let by = 0;
  return {
    cursor: 'col-resize',
    start: ({ x }) => void (from = x),
    move: ({ x }) => {
      const moved = Math.round((x - from) / canvas.scale / twelfth) * (isRtl ? -1 : 1);
      const next = Math.max(1 - widths[0], Math.min(widths[1] - 1, moved));
      if (next === by) return;
      const isFirst = by === 0 && editor.draft === draft;
      by = next;
      const changed = resizeColumns(
        draft,
        { left: left.id, right: right.id },
        { widths, by, setting: settingAt(canvas) },
      );
      editor.change(changed, { label: editor.text('resize'), select: [...selected], joins: !isFirst });
      announce(editor.text('widths', { left: widths[0] + by, right: widths[1] - by }));
    },
    end: () => {},
    cancel: () => editor.draft !== draft && editor.undo(),
  };
}

/** The width for the device that the canvas shows now. @param {Canvas} canvas @returns {'width' | 'tablet' | 'phone'} */
function settingAt(canvas) {
  const width = canvas.window.innerWidth;
  return width < 768 ? 'phone' : width < 992 ? 'tablet' : 'width';
}

/** The columns that a node is, or is in directly. @param {Editor} editor @param {string | null | undefined} id */
function columnsAround({ draft, elements }, id) {
  for (let found = findNode(draft, id); found; found = found.parent && findNode(draft, found.parent.id)) {
    if (elements.get(found.node.type)?.name === 'columns') return found.node.id;
  }
  return null;
}

/** Neighbouring columns in one line, with the border between them. @param {Mark} columns @param {number} reach */
function pairsOf(columns, reach) {
  return columns.children.slice(1).flatMap((right, i) => {
    const left = columns.children[i];
    const [one, other] = [rectOf(left), rectOf(right)];
    if (!isVisible(one) || !isVisible(other) || Math.abs(one.top - other.top) > 4) return [];
    const middle = one.left < other.left ? (one.right + other.left) / 2 : (other.right + one.left) / 2;
    const top = Math.min(one.top, other.top);
    const height = Math.max(one.bottom, other.bottom) - top;
    return [{ left, right, box: { left: middle - reach, top, width: 2 * reach, height } }];
  });
}
