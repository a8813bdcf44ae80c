import { HEAD, WIDTH } from './lay-out.js';

/** @import { Box } from './lay-out.js' */

/** Distance between a line and a box. */
const CLEAR = 8;
/** Distance between lines in the same gap. */
const APART = 4;
const LANES = 4;

/**
 * The path of a line from a field to its target table in another column: past the boxes of the columns in between,
 * through the gap between two of them that is nearest to the direct line.
 *
 * @param {{ x: number, y: number }} from where the line leaves its box @param {Box} target @param {readonly Box[]}
 *   boxes
 * @param {number} lane keeps lines of different fields apart
 * @returns {string} path data of SVG
 */
export function route(from, target, boxes, lane) {
  const leftwards = target.x < from.x;
  const to = { x: leftwards ? target.x + WIDTH + 1 : target.x, y: target.y + HEAD / 2 };
  const [low, high] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const columns = [...new Set(boxes.map((box) => box.x))].filter((x) => x >= low && x + WIDTH <= high);
  columns.sort((a, b) => (leftwards ? b - a : a - b));
  let { x, y } = from;
  let path = `M${x} ${y}`;
  for (const column of columns) {
    const straight = y + ((to.y - y) * (column + WIDTH / 2 - x)) / (to.x - x || 1);
    const inColumn = boxes.filter((box) => box.x === column);
    const pass = freeAt(straight, inColumn) + ((lane % LANES) - (LANES - 1) / 2) * APART;
    const [near, far] = leftwards ? [column + WIDTH, column] : [column, column + WIDTH];
    path += `${bend(x, y, near, pass)}H${far}`;
    [x, y] = [far, pass];
  }
  return path + bend(x, y, to.x, to.y);
}

/**
 * The nearest height to the wanted one at which no box of the column is in the way.
 *
 * @param {number} y @param {readonly Box[]} boxes
 */
function freeAt(y, boxes) {
  const room = CLEAR + ((LANES - 1) / 2) * APART;
  const hit = (/** @type {number} */ at) => boxes.some((box) => at > box.y - CLEAR && at < box.y + box.height + CLEAR);
  const ways = [y, ...boxes.flatMap((box) => [box.y - room, box.y + box.height + room])].filter((at) => !hit(at));
  return ways.reduce((best, at) => (Math.abs(at - y) < Math.abs(best - y) ? at : best), ways[0] ?? y);
}

/** @param {number} x @param {number} y @param {number} toX @param {number} toY */
function bend(x, y, toX, toY) {
  const half = (toX - x) / 2;
  return `C${x + half} ${y} ${toX - half} ${toY} ${toX} ${toY}`;
}
