// Where a pointer would drop: the gap between two siblings that is nearest, in the innermost container that accepts what is
// dragged.

/** @import { Box } from './overlay.js' */

/**
 * line: the drop mark between siblings, as a box without height or width; null: into an empty container.
 *
 * @typedef {{ index: number, line: Box | null, distance: number }} Gap
 * @typedef {{ x: number, y: number }} Point
 */

/**
 * The gap between boxes that is nearest to a point.
 *
 * @param {readonly { box: Box, index: number }[]} boxes of the siblings that can be seen, with their index @param {Point} point
 * @param {{ isRow: boolean, isRtl: boolean, count: number }} flow isRow: laid out side by side; count: of all siblings
 * @returns {Gap}
 */
export function nearestGap(boxes, point, { isRow, isRtl, count }) {
  if (!boxes.length) return { index: count, line: null, distance: 0 };
  /** @type {Gap[]} */
  const gaps = [];
  for (const [i, { box, index }] of boxes.entries()) {
    const [before, after] = [boxes[i - 1]?.box, boxes[i + 1]?.box];
    const sideways = isRow || isBeside(box, before) || isBeside(box, after);
    const sides = sideways ? sidesOf(box, isRtl) : { start: topOf(box), end: bottomOf(box) };
    gaps.push({
      index,
      line: between(sides.start, sideways && isBeside(box, before) ? before : null, isRtl),
      distance: 0,
    });
    gaps.push({ index: index + 1, line: sides.end, distance: 0 });
  }
  for (const gap of gaps) gap.distance = distanceTo(/** @type {Box} */ (gap.line), point);
  return gaps.reduce((best, gap) => (gap.distance < best.distance ? gap : best));
}

/** How far a point is from a box; 0 inside. @param {Box} box @param {Point} point */
export function distanceTo({ left, top, width, height }, { x, y }) {
  const dx = Math.max(left - x, 0, x - left - width);
  const dy = Math.max(top - y, 0, y - top - height);
  return Math.hypot(dx, dy);
}

/** Whether two boxes stand in the same line. @param {Box} box @param {Box | undefined} other */
function isBeside(box, other) {
  if (!other) return false;
  const overlap = Math.min(box.top + box.height, other.top + other.height) - Math.max(box.top, other.top);
  return overlap > Math.min(box.height, other.height) / 2;
}

/** @param {Box} box */
const topOf = ({ left, top, width }) => ({ left, top, width, height: 0 });
/** @param {Box} box */
const bottomOf = ({ left, top, width, height }) => ({ left, top: top + height, width, height: 0 });

/** @param {Box} box @param {boolean} isRtl */
function sidesOf({ left, top, width, height }, isRtl) {
  const [one, other] = [left, left + width].map((x) => ({ left: x, top, width: 0, height }));
  return isRtl ? { start: other, end: one } : { start: one, end: other };
}

/** In the middle of the space to the sibling before. @param {Box} line @param {Box | null} before @param {boolean} isRtl */
function between(line, before, isRtl) {
  if (!before || line.width) return line;
  const edge = isRtl ? before.left : before.left + before.width;
  return { ...line, left: (line.left + edge) / 2 };
}
