/** @import { Measurement, Results, Spread } from '../types.d.ts' */
/** @typedef {{ then: number, now: number, ratio: number, from: number, to: number }} Ratio from, to: by the outermost rounds */
/** @typedef {{ one: Measurement, rate: Ratio, cpu: Ratio | null }} Pair */
/** @typedef {{ name: string, figure: string } & Ratio} FigureRatio */
/** @typedef {{ against: string, pages: Pair[], figures: FigureRatio[] }} Comparison */

/** What makes two measurements the same. */
const SAME = /** @type {const} */ (['benchmark', 'cores', 'workers', 'cache', 'as', 'tool', 'connections']);

/**
 * The results beside those of an earlier run: everything that both have, without errors.
 *
 * @param {Results} now @param {Results} then @param {string} against for people
 * @returns {Comparison}
 */
export const compareRuns = (now, then, against) => ({
  against,
  pages: pairsOf(now.measurements, then.measurements, (a, b) => a.system === b.system),
  figures: Object.keys(now.others).flatMap((name) => compareFigures(name, [now.others[name]], [then.others[name]])),
});

/**
 * The measurements of one system beside those of another in the same run.
 *
 * @param {readonly Measurement[]} measurements @param {string} system @param {string} other
 */
export const compareSystems = (measurements, system, other) =>
  pairsOf(
    measurements.filter((one) => one.system === system),
    measurements.filter((one) => one.system === other),
    () => true,
  );

/**
 * @param {readonly Measurement[]} now @param {readonly Measurement[]} then
 * @param {(a: Measurement, b: Measurement) => boolean} isAlike
 * @returns {Pair[]}
 */
function pairsOf(now, then, isAlike) {
  const isGood = (/** @type {Measurement} */ { errors, rounds }) => errors === 0 && rounds.length > 0;
  return now.filter(isGood).flatMap((one) => {
    const isSame = (/** @type {Measurement} */ b) =>
      isGood(b) && isAlike(one, b) && SAME.every((key) => (one[key] ?? null) === (b[key] ?? null));
    const before = then.find(isSame);
    if (!before) return [];
    const cpu = before.cpuSpread && one.cpuSpread ? ratioOf(one.cpuSpread, before.cpuSpread) : null;
    return [{ one, rate: ratioOf(one.requestsPerSecond, before.requestsPerSecond), cpu }];
  });
}

/** @param {Spread} now @param {Spread} then @returns {Ratio} */
function ratioOf(now, then) {
  const of = (/** @type {number} */ a, /** @type {number} */ b) => (b === 0 ? (a === 0 ? 1 : Infinity) : a / b);
  return {
    then: then.median,
    now: now.median,
    ratio: of(now.median, then.median),
    from: of(now.min, then.max),
    to: of(now.max, then.min),
  };
}

/**
 * All figures of a benchmark that several rounds of two versions have in common.
 *
 * @param {string} name @param {unknown[]} now @param {unknown[]} then the results of each round
 * @returns {FigureRatio[]}
 */
export function compareFigures(name, now, then) {
  const [ours, theirs] = [now, then].map((rounds) => rounds.map((found) => new Map(leaves(found))));
  return [...(ours[0]?.keys() ?? [])].flatMap((figure) => {
    const values = [ours, theirs].map((rounds) => rounds.flatMap((round) => round.get(figure) ?? []));
    if (values.some((of) => of.length === 0)) return [];
    const [a, b] = values.map((of) => ({ median: middle(of), min: Math.min(...of), max: Math.max(...of) }));
    return [{ name, figure, ...ratioOf(a, b) }];
  });
}

/** @param {number[]} values */
const middle = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
};

/**
 * The numbers of a result and where they are; rows are known by the texts in them, or else by their place.
 *
 * @param {unknown} found @param {string[]} [path]
 * @returns {[string, number][]}
 */
function leaves(found, path = []) {
  if (typeof found === 'number') return [[path.join(' '), found]];
  if (typeof found !== 'object' || found === null) return [];
  if (!Array.isArray(found)) return Object.entries(found).flatMap(([key, value]) => leaves(value, [...path, key]));
  const names = found.map((row) => Object.values(row ?? {}).filter((value) => typeof value === 'string'));
  const texts = names.map((name) => name.join(' '));
  const isUnique = new Set(texts).size === texts.length;
  return found.flatMap((row, i) => leaves(row, [...path, isUnique ? texts[i] : `${texts[i]} ${i + 1}`]));
}
