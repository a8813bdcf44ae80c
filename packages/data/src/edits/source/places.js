/** @import { Document, LineCounter } from 'yaml' */

/**
 * Finds the lines of a YAML document's parts.
 *
 * @param {Document | null} document null: all that is known is where lines begin @param {LineCounter} lines
 */
export function createPlaces(document, lines) {
  /** @param {readonly [number, number]} range offsets in the text */
  const between = ([from, to]) => {
    const { line, col } = lines.linePos(from);
    const end = lines.linePos(Math.max(to, from + 1));
    return { line: Math.max(line, 1), column: Math.max(col, 1), end: end.line === line ? end.col : col + 1 };
  };

  return {
    between,
    /**
     * The place of a key path such as "config.columns.0.field", or of the nearest part around it that is there. A number
     * may also stand for a child of a node, as in "layout.0.type".
     *
     * @param {string} path
     */
    of(path) {
      let at = /** @type {any} */ (document?.contents);
      let range = at?.range;
      for (const step of path.split('.')) {
        const next = stepInto(at, step);
        if (!next) break;
        at = next.value;
        range = next.key?.range ?? at?.range ?? range;
      }
      return between(range ? [range[0], range[1]] : [0, 1]);
    },
  };
}

/** @param {any} at a node of the document @param {string} step @returns {{ key: any, value: any } | null} */
function stepInto(at, step) {
  const items = at?.items;
  if (!Array.isArray(items)) return null;
  if (items.length > 0 && !('key' in items[0])) {
    const value = items[Number(step)];
    return value ? { key: null, value } : null;
  }
  const pair = items.find(({ key }) => String(key?.value ?? key) === step);
  if (pair) return { key: pair.key, value: pair.value };
  if (!/^\d+$/.test(step)) return null;
  const children = items.find(({ key }) => String(key?.value ?? key) === 'children')?.value;
  const value = children?.items?.[Number(step)];
  return value ? { key: null, value } : null;
}
