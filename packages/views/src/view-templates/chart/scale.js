const WANTED = 5;

/**
 * Round numbers from zero to slightly above the maximum.
 *
 * @param {number} least not above 0 @param {number} most not below 0 @param {boolean} [isWhole] there are no halves of what is counted
 */
export function niceScale(least, most, isWhole = false) {
  const range = most - least || 1;
  const rough = range / WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const step = isWhole ? Math.ceil(found) : found;
  const from = Math.floor(least / step) * step;
  const to = Math.ceil(most / step) * step || step;
  const count = Math.round((to - from) / step);
  return { from, to, ticks: Array.from({ length: count + 1 }, (_, i) => Number((from + i * step).toPrecision(12))) };
}
