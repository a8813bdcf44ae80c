// A column dragged by its heading to another place.

/** @import { Canvas } from '../canvas/canvas.js' */
/** @import { Heading } from './column-headings.js' */
/** @import { Overlay } from '../canvas/overlay.js' */

/**
 * @param {number} from index of the column @param {readonly Heading[]} headings as they are now
 * @param {{ canvas: Canvas, overlay: Overlay, moveTo: (to: number) => void }} parts
 * @returns {import('@plinth/plugin/browser/drag').Gesture}
 */
export function columnDrag(from, headings, { canvas, overlay, moveTo }) {
  let to = from;
  const isRtl = canvas.document.dir === 'rtl';
  const clear = () => overlay.clear('bld-col-drop');
  return {
    move: (point) => {
      const slot = slotAt(headings, canvas.toPage(point).x, isRtl);
      const own = headings.findIndex(({ index }) => index === from);
      to = headings[slot > own ? slot - 1 : slot]?.index ?? from;
      const { rect } = headings[Math.min(slot, headings.length - 1)];
      // Before a heading is at its left, or at its right where people read from there.
      const isRight = (slot === headings.length) !== isRtl;
      const left = (isRight ? rect.right : rect.left) - 1;
      overlay.draw('bld-col-drop', [{ box: { left, top: rect.top, width: 3, height: rect.height } }]);
    },
    end: () => {
      clear();
      moveTo(to);
    },
    cancel: clear,
  };
}

/** The place before which something would be dropped. @param {readonly Heading[]} headings @param {number} x @param {boolean} isRtl */
function slotAt(headings, x, isRtl) {
  const middle = (/** @type {Heading} */ { rect }) => rect.left + rect.width / 2;
  const place = headings.findIndex((heading) => (isRtl ? x > middle(heading) : x < middle(heading)));
  return place < 0 ? headings.length : place;
}
