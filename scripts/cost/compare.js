/** @import { Cost } from './measure.js' */

/**
 * How much more than its line says each part of a cost may be. CPU differs between machines and with what else they do, so
 * it only catches what costs twice as much; for less, there are the allocated bytes.
 */
const MOST = Object.freeze({ statements: 1.1, allocated: 1.1, html: 1.1, cpu: 2 });
/** What is so much cheaper that its line should say so. */
const LESS = 0.8;

/** @param {Cost | undefined} known @param {Cost} measured */
export const tooMuchCpu = (known, measured) => known !== undefined && measured.cpu > known.cpu * MOST.cpu;

/**
 * @param {Record<string, Cost>} known the committed figures @param {Record<string, Cost>} measured
 * @returns {{ problems: string[], hints: string[] }} hints: figures that can be lowered
 */
export function compareCosts(known, measured) {
  const problems = [];
  const hints = [];
  for (const [name, cost] of Object.entries(measured)) {
    const before = known[name];
    if (!before) {
      problems.push(`${name}: has no line`);
      continue;
    }
    for (const part of /** @type {(keyof Cost)[]} */ (Object.keys(MOST))) {
      const said = `${name}: ${part} ${cost[part]}, the line says ${before[part]}`;
      if (cost[part] > before[part] * MOST[part]) problems.push(said);
      else if (part !== 'cpu' && cost[part] < before[part] * LESS) hints.push(said);
    }
  }
  for (const name of Object.keys(known)) if (!measured[name]) problems.push(`${name}: is not measured any more`);
  return { problems, hints };
}
