import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import { AppError } from '@plinth/plugin';
import { withApp } from '../../frame/with-app.js';
import { installBenchmark } from '../setup/install-benchmark.js';
import { FOLDER } from '../setup/names.js';
import { createRunFolder } from './run-folder.js';

/** @import { CommandContext } from '../../types.d.ts' */

const watched = fileURLToPath(new URL('./watched-server.js', import.meta.url));

/**
 * A data folder of the runner for its own servers; removed by `remove`, and when the run is stopped.
 *
 * @param {Pick<CommandContext, 'env'>} ctx
 */
export function createOwnData({ env }) {
  const { folder: dataDir, remove } = createRunFolder();
  const elsewhere = { BASE_URL: undefined, DATABASE_URL: undefined };
  // All requests come from one address, so visitors are not limited.
  const here = { PLINTH_DATA: dataDir, PORT: '0', HOST: '127.0.0.1', VISITOR_LIMIT: '0' };
  return { dataDir, remove, env: { ...env, ...elsewhere, ...here } };
}

/**
 * A data folder of the runner with the benchmark app and two logged-in users. Removed by `remove`.
 *
 * @param {CommandContext} ctx
 * @returns {Promise<{ env: Record<string, string | undefined>, cookies: Record<string, string>, adminCookie: string,
 *   paths: Record<string, string>, remove: () => Promise<void> }>}
 */
export async function prepareData(ctx) {
  const { env, remove } = createOwnData(ctx);
  const progress = ctx.progress('Setting up a server of its own');
  try {
    return await withApp(
      { ...ctx, env },
      async (app, operator) => {
        const { benchmarks } = await installBenchmark(app, operator, (done, all) => progress.at(done, all));
        const cookieOf = async (/** @type {string} */ role) => {
          const [email, password] = [`${FOLDER}-${role}@example.com`, randomBytes(16).toString('base64url')];
          const { people } = app.data;
          await people.users.create(operator, { name: `Benchmark ${role}`, email, password, roles: [role] });
          const { token } = await people.login(email, password, {
            address: 'benchmark',
            userAgent: 'plinth run-benchmark',
          });
          return `plinth_session=${encodeURIComponent(token)}`;
        };
        const adminCookie = await cookieOf('admin');
        progress.done('Set up a server of its own');
        return { env, cookies: { user: await cookieOf('user') }, adminCookie, paths: benchmarks, remove };
      },
      { mayBeNew: true },
    );
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Starts `plinth serve` in separate processes and waits until it responds. With CPU_PROF=1 it writes a profile.
 *
 * @param {Record<string, string | undefined>} env @param {{ cores?: string | null, inside?: string[] }} [options]
 *   inside: a command to run it with
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => Promise<void> }>}
 */
export async function startOwnServer(env, { cores = null, inside = [] } = {}) {
  const profile = env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const pinned = cores ? ['taskset', '-c', cores] : [];
  const [command, ...args] = [...inside, ...pinned, process.execPath, ...profile, watched];
  const set = /** @type {NodeJS.ProcessEnv} */ (Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  const child = spawn(command, args, { env: set, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  // The log is read, as it always is in production, and discarded.
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-2000)));
  const exited = once(child, 'exit');
  // A run that is stopped must not leave a server behind.
  const stopToo = () => child.kill('SIGTERM');
  process.once('exit', stopToo);
  child.once('exit', () => process.removeListener('exit', stopToo));
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => null)]);
  const port = /:(\d+)/.exec(line?.[0] ?? '')?.[1];
  if (!port) {
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
