const STEPS = /^@steps (-?\d+) to (-?\d+) \{\n([^]*?)^\}\n/gm;
const NUMBER = /_n_/g;

/**
 * Prints the rules of a scale, each once for every number of it: classes stand for numbers (columns of a grid, hours of
 * a day), since pages may not have styles of their own and not every browser reads numbers from attributes.
 *
 *     @steps 1 to 12 {
 *       .pl-w-_n_ {
 *         width: calc(100% * _n_ / 12);
 *       }
 *     }
 *
 * @param {string} css @returns {string}
 */
export function repeatRules(css) {
  return css.replace(STEPS, (_, first, last, rules) => {
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at);
    return numbers.map((number) => rules.replace(NUMBER, String(number))).join('');
  });
}
