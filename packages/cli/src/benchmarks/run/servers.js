/** @import { Values } from '@plinth/plugin' */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plinth/plugin';
import { withApp } from '../../frame/with-app.js';
import { installBenchmark } from '../setup/install-benchmark.js';
import { load, set } from './load/index.js';
import { ROOT } from './machine.js';
import { watchUsage } from './usage.js';
import { createRunFolder } from './run-folder.js';
import { round } from './statistics.js';

/** @import { App } from '../../frame/with-app.js' */
/** @import { Job } from './load/index.js' */
/** @import { Round } from '../types.d.ts' */
/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {typeof import('@plinth/server/app').OPERATOR} Operator */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/**
 * A version of Plinth, and its data with the benchmark app. `cookies`: by role, of people who are logged in.
 *
 * @typedef {{ root: string, system: string, env: Env, paths: Record<string, string>, adminCookie: string | null,
 *   cookies: (url: string) => Promise<Record<string, string>>, remove: () => Promise<void> }} Site
 */

const watched = fileURLToPath(new URL('./watched-server.js', import.meta.url));

/**
 * A data folder of the run: with an embedded PostgreSQL with default settings, so writes are durable. Removed by `remove`,
 * and when the run is stopped.
 *
 * @param {Env} [env]
 */
export function createOwnData(env = process.env) {
  const { folder: dataDir, remove } = createRunFolder();
  const elsewhere = { BASE_URL: undefined, DATABASE_URL: undefined };
  // All requests come from one address, so visitors are not limited.
  const here = { PLINTH_DATA: dataDir, PORT: '0', HOST: '127.0.0.1', VISITOR_LIMIT: '0' };
  return { dataDir, remove, env: { ...env, ...elsewhere, ...here } };
}

/** @template T @param {(own: ReturnType<typeof createOwnData>) => Promise<T>} work @param {Env} [env] */
async function withOwnData(work, env) {
  const own = createOwnData(env);
  try {
    return await work(own);
  } finally {
    await own.remove();
  }
}

/** @template T @param {Env} env @param {(app: App, operator: Operator) => Promise<T>} work */
const inside = (env, work) => withApp(/** @type {any} */ ({ env, stderr: process.stderr }), work, { mayBeNew: true });

/**
 * Works with an app in this process, without HTTP.
 *
 * @template T
 * @param {(app: App, operator: Operator, dataDir: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withOwnApp = (work) =>
  withOwnData(({ env, dataDir }) => inside(env, (app, operator) => work(app, operator, dataDir)));

/**
 * Works with a server in this process, whose data are at hand.
 *
 * @template T
 * @param {(server: { url: string, data: Values, operator: Operator }) => Promise<T>} work
 * @param {{ env?: Env, config?: object }} [settings]
 * @returns {Promise<T>}
 */
export const withServer = (work, { env, config } = {}) =>
  withOwnData(
    async (own) => {
      const [{ startServer: start }, { OPERATOR }, { readConfig }, { admin }] = await Promise.all([
        import('@plinth/server'),
        import('@plinth/server/app'),
        import('@plinth/server/operations'),
        import('@plinth/admin'),
      ]);
      const read = readConfig({ ...own.env, BASE_URL: 'http://127.0.0.1:0' });
      const server = await start({ ...read, ...config }, { admin });
      try {
        return await work({ url: `http://127.0.0.1:${server.port}`, data: server.runtime().data, operator: OPERATOR });
      } finally {
        await server.close();
      }
    },
    { LOG_LEVEL: 'warn', ...process.env, ...env },
  );

/**
 * Works with a server in a process of its own, whose CPU time is told apart from the load's. The result of `prepare` is
 * passed on.
 *
 * @template P, T
 * @param {(app: App, operator: Operator) => Promise<P>} prepare
 * @param {(server: { url: string, pid: number, dataDir: string, put(job: Job): Promise<Round & { cpu: object }> },
 *   prepared: P) => Promise<T>} work put: the job's url is a path; `cpu` has ms for each request
 * @returns {Promise<T>}
 */
