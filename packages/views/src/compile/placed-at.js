/** @import { Node, Rendered, RowModel } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { EMPTY, LAYOUT_SIZES, raw, renderer } from '@plinth/plugin';

const STYLE = 'core-views/css/at.css';
/** Printed as several boxes among those of its siblings, so there is no single box to place. */
const WITHOUT_BOX = new Set(['tab']);

/**
 * A node's width, order and visibility on phones, tablets and desktops: classes of a stylesheet that only pages with such
 * nodes load. Elements that must stand directly in their parent (a column) print them themselves; others stand in a box that
 * has them.
 *
 * @param {Scope} scope @param {Node} node
 * @returns {{ own: () => string, boxed: (rendered: Rendered) => Rendered }} own: for the element's own box
 */
export function placeOf({ compilation }, node) {
  const names = WITHOUT_BOX.has(node.type) ? [] : classesAt(node.at);
  const classes = names.join(' ');
  let isOwn = names.length === 0;
  if (!isOwn) compilation.found.styles.add(STYLE);
  return {
    own() {
      isOwn = true;
      return classes;
    },
    boxed: (rendered) => (isOwn ? rendered : inBox(rendered, classes)),
  };
}

/** Safe: an element's own output, and class names made of numbers. @param {Rendered} rendered @param {string} classes @returns {Rendered} */
function inBox(rendered, classes) {
  const boxed = (/** @type {string} */ text) =>
    text.trim() === '' ? EMPTY : raw(`<div class="pl-at-box ${classes}">${text}</div>`);
  if (typeof rendered !== 'function') return boxed(rendered.text);
  const inner = renderer(rendered);
  return (/** @type {RowModel} */ m) => boxed(inner(m).text);
}

/**
 * @param {Node['at']} at
 * @returns {string[]} pl-at-p6 is half the width on phones
 */
function classesAt(at = {}) {
  const names = LAYOUT_SIZES.flatMap((size) => {
    const { width, order, hidden } = at[size] ?? {};
    const letter = size[0];
    return [
      ...(isWhole(width) ? [`pl-at-${letter}${width}`, 'pl-at-w'] : []),
      ...(isWhole(order) && order !== 0
        ? [`pl-at-${letter}o${order < 0 ? 'n' : ''}${Math.abs(order)}`, 'pl-at-o']
        : []),
      ...(hidden === true ? [`pl-at-${letter}h`] : []),
    ];
  });
  return names.length > 0 ? ['pl-at', ...new Set(names)] : [];
}

/** @param {unknown} number @returns {number is number} */
const isWhole = (number) => Number.isInteger(number);
