const EACH = /^@each ([^{]+) \{\n([^]*?)^\}\n/gm;
const RANGE = /^(-?\d+) to (-?\d+)$/;
/** Between items, not within the brackets of a value. */
const COMMA = /,\s+(?![^()]*\))/;

/**
 * Prints the rules of a scale once for each of its items: classes stand for numbers and names (columns of a grid, hours
 * of a day, colours), since pages may not have styles of their own and not every browser reads them from attributes.
 *
 *     @each 1 to 12 {
 *       .pl-w-_n_ {
 *         width: calc(100% * _n_ / 12);
 *       }
 *     }
 *     @each red 25, orange 50 {
 *       .pl-c-_name_ {
 *         --pl-hue: _value_;
 *       }
 *     }
 *
 * @param {string} css @returns {string}
 */
export function repeatRules(css) {
  return css.replace(EACH, (_, items, rules) =>
    itemsOf(items)
      .map((item) =>
        rules.replaceAll(/_(n|name|value)_/g, (/** @type {string} */ _, /** @type {string} */ key) => item[key]),
      )
      .join(''),
  );
}

/** @param {string} items @returns {Record<string, string>[]} */
function itemsOf(items) {
  const [, first, last] = (RANGE.exec(items) ?? []).map(Number);
  if (last !== undefined) return Array.from({ length: last - first + 1 }, (_, at) => ({ n: String(first + at) }));
  return items.split(COMMA).map((item) => {
    const [name] = item.split(' ', 1);
    return { name, value: item.slice(name.length + 1) };
  });
}