export const withOwnServer = (prepare, work) =>
  withOwnData(async ({ env, dataDir }) => {
    const prepared = await inside(env, prepare);
    const server = await startServer({ ...env, WORKERS: '1' });
    try {
      return await work({ ...server, dataDir, put: (job) => putLoad(server, job) }, prepared);
    } finally {
      await server.stop();
    }
  });

/** @param {Server} server @param {Job} job */
async function putLoad({ pid, url }, job) {
  const found = await watchUsage(pid).during(() => load('autocannon', { ...job, url: url + job.url }, null));
  if (found.errors > 0) throw new Error(`${job.url}: ${found.problems.join(', ')}`);
  const each = (/** @type {number | null} */ ms) => ms && round(ms / found.requests, 4);
  const cpu = { 'Node ms': each(found.nodeMs), 'SQL ms': each(found.databaseMs), 'load ms': each(found.generatorMs) };
  return { ...found, cpu };
}

/**
 * A new user of a role, logged in.
 *
 * @param {Values} data @param {Operator} operator @param {string} role @param {string} [name]
 * @returns {Promise<{ id: string, token: string, cookie: string, headers: Record<string, string> }>}
 */
export async function signIn({ people }, operator, role, name = role) {
  const [email, password] = [`benchmark-${name}@example.com`, randomBytes(16).toString('base64url')];
  const { id } = await people.users.create(operator, { name: `Benchmark ${name}`, email, password, roles: [role] });
  const { token } = await people.login(email, password, { address: name, userAgent: 'plinth run-benchmark' });
  const cookie = `plinth_session=${encodeURIComponent(token)}`;
  return { id, token, cookie, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}

/**
 * A data folder of the run with the benchmark app and two logged-in users. Removed by `remove`.
 *
 * @param {Env} from @param {(done: number, all: number) => void} [onProgress]
 */
export async function prepareData(from, onProgress) {
  const { env, remove } = createOwnData(from);
  try {
    return await inside(env, async (app, operator) => {
      const { benchmarks: paths } = await installBenchmark(app, operator, onProgress);
      const { cookie: adminCookie } = await signIn(app.data, operator, 'admin');
      const { cookie: user } = await signIn(app.data, operator, 'user');
      /** The people are the same on each server. @param {string} _url @returns {Promise<Record<string, string>>} */
      const cookies = async (_url) => ({ user });
      return { root: ROOT, system: 'plinth', env, cookies, adminCookie, paths, remove };
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Starts `plinth serve` in processes of its own and waits until it responds. With CPU_PROF=1 it writes a profile.
 *
 * @param {Env} env @param {{ cores?: string | null, inside?: string[], root?: string }} [options]
 *   inside: a command to run it with; root: of another version of Plinth
 */
export function startServer(env, { cores = null, inside: around = [], root = ROOT } = {}) {
  const profile = env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const pinned = cores ? ['taskset', '-c', cores] : [];
  const command = [...around, ...pinned, process.execPath, ...profile, watched];
  return startListening(command, { ...env, BENCHMARK_ROOT: root });
}

/**
 * Starts a server that prints its port, alone or in an address, in its first line, and ends when its input does.
 *
 * @param {string[]} command @param {Env} [env]
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => Promise<void> }>}
 * @throws {AppError} BENCHMARK_SERVER_FAILED
 */
export async function startListening([program, ...args], env = process.env) {
  const child = spawn(program, args, { env: set(env), stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  // The log is read, as it always is in production, and discarded.
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-2000)));
  const exited = once(child, 'exit');
  // A run that is stopped must not leave a server behind.
  const stopToo = () => child.kill('SIGTERM');
  process.once('exit', stopToo);
  child.once('exit', () => process.removeListener('exit', stopToo));
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => null)]);
  const port = /(?:^|:)(\d+)/.exec(line?.[0] ?? '')?.[1];
  if (!port) {
    await exited;
    throw new AppError('BENCHMARK_SERVER_FAILED', `The server to be measured did not start: ${said.slice(-500)}`, {
      hint: 'Try plinth serve: it says more.',
    });
  }
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    await exited;
  };
  const [stop, kill] = [() => end('SIGTERM'), () => end('SIGKILL')];
  return { url: `http://127.0.0.1:${port}`, pid: Number(child.pid), stop, kill };
}
