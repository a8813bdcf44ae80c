import { availableParallelism } from 'node:os';
import { divideMemory, heapFlags, memoryEnvironment, readMemory } from '@plinth/data/memory';

/**
 * Where memory is short, starts this process once more with a C library that returns what is free, and with a V8 that keeps to
 * its share: both read their settings only when a process starts. The process keeps its id, its folder and its streams. Does
 * nothing where it can't (Windows; macOS, whose C library has no such settings) or need not, because whoever started us has
 * made the settings.
 *
 * @param {NodeJS.ProcessEnv} env @param {number} [availableMb]
 */
export function keepMemoryLow(env, availableMb) {
  // A channel to a parent would not survive.
  if (process.platform !== 'linux' || !process.execve || process.channel) return;
  const wantedMb = readMemory(env.PLINTH_MEMORY ?? '');
  const memory = divideMemory({ wantedMb, availableMb, hasDatabase: !env.DATABASE_URL?.trim() });
  const missing = Object.entries(memoryEnvironment(memory)).filter(([name]) => env[name] === undefined);
  // Workers are given theirs when they are started.
  const flags = isAlone(env.WORKERS?.trim() || '1') ? heapFlags(memory).filter((flag) => !isGiven(flag, env)) : [];
  if (missing.length === 0 && flags.length === 0) return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)], {
    ...env,
    ...Object.fromEntries(missing),
  });
}

/** Whether this process answers requests itself. @param {string} workers */
const isAlone = (workers) => workers === '1' || (workers === 'auto' && availableParallelism() === 1);

/** Whether whoever started us has said something about it. @param {string} flag @param {NodeJS.ProcessEnv} env */
function isGiven(flag, env) {
  const name = flag.split('=')[0];
  const given = [...process.execArgv, ...(env.NODE_OPTIONS ?? '').split(' ')];
  return given.some((one) => one.replaceAll('_', '-').startsWith(name));
}
