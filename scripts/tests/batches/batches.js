import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many files at most by rank: browser, server, the rest. To read the code of a package takes longer than the tests of
 * most files; more files that take long together only end later.
 */
const MOST = [16, 24, 32];
/** With so many for each process that runs at a time, all of them end at about the same time. */
const ROUNDS = 4;

/** Node runs files by their names. What takes minutes by itself comes first, or it would be the last to end, alone. */
const TAKES_LONGEST = /^(scripts\/.*\.long-test|packages\/cli\/src\/benchmarks\/benchmarks\.test)\.js$/;
/** Then what takes tens of seconds, so that a run ends with what takes one: no processor is idle for long. */
const TAKES_LONG = [/\blaunchBrowser\b/, /\bstartTestServer\b|from '\.\.\/src\//];

/** What concerns the process itself, measures it, or runs its tests side by side is not for a process that others share. */
const ABOUT_THE_PROCESS = [
  /concurrency: true/,
  /node:(cluster|child_process|worker_threads|async_hooks)|\b(startWorkers|ownServers)\b/,
  /process\.(env\.\w+ =|env\[|exit|on\(|once\(|argv|chdir|memoryUsage)/,
  /\b(costsAtMost|liveMemory|setFlagsFromString)\b|\bgc\(/,
];

/**
 * What `node --test` is to run, which gives each file a process: lists of files, which it runs one after the other. Long
 * tests and tests of the process itself have a list of their own.
 *
 * @param {readonly string[]} files paths from the root
 * @param {{ root: string, folder: string, processes: number }} options folder: where lists of files are put;
 *   processes: how many run at a time
 * @returns {string[]}
 */
export function inBatches(files, { root, folder, processes }) {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const alone = files.filter((file) => isAlone(file, sources.get(file) ?? ''));
  const shared = files.filter((file) => !alone.includes(file));
  const even = Math.max(1, Math.floor(shared.length / (ROUNDS * processes)));
  const batches = alone
    .toSorted((a, b) => Number(TAKES_LONGEST.test(b)) - Number(TAKES_LONGEST.test(a)))
    .map((file) => [file]);
  const rank = (/** @type {string} */ file) => rankOf(sources.get(file) ?? '');
  const ordered = shared.toSorted((a, b) => rank(a) - rank(b));
  for (let i = 0; i < ordered.length; i += batches[batches.length - 1].length)
    batches.push(ordered.slice(i, i + Math.min(even, MOST[rank(ordered[i])])));
  mkdirSync(join(folder, 'batches'));
  return batches.map((batch, i) => {
    const path = join(folder, 'batches', `${String(i + 1).padStart(3, '0')}.test.mjs`);
    writeFileSync(path, batchOf(batch.map((file) => join(root, file))));
    return path;
  });
}

/** @param {string} file @param {string} source */
const isAlone = (file, source) =>
  file.endsWith('.long-test.js') || ABOUT_THE_PROCESS.some((pattern) => pattern.test(source));

/** The less, the longer it takes. @param {string} source */
const rankOf = (source) => {
  const found = TAKES_LONG.findIndex((pattern) => pattern.test(source));
  return found < 0 ? TAKES_LONG.length : found;
};

/** @param {string[]} paths */
const batchOf = (paths) => `import ${here('untracked-promises.js')};
const { runBatch } = await import(${here('run-batch.js')});
await runBatch(${JSON.stringify(paths, null, 2)});
`;

/** @param {string} file of this folder */
const here = (file) => JSON.stringify(new URL(file, import.meta.url).href);
