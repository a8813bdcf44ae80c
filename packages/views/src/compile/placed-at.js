/** @import { Node, Registry, Rendered, RowModel } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { EMPTY, LAYOUT_SIZES, raw, renderer } from '@plinth/plugin';

const STYLE = 'core-views/css/at.css';
/** Printed as several boxes among those of its siblings, so there is no single box to place. */
const WITHOUT_BOX = new Set(['tab']);

/**
 * A node with its width, order and visibility on phones, tablets and desktops: classes of a stylesheet that only pages
 * with such nodes load. Parts that must stand directly in their parent (a column) get them themselves; others stand in a
 * box that has them.
 *
 * @param {Scope} scope @param {Node} node @param {Rendered} rendered @returns {Rendered}
 */
export function placedAt({ compilation }, node, rendered) {
  const names = classesAt(node.at);
  if (names.length === 0 || WITHOUT_BOX.has(node.type)) return rendered;
  compilation.found.styles.add(STYLE);
  const classes = names.join(' ');
  const place = isPart(compilation.registry, node.type)
    ? (/** @type {string} */ text) => withClasses(text, classes) ?? boxed(text, classes)
    : (/** @type {string} */ text) => boxed(text, classes);
  const placed = (/** @type {string} */ text) => (text.trim() === '' ? EMPTY : place(text));
  if (typeof rendered !== 'function') return placed(rendered.text);
  const inner = renderer(rendered);
  return (/** @type {RowModel} */ m) => placed(inner(m).text);
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

/** Elements that only make sense in certain others, such as a column. @param {Registry} registry @param {string} type */
const isPart = (registry, type) =>
  registry
    .all('element')
    .some(({ children }) => Array.isArray(children) && children.length === 1 && children[0] === type);

// Safe: an element's own output, and class names made of numbers.
/** @param {string} text @param {string} classes */
const boxed = (text, classes) => raw(`<div class="pl-at-box ${classes}">${text}</div>`);

/** With the classes on its first tag; null if it begins with something else. @param {string} text @param {string} classes */
function withClasses(text, classes) {
  const [tag, name, attributes] = /^\s*<([a-z][a-z0-9-]*)([^>]*)>/.exec(text) ?? [];
  if (tag === undefined) return null;
  const own = /(\sclass=")([^"]*)/;
  const all = own.test(attributes) ? attributes.replace(own, `$1$2 ${classes}`) : ` class="${classes}"${attributes}`;
  // Safe: as above.
  return raw(`<${name}${all}>${text.slice(tag.length)}`);
}
