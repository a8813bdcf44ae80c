import { createWriteStream, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import failedFiles from './again/failed-files.js';
import { endHanging } from './limits/end-hanging.js';

/**
 * To read all code, and to start one server after the other, makes many objects that soon are garbage. With this room for
 * them, collecting takes a fifth less CPU time of test processes.
 */
const ROOM_FOR_THE_YOUNG = ['--min-semi-space-size=64', '--max-semi-space-size=128'];

/** In ms: longer than any test or hook needs on a busy machine; a long test says itself how long it takes. */
const OF_A_TEST = 240_000;
const OF_A_PROCESS = 900_000;

/**
 * Runs each file in a process of its own, some at a time, and prints what came of it. A test or hook that doesn't end
 * fails, a process that doesn't end is ended: each with the name of its file.
 *
 * @param {readonly string[]} files
 * @param {{ root: string, env: NodeJS.ProcessEnv, failed: string, isLong?: boolean, atOnce?: number, limit?: number,
 *   patience?: number }} options failed: where to note what failed, after what is there; atOnce: how many files; limit: of a
 *   test or hook, in ms; patience: with a process that no longer does anything
 * @returns {Promise<boolean>}
 */
export async function runNode(files, options) {
  const { root, env, failed, isLong = false, atOnce = availableParallelism() } = options;
  const { limit = isLong ? OF_A_PROCESS : OF_A_TEST, patience = limit } = options;
  const folder = mkdtempSync(join(tmpdir(), 'plinth-life-'));
  const stop = endHanging({ folder, patience, say: console.log });
  // A terminal signals the tests as well; we stay to say what came of them, and for whoever called us to clean up.
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());
  const tests = run({
    files: [...files],
    signal: stopped.signal,
    cwd: root,
    concurrency: atOnce,
    timeout: OF_A_PROCESS,
    execArgv: [...ROOM_FOR_THE_YOUNG, `--test-timeout=${limit}`],
    env: { ...env, PLINTH_TEST_LIFE: folder },
  });
  let passed = false;
  tests.on('test:summary', ({ file, success }) => {
    if (file === undefined) passed = success;
  });
  tests.compose(new spec()).pipe(process.stdout, { end: false });
  await finished(tests.compose(failedFiles).pipe(createWriteStream(failed, { flags: 'a' })));
  stop();
  return passed && !stopped.signal.aborted;
}
