import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from '@plinth/cli/benchmarks';

/** What PostgreSQL reports of each statement: parsing, planning and executing it. */
const ENTRY = /LOG: {2}duration: ([\d.]+) ms {2}([^]*?)(?=\n\d{4}-\d\d-\d\d [^\n]*? LOG: {2}|$)/g;
/** A wait that is over, once it was longer than deadlock_timeout. */
const LOCK = /process (\d+) acquired \w+ on [^\n]* after ([\d.]+) ms/g;
const LOCK_MS = 50;

/**
 * Times statements as the embedded PostgreSQL does itself, in its log: what Node.js and a busy machine add is not in it.
 *
 * @param {string} dataDir
 */
export function createDatabaseTime(dataDir) {
  const log = join(dataDir, 'postgres.log');
  const cluster = join(dataDir, 'postgres');
  /** What is said holds from the next statement on. @param {Record<string, string | number>} settings */
  const set = (settings) => {
    const lines = Object.entries(settings).map(([name, value]) => `\n${name} = ${value}`);
    appendFileSync(join(cluster, 'postgresql.conf'), `${lines.join('')}\n`);
    process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGHUP');
  };
  const end = () => statSync(log).size;
  /** ms of each part of the statements that name something, since a place in the log. @param {number} from @param {string} named */
  const since = (from, named) =>
    [...readFrom(log, from).matchAll(ENTRY)].flatMap(([, ms, what]) => (what.includes(named) ? [Number(ms)] : []));

  return {
    start: () =>
      set({
        log_min_duration_statement: 0,
        log_parameter_max_length: 0,
        log_lock_waits: 'on',
        deadlock_timeout: LOCK_MS,
      }),
    stop: () => set({ log_min_duration_statement: -1, log_lock_waits: 'off', deadlock_timeout: '1s' }),
    end,
    since,
    /** ms that a process has waited for each lock that took longer than 50 ms. @param {number} from @param {number} pid */
    locks: (from, pid) =>
      [...readFrom(log, from).matchAll(LOCK)].flatMap(([, waiting, ms]) =>
        Number(waiting) === pid ? [Number(ms)] : [],
      ),
    /**
     * How long the database works for each of several calls, in ms.
     *
     * @param {number} count @param {(i: number) => Promise<unknown>} call @param {string} named in their statements
     */
    async of(count, call, named) {
      const taken = [];
      for (let i = 0; i < count; i++) {
        const from = end();
        await call(i);
        taken.push(since(from, named).reduce((sum, ms) => sum + ms, 0));
      }
      return figures(taken, 'ms');
    },
  };
}

/** @param {string} file @param {number} from */
function readFrom(file, from) {
  const length = statSync(file).size - from;
  const bytes = Buffer.alloc(length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, length, from);
  } finally {
    closeSync(opened);
  }
  return bytes.toString();
}
