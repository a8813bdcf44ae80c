// The places at the sides of an element: what is dropped there stands beside it.

/** @import { Box } from './overlay.js' */
/** @import { Point } from './drop-places.js' */

/** So wide are they, in pixels of the window. */
const WIDE = 44;

/**
 * @param {readonly { id: string, box: Box }[]} boxes of siblings below each other @param {Point} point
 * @param {{ scale: number, isRtl: boolean }} page
 * @returns {{ target: string, isBefore: boolean, line: Box } | null} null: the point is at no side
 */
export function sideAt(boxes, { x, y }, { scale, isRtl }) {
  for (const { id, box } of boxes) {
    const { left, top, width, height } = box;
    const wide = Math.min(WIDE / scale, width / 4);
    // Above and below are places of their own.
    if (y < top + height / 4 || y > top + (height * 3) / 4 || x < left || x > left + width) continue;
    const isLeft = x - left < wide;
    if (!isLeft && left + width - x >= wide) continue;
    return {
      target: id,
      isBefore: isLeft !== isRtl,
      line: { left: isLeft ? left : left + width, top, width: 0, height },
    };
  }
  return null;
}
