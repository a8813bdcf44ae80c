import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** @typedef {{ name: string, seconds: number, cpu: number, mb: number }} Cost of a test file; cpu: seconds of Node alone */

const SHOWN = 25;

/** @returns {() => Omit<Cost, 'name'>} what this process took since; mb: what it has at the end */
export function startCosts() {
  const since = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const mb = Math.round(process.memoryUsage.rss() / 2 ** 20);
    return { seconds: (performance.now() - since) / 1000, cpu: (user + system) / 1e6, mb };
  };
}

/** @param {string} path @param {Cost} cost */
export const noteCost = (path, cost) => appendFileSync(path, `${JSON.stringify(cost)}\n`);

/**
 * Which test files took longest. CPU seconds are those of the test's own process, without database and browser; they say
 * more than the time on a machine that does something else as well.
 *
 * @param {string} path where costs were noted @returns {string} '' if none were
 */
export function slowestFiles(path) {
  if (!existsSync(path)) return '';
  /** @type {Cost[]} */
  const costs = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  const lines = slowest.map(({ name, seconds, cpu, mb }) =>
    [seconds.toFixed(1).padStart(7), cpu.toFixed(1).padStart(7), String(mb).padStart(6), ` ${name}`].join(' '),
  );
  const sum = costs.reduce((total, { cpu }) => total + cpu, 0);
  const most = Math.max(...costs.map(({ mb }) => mb));
  return [
    `The slowest of ${costs.length} test files (in all ${sum.toFixed(0)} s of CPU in Node; at most ${most} MB):`,
    'seconds     CPU     MB',
    ...lines,
  ].join('\n');
}
